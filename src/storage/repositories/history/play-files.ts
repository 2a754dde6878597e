import type { Knex } from 'knex'
import { storedItemKey, storedKey } from '../../../model/history-key.ts'
import type { HistoryStore, ImportedPlay, ImportOptions } from '../../../model/history-store.ts'
import { read, transact } from '../../guard.ts'
import type { PlayPlace } from '../../../model/play-store.ts'
import { expireDays } from '../plays/stale-days.ts'
import { playRows, playTable, toPlay } from '../plays/rows.ts'
import type { PlayRow } from '../plays/rows.ts'
import { fittingRow } from './play-columns.ts'
import { deletePlays } from './plays.ts'
import { chunkSize, historyRows, historyTable, liveRows } from './rows.ts'
import { lockHistory } from './tally.ts'

type Known = Pick<PlayRow, 'item_key' | 'profile_id' | 'started_at' | 'ended_at' | 'origin'> &
  Partial<Pick<PlayRow, 'id'>>

/** A tracker dates what came from here by when it heard of it. */
const heardLaterMs = 600_000
/** No play is looked for that began longer before. */
const longestPlayMs = 86_400_000

/** Plays looked at together, so that others get their turn in between. */
const atOnce = 1_000

type PlayFiles = Pick<
  HistoryStore,
  'playBatch' | 'importPlays' | 'forgetImportedPlays' | 'deletePlays'
>

export function createPlayFiles(db: Knex, titles: Pick<HistoryStore, 'locate'>): PlayFiles {
  const removePlays = async (ids: readonly number[]): Promise<number> =>
    ids.length === 0 ? 0 : transact(db, (trx) => deletePlays(trx, ids))
  return {
    async playBatch(historyId, after, limit) {
      const rows = await read(db, () => laterPlays(db, historyId, after, limit).select())
      return { plays: rows.map(toPlay), next: placeAfter(rows, limit) }
    },

    async importPlays(historyId, plays, options) {
      const located = await titles.locate(historyId, plays)
      const rows = plays.map((play, index) => rowOf(historyId, { ...play, ...located[index]! }))
      let added = 0
      for (let start = 0; start < rows.length; start += chunkSize) {
        const some = rows.slice(start, start + chunkSize)
        added += await transact(db, (trx) => importSome(trx, historyId, some, options))
      }
      return added
    },

    async forgetImportedPlays(historyId, { profileId, tracker, keep }) {
      let removed = 0
      let after: PlayPlace | null = { startedAt: 0, id: 0 }
      while (after !== null) {
        const { startedAt, id } = after
        const found = await read(db, () =>
          laterPlays(db, historyId, { startedAt, id }, atOnce)
            .where({ origin: 'import', tracker, profile_id: profileId })
            .whereNotExists(playedEntryOf(db, historyId))
            .select('id', 'item_key', 'started_at', 'tracker'),
        )
        // MySQL also finds names that differ in the case of letters.
        const gone = found.filter((play) => play.tracker === tracker && !keep.has(play.item_key))
        removed += await removePlays(gone.map((play) => play.id))
        after = placeAfter(found, atOnce)
      }
      return removed
    },

    deletePlays: removePlays,
  }
}

/** In the order of the index. */
function laterPlays(db: Knex, historyId: number, after: PlayPlace, limit: number) {
  return (
    playRows(db)
      .where({ history_id: historyId })
      .where('started_at', '>=', after.startedAt)
      // The first condition is one range of the index, the second part of it.
      .where((play) => {
        void play.where('started_at', '>', after.startedAt).orWhere('id', '>', after.id)
      })
      .orderBy('started_at')
      .orderBy('id')
      .limit(limit)
  )
}

function placeAfter(
  rows: readonly Pick<PlayRow, 'id' | 'started_at'>[],
  limit: number,
): PlayPlace | null {
  const last = rows.length < limit ? undefined : rows.at(-1)
  return last ? { startedAt: last.started_at, id: last.id } : null
}

/** What says that a play's item still counts as watched. */
function playedEntryOf(db: Knex, historyId: number) {
  return liveRows(db, historyId)
    .where({ played: true })
    .whereRaw(`${historyTable}.item_key = ${playTable}.item_key`)
    .select(db.raw('1'))
}

