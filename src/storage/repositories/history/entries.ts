import type { Knex } from 'knex'
import type { EntryQuery, HistoryStore, SeriesProgress } from '../../../model/history-store.ts'
import type { TitleCount } from '../../../model/history-store.ts'
import type { ItemKind } from '../../../model/item-ref.ts'
import { storedItemKey, storedKey } from '../../../model/history-key.ts'
import type { PlayedVersion, WatchedItem } from '../../../model/watch.ts'
import { read } from '../../guard.ts'
import { places, rowsOf } from '../../statement.ts'
import { historyRows, historyTable, inChunks, liveRows, toEntry } from './rows.ts'
import type { Row } from './rows.ts'

const columnOf = {
  lastPlayedAt: 'last_played_at',
  sortAt: 'sort_at',
  playCount: 'play_count',
} as const

/** Episodes of a series that are looked through for what a device chose. */
const mostDeviceVersions = 20

const playedVersionSql = `select version from ${historyTable}
   where viewer = ? and sort_at > 0 and item_key = ? and position_ms > 0 and version is not null`
const lastVersionSql = `select version from ${historyTable}
   where viewer = ? and sort_at > 0 and title_key = ? and kind = ? and version is not null
   order by last_played_at desc limit 1`

type Titles = Pick<HistoryStore, 'aliases'>

export function createEntries(
  db: Knex,
  titles: Titles,
): Pick<
  HistoryStore,
  | 'find'
  | 'playedVersion'
  | 'lastVersionOf'
  | 'deviceVersions'
  | 'playedCounts'
  | 'countsByTitle'
  | 'list'
  | 'count'
  | 'progress'
  | 'episodesOf'
