import type { Knex } from 'knex'
import { storedItemKey, storedKey } from '../../../model/history-key.ts'
import type { HistoryPart } from '../../../model/history-store.ts'
import type { DeviceInfo } from '../../../model/household.ts'
import { openRowOf, playOf } from '../../../model/play.ts'
import type { OpenPlay, OpenPlayRow, PlayOrigin } from '../../../model/play.ts'
import { changedBy, places } from '../../statement.ts'
import type { Value } from '../../statement.ts'
import { expireDays, expirePlays } from '../plays/stale-days.ts'
import type { ChosenPlays } from '../plays/stale-days.ts'
import { playRows, playTable } from '../plays/rows.ts'
import type { PlayRow } from '../plays/rows.ts'
import { fittingRow } from './play-columns.ts'

export type PlayOwner = {
  readonly historyId: number
  readonly profileId: string
  readonly key: HistoryPart
  readonly device: DeviceInfo | null
  readonly origin: PlayOrigin
}

const deleteAtOnce = 1_000

export async function insertPlay(
  trx: Knex,
  { historyId, profileId, key, device, origin }: PlayOwner,
  play: OpenPlay,
): Promise<number> {
  await expireDays(trx, historyId, [play.startedAt])
  const row = fittingRow({
    history_id: historyId,
    profile_id: profileId,
    item_key: storedItemKey(key),
    title_key: storedKey(key.titleKey),
    kind: key.kind,
    season: key.season,
    episode: key.episode,
    started_at: play.startedAt,
    device_id: device?.id ?? null,
    device_name: device?.name ?? null,
    client: device?.client ?? null,
    origin,
    tracker: null,
    ...progressColumns(play),
  })
  const [id] = await playRows(trx).insert(row)
  return id!
}

/** Answers whether the user's row is still there: it may have been cleared. */
export async function updatePlay(trx: Knex, play: OpenPlay, profileId: string): Promise<boolean> {
  const row = openRowOf(play, profileId)
  if (row === null) return false
  const { where, values } = chosenRow(row)
  await expirePlays(trx, { where, values })
  const columns = progressColumns(playOf(play, profileId))
  const set = Object.keys(columns).map((name) => `${name} = ?`)
  const sql = `update ${playTable} set ${set.join(', ')} where ${where}`
  return (await changedBy(trx, sql, [...(Object.values(columns) as Value[]), ...values])) > 0
}

export async function deleteOpenPlay(trx: Knex, play: OpenPlay): Promise<void> {
  for (const profileId of Object.keys(play.rows)) {
    await deleteChosen(trx, chosenRow(openRowOf(play, profileId)!))
  }
}

export function chosenRow({ id, profileId, startedAt }: OpenPlayRow): ChosenPlays {
  return {
    where: 'id = ? and profile_id = ? and started_at = ?',
    values: [id, profileId, startedAt],
  }
}

export async function deletePlays(trx: Knex, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  return deleteChosen(trx, { where: `id in (${places(ids.length)})`, values: ids })
}

export async function clearPlaysOf(
  trx: Knex,
  historyId: number,
  itemKeys: readonly string[],
): Promise<void> {
  if (itemKeys.length === 0) return
  const where = `history_id = ? and item_key in (${places(itemKeys.length)})`
  await deleteChosen(trx, { where, values: [historyId, ...itemKeys] })
}

async function deleteChosen(trx: Knex, chosen: ChosenPlays): Promise<number> {
  await expirePlays(trx, chosen)
  return changedBy(trx, `delete from ${playTable} where ${chosen.where}`, chosen.values)
}

/** Of these keys those of items that have plays. */
export async function playedItems(
  on: Knex,
  historyId: number,
  keys: readonly string[],
): Promise<readonly string[]> {
  if (keys.length === 0) return []
  return playRows(on)
    .where({ history_id: historyId })
    .whereIn('item_key', [...keys])
    .distinct()
    .pluck('item_key')
}

/** Id of the row made last: the clocks of nodes differ, so that no time says what is there. */
export async function latestPlay(on: Knex): Promise<number> {
  const row = await playRows(on).orderBy('id', 'desc').first('id')
  return row?.id ?? 0
}

/** Answers whether there may be more. */
export async function clearSomePlays(on: Knex, historyId: number, upTo: number): Promise<boolean> {
  const ids = await playRows(on)
    .where({ history_id: historyId })
    .where('id', '<=', upTo)
    .limit(deleteAtOnce)
    .pluck('id')
  await deletePlays(on, ids)
  return ids.length === deleteAtOnce
}

function progressColumns(play: OpenPlay): Partial<PlayRow> {
  const { version } = play
  return fittingRow({
    ended_at: play.endedAt,
    watched_ms: play.watchedMs,
    first_position_ms: play.firstPositionMs,
    last_position_ms: play.lastPositionMs,
    duration_ms: play.durationMs,
    finished: play.finished,
    version_mark: version?.played.mark ?? null,
    version_name: version?.name ?? null,
    resolution: version?.played.resolution ?? null,
    source: version?.source ?? null,
    service: version?.service ?? null,
    delivery: version?.delivery ?? null,
  })
}
