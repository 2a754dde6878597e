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
import type { OpenPlay } from '../../../model/play.ts'
import type { PlayedVersion } from '../../../model/watch.ts'
import { transact, write } from '../../guard.ts'
import { lockState, writeState } from '../sessions.ts'
import { local, pickUp, putRows, sendEvents } from './changes.ts'
import { deletePlays, insertPlay, updatePlay } from './plays.ts'
import { liveRows, newRow, placeAt } from './rows.ts'
import type { Row } from './rows.ts'
import { lockHistory } from './tally.ts'

/** Characters. */
const maxGroup = 300

export function createReports(db: Knex): Pick<HistoryStore, 'place' | 'report'> {
  return {
    place: (historyId, key, change) => write(db, () => place(db, historyId, key, change)),

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
        const { session } = written
        if (!session) return null
        // A late stop ends another play than the current one.
        const isOpen = play !== null && session.state.play === written.play
        const state = isOpen ? { ...session.state, play } : session.state
        await writeState(trx, session.device, state)
        return state
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
  const isPlaced = isKnown && (await place(trx, historyId, key, change))
  if (!isPlaced) await putPlay(trx, historyId, key, change)
  return isMoment && key.kind === 'episode' && (await pickUp(trx, historyId, key))
}

/** Answers the play with the row of the user who watches it. */
async function writePlay(
  trx: Knex,
  { historyId, key, profileId }: ReportedHistory,
  { playBefore, device }: ReportWrite,
  play: OpenPlay,
): Promise<OpenPlay> {
  const known = play.rows[profileId]
  if (known !== undefined && (await updatePlay(trx, known, playOf(play, profileId)))) {
    return play
  }
  // Somebody who joins a play, or clears it while it goes on, has a play from then on.
  const own = playBefore
    ? { ...play, joined: { ...play.joined, [profileId]: stageOf(playBefore) } }
    : play
  const owner = { historyId, profileId, key, device, origin: 'local' } as const
  const id = await insertPlay(trx, owner, playOf(own, profileId))
  return { ...own, rows: { ...own.rows, [profileId]: id } }
}

async function writeEndedPlay(
  trx: Knex,
  { endedPlay, isFailed, play }: ReportWrite,
): Promise<void> {
  if (endedPlay) {
    for (const [profileId, id] of Object.entries(endedPlay.rows)) {
      await updatePlay(trx, id, playOf(endedPlay, profileId))
    }
  }
  if (isFailed) await deletePlays(trx, Object.values(play?.rows ?? {}))
}

/** False: there was no such entry, or more than its place would change; nothing was changed. */
async function place(
  on: Knex,
  historyId: number,
  key: HistoryKey,
  change: PlayChange,
): Promise<boolean> {
  const same = {
    ...(change.resumable !== null && { resumable: change.resumable }),
    ...(change.played && { played: true }),
  }
  const changed = await liveRows(on, historyId)
    .where({ item_key: storedItemKey(key), ...same })
    .update({
      ...local,
      ...(playedColumns(change, on.raw('play_count + ?', [change.plays])) as Partial<Row>),
      sort_at: placeAt(change.at),
      changed_at: change.at,
    })
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
    ...(change.version && { version: versionText(change.version) }),
    last_played_at: change.at,
  }
}

/** A truncated group would find nothing. */
function versionText({ mark, group, resolution, audio, subtitle }: PlayedVersion): string {
  const kept = JSON.stringify(group).length > maxGroup ? null : group
  return JSON.stringify({ mark, group: kept, resolution, audio, subtitle })
}
