import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import type { EntryQuery, HistoryKey, HistoryStore, PlayChange } from '../../model/history-store.ts'
import { storedKey } from '../../model/history-key.ts'
import type { ItemKind } from '../../model/item-ref.ts'
import type { WatchedItem, WatchEntry } from '../../model/watch.ts'
import { dialectOf } from '../dialect.ts'
import { read, transact, write } from '../guard.ts'

type Flag = boolean | number

type Row = {
  number: number
  viewer: number
  item_key: string
  title_key: string
  kind: string
  season: number | null
  episode: number | null
  played: Flag
  play_count: number
  position_ms: number
  duration_ms: number | null
  resumable: Flag
  favorite: Flag
  likes: Flag | null
  last_played_at: number | null
  sort_at: number
  origin: string
  tracker: string | null
  item: string
  changed_at: number
  cleared_at: number | null
}

const table = 'history'
const viewers = 'viewers'
/** Keys of one statement, and rows of one insert. */
const chunkSize = 200
const conflict = ['viewer', 'item_key']
/** Rows of a removed configuration that go at once. */
const forgetAtOnce = 2_000

const columnOf = {
  lastPlayedAt: 'last_played_at',
  sortAt: 'sort_at',
  playCount: 'play_count',
} as const

export function createHistoryStore(db: Knex): HistoryStore {
  const numbers = new LRUCache<string, number>({ max: 10_000 })
  const larger = dialectOf(db) === 'mysql' ? 'greatest' : 'max'
  const rows = (on: Knex = db) => on<Row>(table)
  const live = (viewer: number) => rows().where({ viewer }).whereNull('cleared_at')

  async function viewer(configuration: number, profileId: string): Promise<number> {
    const name = `${configuration} ${profileId}`
    const known = numbers.get(name)
    if (known !== undefined) return known
    const key = { configuration, profile_id: profileId }
    const find = () => read(db, () => db(viewers).where(key).first<{ number: number }>('number'))
    let row = await find()
    if (!row) {
      await write(db, () =>
        db(viewers)
          .insert(key)
          .onConflict(['configuration', 'profile_id'])
          .merge(['configuration']),
      )
      row = await find()
    }
    numbers.set(name, row.number)
    return row.number
  }

  function chosen(of: number, query: EntryQuery) {
    const { kinds, played, resumable, favorite, liked, titleKeys } = query
    return live(of).where((where) => {
      if (played !== null) void where.where({ played })
      if (resumable !== null) void where.where({ resumable })
      if (favorite !== null) void where.where({ favorite })
      if (liked !== null) void where.where({ likes: liked })
      if (kinds !== null) void where.whereIn('kind', [...kinds])
      if (titleKeys !== null) void where.whereIn('title_key', titleKeys.map(storedKey))
    })
  }

  async function inChunks<T>(
    keys: readonly string[],
    ask: (part: readonly string[]) => Promise<readonly T[]>,
  ): Promise<T[]> {
    const unique = [...new Set(keys.map(storedKey))]
    const found: T[] = []
    for (let start = 0; start < unique.length; start += chunkSize) {
      found.push(...(await ask(unique.slice(start, start + chunkSize))))
    }
    return found
  }

  /** Writes rows as they are where there are none, else changes what `merge` names. */
  function upsert(
    on: Knex,
    made: readonly Partial<Row>[],
    merge: Partial<Record<keyof Row, unknown>>,
  ) {
    const revived = { ...merge, cleared_at: null, changed_at: Date.now() }
    return rows(on)
      .insert([...made] as Row[])
      .onConflict(conflict)
      .merge(revived as Partial<Row>)
  }

  return {
    viewer,

    async find(of, itemKeys) {
      return inChunks(itemKeys, async (part) => {
        const found = await read(db, () => live(of).whereIn('item_key', [...part]))
        return found.map(toEntry)
      })
    },

    async playedCounts(of, titleKeys) {
      return inChunks(titleKeys, async (part) => {
        const found = await read(db, () =>
          live(of)
            .whereIn('title_key', [...part])
            .where({ kind: 'episode', played: true })
            .groupBy('title_key', 'season')
            .select('title_key', 'season')
            .count({ played: '*' }),
        )
        return found.map((row) => ({
          titleKey: row['title_key'],
          season: Number(row['season'] ?? 0),
          played: Number(row['played']),
        }))
      })
    },

    async list(of, query) {
      const direction = query.descending ? 'desc' : 'asc'
      const found = await read(db, () =>
        chosen(of, query)
          .orderBy(columnOf[query.order], direction)
          .orderBy('number', direction)
          .offset(query.start)
          .limit(query.limit ?? Number.MAX_SAFE_INTEGER),
      )
      return found.map(toEntry)
    },

    async count(of, query) {
      const [row] = await read(db, () => chosen(of, query).count({ count: '*' }))
      return Number(row?.['count'] ?? 0)
    },

    async progress(of, { titleKeys, since, limit }) {
      const found = await read(db, () =>
        live(of)
          .where({ kind: 'episode' })
          .whereNotNull('last_played_at')
          .where((where) => {
            if (titleKeys !== null) void where.whereIn('title_key', titleKeys.map(storedKey))
            if (since !== null) void where.where('last_played_at', '>=', since)
          })
          .groupBy('title_key')
          .select('title_key')
          .max({ latest: 'last_played_at' })
          .orderBy('latest', 'desc')
          .limit(limit),
      )
      const keys = found.map((row) => row['title_key'])
      const dropped = new Set(
        await inChunks(keys, async (part) => {
          const series = await read(db, () =>
            live(of)
              .whereIn('item_key', [...part])
              .where({ likes: false })
              .select('item_key'),
          )
          return series.map(({ item_key }) => item_key)
        }),
      )
      return found.map((row, index) => ({
        titleKey: keys[index]!,
        lastPlayedAt: Number(row['latest']),
        dropped: dropped.has(keys[index]!),
      }))
    },

    async episodesOf(of, titleKeys) {
      return inChunks(titleKeys, async (part) => {
        const found = await read(db, () =>
          live(of)
            .whereIn('title_key', [...part])
            .where({ kind: 'episode' }),
        )
        return found.map(toEntry)
      })
    },

    async markPlayed(of, keys, at) {
      const made = keys.map((key) => ({
        ...newRow(of, key, at),
        played: true,
        play_count: 1,
        last_played_at: at,
      }))
      const merge = {
        played: true,
        play_count: db.raw(`${larger}(play_count, 1)`),
        position_ms: 0,
        resumable: false,
        last_played_at: at,
        sort_at: at,
      }
      await transact(db, async (trx) => {
        for (let start = 0; start < made.length; start += chunkSize) {
          await upsert(trx, made.slice(start, start + chunkSize), merge)
        }
      })
    },

    async markUnplayed(of, itemKeys) {
      const changes = {
        played: false,
        play_count: 0,
        position_ms: 0,
        resumable: false,
        last_played_at: null,
        changed_at: Date.now(),
      }
      await transact(db, async (trx) => {
        for (let start = 0; start < itemKeys.length; start += chunkSize) {
          const part = itemKeys.slice(start, start + chunkSize).map(storedKey)
          await rows(trx).where({ viewer: of }).whereIn('item_key', part).update(changes)
        }
      })
    },

    async setFavorite(of, key, favorite) {
      const made = { ...newRow(of, key, Date.now()), favorite }
      await write(db, () => upsert(db, [made], { favorite }))
    },

    async setLikes(of, key, likes) {
      const made = { ...newRow(of, key, Date.now()), likes }
      await write(db, () => upsert(db, [made], { likes }))
    },

    async pickUp(of, titleKey) {
      const dropped = { viewer: of, item_key: storedKey(titleKey), likes: false }
      await write(db, () => rows().where(dropped).update({ likes: null, changed_at: Date.now() }))
    },

    async play(of, key, change) {
      const made = {
        ...newRow(of, key, change.at),
        ...played(change, change.plays),
      } as Partial<Row>
      const merge = played(change, db.raw('play_count + ?', [change.plays]))
      await write(db, () => upsert(db, [made], { ...merge, sort_at: change.at }))
    },

    async forget(configuration) {
      const gone = await read(db, () =>
        db(viewers).where({ configuration }).select<{ number: number }[]>('number'),
      )
      for (const { number } of gone) await forgetViewer(db, number)
      for (const name of numbers.keys()) {
        if (name.startsWith(`${configuration} `)) numbers.delete(name)
      }
      await write(db, () => db(viewers).where({ configuration }).delete())
    },
  }
}

