import type { Knex } from 'knex'
import type {
  EntryQuery,
  HistoryKey,
  HistoryStore,
  PlayChange,
} from '../../../model/history-store.ts'
import { storedItemKey, storedKey } from '../../../model/history-key.ts'
import type { PlayedVersion } from '../../../model/watch.ts'
import { dialectOf } from '../../dialect.ts'
import { read, transact, write } from '../../guard.ts'
import { createClearing } from './clearing.ts'
import { createImporting } from './importing.ts'
import { createPages } from './pages.ts'
import {
  chunkSize,
  emptied,
  historyRows,
  inChunks,
  liveRows,
  neverPlayed,
  newRow,
  placeAt,
  toEntry,
  upsert,
} from './rows.ts'
import type { Row } from './rows.ts'
import { keyScopes, tallied } from './tally.ts'
import { createTitles, learnTitles } from './titles.ts'
import { createViewers } from './viewers.ts'

/** Characters of a group that is kept, as it is written. */
const maxGroup = 300

const columnOf = {
  lastPlayedAt: 'last_played_at',
  sortAt: 'sort_at',
  playCount: 'play_count',
} as const

/** Plays that were made here are no longer an import. */
const local = { origin: 'local', tracker: null, link: null } as const

export function createHistoryStore(db: Knex): HistoryStore {
  const larger = dialectOf(db) === 'mysql' ? 'greatest' : 'max'
  const live = (viewer: number) => liveRows(db, viewer)
  const titles = createTitles(db)

  function chosen(of: number, query: EntryQuery) {
    const { kinds, played, resumable, favorite, liked, titleKeys } = query
    // Nothing of that is left where an entry is not listed: an index alone answers.
    const isListed = played === true || resumable === true || favorite === true
    return (isListed ? historyRows(db).where({ viewer: of }) : live(of)).where((where) => {
      if (played !== null) void where.where({ played })
      if (resumable !== null) void where.where({ resumable })
      if (favorite !== null) void where.where({ favorite })
      if (liked !== null) void where.where({ likes: liked })
      if (kinds !== null) void where.whereIn('kind', [...kinds])
      if (titleKeys !== null) void where.whereIn('title_key', titleKeys.map(storedKey))
    })
  }

  /** Writes rows and keeps everything in step that follows from them. */
  async function put<T>(
    of: number,
    keys: readonly HistoryKey[],
    made: readonly Partial<Row>[],
    merge: Partial<Record<keyof Row, unknown>>,
    also: (trx: Knex) => Promise<T>,
  ): Promise<T> {
    const scopes = keyScopes(
      made.map(({ item_key }) => item_key!),
      chunkSize,
    )
    return transact(db, (trx) =>
      tallied(trx, of, scopes, async () => {
        for (let start = 0; start < made.length; start += chunkSize) {
          await upsert(trx, made.slice(start, start + chunkSize), merge)
        }
        await learnTitles(trx, of, keys)
        return also(trx)
      }),
    )
  }

  /** An entry of which nothing is left is no longer listed. */
  async function dropEmpty(trx: Knex, of: number, itemKeys: readonly string[]): Promise<void> {
    await liveRows(trx, of)
      .whereIn('item_key', [...itemKeys])
      .where({ played: false, play_count: 0, position_ms: 0, favorite: false })
      .whereNull('likes')
      .whereNull('last_played_at')
      .update(emptied(Date.now()))
  }

  async function pickUpIn(trx: Knex, of: number, titleKey: string): Promise<boolean> {
    const itemKey = storedItemKey({ kind: 'series', itemKey: titleKey })
    const dropped = { viewer: of, item_key: itemKey, likes: false }
    const changed = await historyRows(trx)
      .where(dropped)
      .update({ likes: null, changed_at: Date.now() })
    if (changed > 0) await dropEmpty(trx, of, [itemKey])
    return changed > 0
  }

  return {
    ...createViewers(db),
    ...titles,
    ...createPages(db),
    ...createClearing(db),
    ...createImporting(db, titles),

    async find(of, parts) {
      return inChunks(parts.map(storedItemKey), async (part) => {
        const found = await read(db, () => live(of).whereIn('item_key', [...part]))
        return found.map(toEntry)
      })
    },

    async playedVersion(of, part) {
      const row = await read(db, () =>
        live(of)
          .where({ item_key: storedItemKey(part) })
          .where('position_ms', '>', 0)
          .whereNotNull('version')
          .first('version'),
      )
      return row?.version ? (JSON.parse(row.version) as PlayedVersion) : null
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
      const seriesKeyOf = (titleKey: string): string =>
        storedItemKey({ kind: 'series', itemKey: titleKey })
      const dropped = new Set(
        await inChunks(keys.map(seriesKeyOf), async (part) => {
          const series = await read(db, () =>
            live(of)
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
    },

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

    async markPlayed(of, keys, at, titleKey) {
      const made = keys.map((key) => ({
        ...newRow(of, key, at),
        ...local,
        played: true,
        play_count: 1,
        last_played_at: at,
      }))
      const merge = {
        ...local,
        played: true,
        play_count: db.raw(`${larger}(play_count, 1)`),
        position_ms: 0,
        resumable: false,
        last_played_at: at,
        sort_at: placeAt(at),
      }
      return put(of, keys, made, merge, (trx) => pickUpIn(trx, of, titleKey))
    },

    async markUnplayed(of, parts) {
      const keys = [...new Set(parts.map(storedItemKey))]
      const now = Date.now()
      const changes = {
        ...local,
        ...neverPlayed,
        changed_at: now,
        // What was played until now is not brought back by an import.
        cleared_at: now,
      }
      await transact(db, (trx) =>
        tallied(trx, of, keyScopes(keys, chunkSize), async () => {
          for (let start = 0; start < keys.length; start += chunkSize) {
            const part = keys.slice(start, start + chunkSize)
            await liveRows(trx, of).whereIn('item_key', part).update(changes)
            await dropEmpty(trx, of, part)
          }
        }),
      )
    },

    async setFavorite(of, key, favorite) {
      const made = { ...newRow(of, key, Date.now()), favorite }
      await put(of, [key], [made], { favorite }, (trx) => dropEmpty(trx, of, [made.item_key]))
    },

    async setLikes(of, key, likes) {
      const made = { ...newRow(of, key, Date.now()), likes }
      await put(of, [key], [made], { likes }, (trx) => dropEmpty(trx, of, [made.item_key]))
    },

    async pickUp(of, titleKey) {
      return transact(db, (trx) => pickUpIn(trx, of, titleKey))
    },

    async place(of, key, change) {
      const same = {
        ...(change.resumable !== null && { resumable: change.resumable }),
        ...(change.played && { played: true }),
      }
      const changed = await write(db, () =>
        live(of)
          .where({ item_key: storedItemKey(key), ...same })
          .update({
            ...local,
            ...(played(change, db.raw('play_count + ?', [change.plays])) as Partial<Row>),
            sort_at: placeAt(change.at),
            changed_at: change.at,
          }),
      )
      return changed > 0
    },

    async play(of, key, change) {
      const made = {
        ...newRow(of, key, change.at),
        ...local,
        ...played(change, change.plays),
      } as Partial<Row>
      const merge = {
        ...local,
        ...played(change, db.raw('play_count + ?', [change.plays])),
        sort_at: placeAt(change.at),
      }
      await put(of, [key], [made], merge, async () => undefined)
    },
  }
}

function played(change: PlayChange, count: unknown): Partial<Record<keyof Row, unknown>> {
  return {
    ...(change.positionMs !== null && { position_ms: change.positionMs }),
    ...(change.durationMs !== null && { duration_ms: change.durationMs }),
    ...(change.resumable !== null && { resumable: change.resumable }),
    ...(change.played && { played: true }),
    ...(change.plays > 0 && { play_count: count }),
    ...(change.version && { version: writtenVersion(change.version) }),
    last_played_at: change.at,
  }
}

/** A group that is too long to be kept finds nothing. */
function writtenVersion({ mark, group, resolution, audio, subtitle }: PlayedVersion): string {
  const kept = JSON.stringify(group).length > maxGroup ? null : group
  return JSON.stringify({ mark, group: kept, resolution, audio, subtitle })
}