> {
  const live = (historyId: number) => liveRows(db, historyId)

  return {
    async find(of, parts) {
      return inChunks(parts.map(storedItemKey), async (part) => {
        const found = await read(db, () =>
          rowsOf<Row>(
            db,
            `select * from ${historyTable}
             where viewer = ? and sort_at > 0 and item_key in (${places(part.length)})`,
            [of, ...part],
          ),
        )
        return found.map(toEntry)
      })
    },

    async playedVersion(of, part) {
      const [row] = await read(db, () =>
        rowsOf<Pick<Row, 'version'>>(db, playedVersionSql, [of, storedItemKey(part)]),
      )
      return versionOf(row)
    },

    async lastVersionOf(of, titleKey) {
      const [row] = await read(db, () =>
        rowsOf<Pick<Row, 'version'>>(db, lastVersionSql, [of, storedKey(titleKey), 'episode']),
      )
      return versionOf(row)
    },

    async deviceVersions(of, titleKey) {
      const rows = await read(db, () =>
        live(of)
          .where({ title_key: storedKey(titleKey) })
          .whereNotNull('device_version')
          .orderBy('last_played_at', 'desc')
          .limit(mostDeviceVersions)
          .select('item_key', 'position_ms', 'device_version'),
      )
      return rows.map(({ item_key, position_ms, device_version }) => ({
        storedKey: item_key,
        isStarted: position_ms > 0,
        version: JSON.parse(device_version!) as PlayedVersion,
      }))
    },

    async playedCounts(of, titleKeys) {
      return inChunks(titleKeys.map(storedKey), async (part) => {
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

    countsByTitle: (of) => countsByTitle(db, of),

    async list(of, query) {
      const direction = query.descending ? 'desc' : 'asc'
      const found = await read(db, () =>
        chosen(db, of, query)
          .orderBy(columnOf[query.order], direction)
          .orderBy('number', direction)
          .offset(query.start)
          .limit(query.limit ?? Number.MAX_SAFE_INTEGER),
      )
      return found.map(toEntry)
    },

    async count(of, query) {
      const [row] = await read(db, () => chosen(db, of, query).count({ count: '*' }))
      return Number(row?.['count'] ?? 0)
    },

    progress: (of, page) => progress(db, titles, of, page),

    async episodesOf(of, titleKeys) {
      return inChunks(titleKeys.map(storedKey), async (part) => {
        const found = await read(db, () =>
          live(of)
            .whereIn('title_key', [...part])
            .where({ kind: 'episode' }),
        )
        return found.map(toEntry)
      })
    },
  }
}

/** Titles whose entries are counted by one statement. */
const titlesAtOnce = 100

async function* countsByTitle(db: Knex, of: number): AsyncGenerator<readonly TitleCount[]> {
  for (let last = ''; ;) {
    const keys = await read(db, () =>
      historyRows(db)
        .where({ viewer: of })
        .where('title_key', '>', last)
        .distinct('title_key')
        .orderBy('title_key')
        .limit(titlesAtOnce)
        .pluck('title_key'),
    )
    if (keys.length === 0) return
    last = keys.at(-1)!
    const sum = (flag: string) => db.raw(`sum(case when ${flag} then 1 else 0 end) as ${flag}`)
    const counted: TitleRow[] = await read(db, () =>
      liveRows(db, of)
        .whereIn('title_key', keys)
        .groupBy('title_key', 'kind')
        .select('title_key', 'kind', sum('played'), sum('resumable'), sum('favorite'))
        .max({ last_at: 'last_played_at', latest: 'number' }),
    )
    const items = await inChunks(
      counted.map(({ latest }) => String(latest)),
      (some) =>
        read(db, () =>
          historyRows(db).whereIn('number', some.map(Number)).select('number', 'item'),
        ),
    )
    const byNumber = new Map(items.map(({ number, item }) => [number, item]))
    yield counted.flatMap((row): readonly TitleCount[] => {
      // It may have been cleared since.
      const item = byNumber.get(row.latest)
      return item === undefined ? [] : [toTitleCount(row, item)]
    })
  }
}

type TitleRow = {
  title_key: string
  kind: string
  // MySQL answers sums as text.
  played: number | string
  resumable: number | string
  favorite: number | string
  last_at: number | null
  latest: number
}

function toTitleCount(row: TitleRow, item: string): TitleCount {
  return {
    kind: row.kind as ItemKind,
    titleKey: row.title_key,
    item: JSON.parse(item) as WatchedItem,
    played: Number(row.played),
    resumable: Number(row.resumable),
    favorites: Number(row.favorite),
    lastAt: row.last_at,
  }
}

function versionOf(row: { readonly version: string | null } | undefined): PlayedVersion | null {
  return row?.version ? (JSON.parse(row.version) as PlayedVersion) : null
}

async function progress(
  db: Knex,
  titles: Titles,
  of: number,
  { titleKeys, since, limit }: Parameters<HistoryStore['progress']>[1],
): Promise<readonly SeriesProgress[]> {
  const found = await read(db, () =>
    liveRows(db, of)
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
  const seriesKeyOf = (titleKey: string): string =>
    storedItemKey({ kind: 'series', itemKey: titleKey })
  const dropped = new Set(
    await inChunks(keys.map(seriesKeyOf), async (part) => {
      const series = await read(db, () =>
        liveRows(db, of)
          .whereIn('item_key', [...part])
          .where({ likes: false })
          .select('item_key'),
      )
      return series.map(({ item_key }) => item_key)
    }),
  )
  const aliases = await titles.aliases(
    of,
    keys.map((titleKey: string) => ({ titleKey, kind: 'series' as const })),
  )
  return found.map((row, index) => ({
    titleKey: keys[index]!,
    aliases: aliases[index]!,
    lastPlayedAt: Number(row['latest']),
    dropped: dropped.has(seriesKeyOf(keys[index]!)),
  }))
}

function chosen(db: Knex, of: number, query: EntryQuery) {
  const { kinds, played, resumable, favorite, liked, titleKeys } = query
  // Unlisted entries have none of these, so an index alone answers.
  const isListed = played === true || resumable === true || favorite === true
  return (isListed ? historyRows(db).where({ viewer: of }) : liveRows(db, of)).where((where) => {
    if (played !== null) void where.where({ played })
    if (resumable !== null) void where.where({ resumable })
    if (favorite !== null) void where.where({ favorite })
    if (liked !== null) void where.where({ likes: liked })
    if (kinds !== null) void where.whereIn('kind', [...kinds])
    if (titleKeys !== null) void where.whereIn('title_key', titleKeys.map(storedKey))
  })
}