async function importSome(
  trx: Knex,
  historyId: number,
  rows: readonly Omit<PlayRow, 'id'>[],
  { restore, dryRun }: ImportOptions,
): Promise<number> {
  // Before anything is read, so that two imports do not both add a play.
  if (!(await lockHistory(trx, historyId))) return 0
  const known = Map.groupBy(await knownPlays(trx, historyId, rows), ({ item_key }) => item_key)
  const cleared = restore ? new Map<string, number>() : await clearedTimes(trx, historyId, rows)
  const added = new Set<Known>()
  const replaced: number[] = []
  for (const row of rows) {
    if (row.started_at <= (cleared.get(row.item_key) ?? 0)) continue
    const own = known.get(row.item_key) ?? []
    if (own.some((play) => isSame(play, row))) continue
    const heard = own.filter((play) => isHeardOf(play, row))
    for (const play of heard) if (!added.delete(play)) replaced.push(play.id!)
    known.set(row.item_key, [...own.filter((play) => !heard.includes(play)), row])
    added.add(row)
  }
  if (added.size === 0 || dryRun) return added.size
  await deletePlays(trx, replaced)
  await expireDays(
    trx,
    historyId,
    [...added].map(({ started_at }) => started_at),
  )
  await playRows(trx).insert(rows.filter((row) => added.has(row)))
  return added.size
}

function isSame(known: Known, play: Known): boolean {
  if (isHeardOf(play, known)) return true
  return (
    known.started_at === play.started_at &&
    (play.origin === 'import' || known.profile_id === play.profile_id) &&
    !isHeardOf(known, play)
  )
}

/** Whether a tracker's play may be one that was recorded here, which tells more of it, and sent there. */
function isHeardOf(play: Known, recorded: Known): boolean {
  const at = play.started_at
  return (
    play.origin === 'import' &&
    recorded.origin !== 'import' &&
    recorded.started_at - heardLaterMs <= at &&
    at <= recorded.ended_at + heardLaterMs
  )
}

function knownPlays(
  trx: Knex,
  historyId: number,
  rows: readonly Known[],
): PromiseLike<readonly Known[]> {
  const times = rows.flatMap(({ started_at, ended_at }) => [started_at, ended_at])
  return playRows(trx)
    .where({ history_id: historyId })
    .whereIn('item_key', [...new Set(rows.map(({ item_key }) => item_key))])
    .where('started_at', '>=', Math.min(...times) - longestPlayMs)
    .where('started_at', '<=', Math.max(...times) + heardLaterMs)
    .select('id', 'item_key', 'profile_id', 'started_at', 'ended_at', 'origin')
}

/** When the items were cleared or taken back, by their keys. */
async function clearedTimes(
  trx: Knex,
  historyId: number,
  rows: readonly Known[],
): Promise<ReadonlyMap<string, number>> {
  const found = await historyRows(trx)
    .where({ viewer: historyId })
    .whereIn('item_key', [...new Set(rows.map(({ item_key }) => item_key))])
    .whereNotNull('cleared_at')
    .select('item_key', 'cleared_at')
  return new Map(found.map(({ item_key, cleared_at }) => [item_key, cleared_at!]))
}

function rowOf(historyId: number, play: ImportedPlay): Omit<PlayRow, 'id'> {
  return fittingRow({
    history_id: historyId,
    profile_id: play.profileId,
    item_key: storedItemKey(play),
    title_key: storedKey(play.titleKey),
    kind: play.kind,
    season: play.season,
    episode: play.episode,
    started_at: play.startedAt,
    ended_at: play.endedAt,
    watched_ms: play.watchedMs,
    first_position_ms: play.firstPositionMs,
    last_position_ms: play.lastPositionMs,
    duration_ms: play.durationMs,
    finished: play.finished,
    device_id: play.deviceId,
    device_name: play.deviceName,
    client: play.client,
    version_mark: play.versionMark,
    version_name: play.versionName,
    resolution: play.resolution,
    source: play.source,
    service: play.service,
    delivery: play.delivery,
    origin: play.origin,
    tracker: play.tracker,
  })
}
