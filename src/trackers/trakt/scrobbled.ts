import type { WatchEvent } from '../../model/tracker.ts'
import { failureIn } from '../answers.ts'
import { lateMs } from './calls.ts'
import { playEntries, plays } from './entries.ts'
import { readPage } from './pages.ts'
import type { Send } from './pages.ts'
import { isoOf, traktSpaces } from './words.ts'

const clocksDifferMs = 60_000

/** Whether Trakt has counted a play whose scrobble seemed to fail; not where it shows no history. */
export async function isScrobbled(send: Send, event: WatchEvent): Promise<boolean> {
  try {
    return await isInHistory(send, event)
  } catch (error) {
    if (failureIn(error, 'Trakt').kind === 'refused') return false
    throw error
  }
}

async function isInHistory(send: Send, event: WatchEvent): Promise<boolean> {
  const from = isoOf(event.at - clocksDifferMs)
  const to = isoOf(event.at + lateMs + clocksDifferMs)
  const { items } = await readPage(send, `/sync/history?start_at=${from}&end_at=${to}`, plays, 1)
  return playEntries(items).some(
    ({ kind, ids, season, episode }) =>
      kind === event.scope &&
      season === event.season &&
      episode === event.episode &&
      traktSpaces.some((space) => ids[space] !== undefined && ids[space] === event.ids[space]),
  )
}
