import type { Knex } from 'knex'
import { storedItemKey } from '../../../model/history-key.ts'
import type {
  HistoryKey,
  HistoryStore,
  PlayChange,
  ReportedHistory,
  ReportWrite,
} from '../../../model/history-store.ts'
import { playOf, stageOf } from '../../../model/play.ts'
import type { OpenPlay, OpenPlayRow } from '../../../model/play.ts'
import type { PlayedVersion } from '../../../model/watch.ts'
import { transact, write } from '../../guard.ts'
import { changedBy } from '../../statement.ts'
import type { Value } from '../../statement.ts'
import { lockState, writeState } from '../sessions.ts'
import { addWatched } from '../watched-time.ts'
import { local, pickUp, putRows, sendEvents } from './changes.ts'
import { playTable } from '../plays/rows.ts'
import { chosenRow, deleteOpenPlay, insertPlay, updatePlay } from './plays.ts'
import { historyTable, newRow, placeAt } from './rows.ts'
import type { Row } from './rows.ts'
import { lockHistory } from './tally.ts'

/** Characters. */
const maxGroup = 300
const maxVersion = 500

export function createReports(db: Knex): Pick<HistoryStore, 'place' | 'report'> {
  return {
    place: (historyId, key, change, playRow) =>
      write(db, () => place(db, historyId, key, change, playRow)),

    report: (written) =>
      transact(db, async (trx) => {
        // In a fixed order, so that two devices cannot deadlock.
        const known = written.histories.toSorted((a, b) => a.historyId - b.historyId)
        const histories = await takeLocks(trx, written, known)
        let { play } = written
        for (const history of histories) {
          const isPickedUp = await writeEntry(trx, history, written)
          if (play && !written.isFailed) play = await writePlay(trx, history, written, play)
          await sendEvents(trx, history.outbox, isPickedUp)
        }
        await writeEndedPlay(trx, written)
        const { session, watched } = written
        if (watched) await addWatched(trx, watched)
        if (!session) return { state: null, play }
        // A late stop ends another play than the current one.
        const isOpen = play !== null && session.state.play === written.play
        const state = isOpen ? { ...session.state, play } : session.state
        await writeState(trx, session.device, state)
        return { state, play }
      }),
  }
}

/** Before anything is read: a transaction keeps seeing what it read first. Answers the histories that are not deleted. */
async function takeLocks(
  trx: Knex,
  { session }: ReportWrite,
  histories: readonly ReportedHistory[],
): Promise<readonly ReportedHistory[]> {
  if (session) await lockState(trx, session.device, session.before)
  const kept: ReportedHistory[] = []
  for (const history of histories) {
    if (await lockHistory(trx, history.historyId)) kept.push(history)
  }
  return kept
}

/** Answers whether a dropped series was resumed. */
async function writeEntry(
  trx: Knex,
  { historyId, key, isKnown }: ReportedHistory,
  { change, isMoment }: ReportWrite,
): Promise<boolean> {
  if (change === null) return false
  const isPlaced = isKnown && (await place(trx, historyId, key, change, null))
  if (!isPlaced) await putPlay(trx, historyId, key, change)
  return isMoment && key.kind === 'episode' && (await pickUp(trx, historyId, key))
}

/** Answers the play with the row of the user who watches it. */
async function writePlay(
  trx: Knex,
  { historyId, key, profileId }: ReportedHistory,
  { playBefore, device, origin }: ReportWrite,
  play: OpenPlay,
): Promise<OpenPlay> {
  if (await updatePlay(trx, play, profileId)) return play
  // A user who joins a play, or clears it while it runs, gets a play from then on.
  const own = playBefore
    ? { ...play, joined: { ...play.joined, [profileId]: stageOf(playBefore) } }
    : play
  const owner = { historyId, profileId, key, device, origin }
  const id = await insertPlay(trx, owner, playOf(own, profileId))
  return { ...own, rows: { ...own.rows, [profileId]: id } }
}

async function writeEndedPlay(
  trx: Knex,
  { endedPlay, isFailed, play }: ReportWrite,
): Promise<void> {
  if (endedPlay) {
    for (const profileId of Object.keys(endedPlay.rows)) {
      await updatePlay(trx, endedPlay, profileId)
    }
  }
  if (isFailed && play) await deleteOpenPlay(trx, play)
}

const progress = `origin = 'local', tracker = null, link = null,
  position_ms = coalesce(?, position_ms), duration_ms = coalesce(?, duration_ms),
  play_count = play_count + ?, version = coalesce(?, version), device_version = coalesce(?, device_version),
  last_played_at = ?, sort_at = ?, changed_at = ?`
const ofEntry = 'where viewer = ? and sort_at > 0 and item_key = ?'

function progressValues({ positionMs, durationMs, plays, version, at }: PlayChange): Value[] {
  const { version: shared = null, device_version: own = null } = versionColumns(version)
  return [positionMs, durationMs, plays, shared, own, at, placeAt(at), at]
}

/** False, with nothing changed: there was no such entry or play's row (one may be cleared), or more than its place would change. */
async function place(
  on: Knex,
  historyId: number,
  key: HistoryKey,
  change: PlayChange,
  playRow: OpenPlayRow | null,
): Promise<boolean> {
  const row = playRow && chosenRow(playRow)
  const changed = await changedBy(
    on,
    `update ${historyTable} set ${progress} ${ofEntry}
     and resumable = coalesce(?, resumable) and played >= ?
     ${row ? `and exists (select 1 from ${playTable} where ${row.where})` : ''}`,
    [
      ...progressValues(change),
      historyId,
      storedItemKey(key),
      change.resumable,
      change.played ?? false,
      ...(row?.values ?? []),
    ],
  )
  return changed > 0
}

async function putPlay(
  trx: Knex,
  historyId: number,
  key: HistoryKey,
  change: PlayChange,
): Promise<void> {
  const made = {
    ...newRow(historyId, key, change.at),
    ...local,
    ...playedColumns(change, change.plays),
  } as Partial<Row>
  const merge = {
    ...local,
    ...playedColumns(change, trx.raw('play_count + ?', [change.plays])),
    sort_at: placeAt(change.at),
  }
  await putRows(trx, historyId, { keys: [key], made: [made], merge })
}

function playedColumns(change: PlayChange, count: unknown): Partial<Record<keyof Row, unknown>> {
  return {
    ...(change.positionMs !== null && { position_ms: change.positionMs }),
    ...(change.durationMs !== null && { duration_ms: change.durationMs }),
    ...(change.resumable !== null && { resumable: change.resumable }),
    ...(change.played && { played: true }),
    ...(change.plays > 0 && { play_count: count }),
    ...versionColumns(change.version),
    last_played_at: change.at,
  }
}

function versionColumns(
  version: PlayedVersion | null,
): Pick<Partial<Row>, 'version' | 'device_version'> {
  if (version === null) return {}
  const text = versionText(version)
  return version.device === undefined ? { version: text } : { device_version: text }
}

/** A truncated group would find nothing. */
function versionText({ traits, ...version }: PlayedVersion): string {
  const { mark, group, resolution, device, audio, subtitle } = version
  const kept = JSON.stringify(group).length > maxGroup ? null : group
  const short = { mark, group: kept, resolution, device, audio, subtitle }
  const { range: _range, audio: _audio, edition: _edition, ...fewer } = traits ?? {}
  const texts = [{ ...short, traits }, { ...short, ...(traits && { traits: fewer }) }, short].map(
    (one) => JSON.stringify(one),
  )
  return texts.find((text) => text.length <= maxVersion) ?? texts.at(-1)!
}