async function forgetViewer(db: Knex, viewer: number): Promise<void> {
  for (;;) {
    const found = await read(db, () =>
      db<Row>(table).where({ viewer }).limit(forgetAtOnce).select('number'),
    )
    if (found.length === 0) return
    const numbers = found.map(({ number }) => number)
    await write(db, () => db<Row>(table).whereIn('number', numbers).delete())
  }
}

function played(change: PlayChange, count: unknown): Partial<Record<keyof Row, unknown>> {
  return {
    ...(change.positionMs !== null && { position_ms: change.positionMs }),
    ...(change.durationMs !== null && { duration_ms: change.durationMs }),
    ...(change.resumable !== null && { resumable: change.resumable }),
    ...(change.played && { played: true }),
    ...(change.plays > 0 && { play_count: count }),
    last_played_at: change.at,
  }
}

function newRow(viewer: number, key: HistoryKey, at: number): Partial<Row> {
  return {
    viewer,
    item_key: storedKey(key.itemKey),
    title_key: storedKey(key.titleKey),
    kind: key.kind,
    season: key.season,
    episode: key.episode,
    sort_at: at,
    item: JSON.stringify(key.item),
    changed_at: at,
  }
}

function toEntry(row: Row): WatchEntry {
  return {
    number: row.number,
    itemKey: row.item_key,
    titleKey: row.title_key,
    kind: row.kind as ItemKind,
    season: row.season,
    episode: row.episode,
    played: Boolean(row.played),
    playCount: row.play_count,
    positionMs: row.position_ms,
    durationMs: row.duration_ms,
    favorite: Boolean(row.favorite),
    likes: row.likes === null ? null : Boolean(row.likes),
    lastPlayedAt: row.last_played_at,
    sortAt: row.sort_at,
    origin: row.origin as WatchEntry['origin'],
    tracker: row.tracker,
    item: JSON.parse(row.item) as WatchedItem,
  }
}
