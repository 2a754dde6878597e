import type { Lock } from '../../core/lock.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import { announceEnd } from '../history/announce.ts'
import type { EndSilent } from '../sessions/end-silent.ts'
import type { OpenPlays } from './open-plays.ts'

type EndLeftOptions = {
  readonly open: Pick<OpenPlays, 'stateOf' | 'keep'>
  readonly lock: Lock
  readonly events: Pick<LiveEvents, 'publish'>
  readonly afterMs: number
  readonly now: () => number
}

const lockMs = 15_000
const againMs = 5_000
/** A viewer who comes back continues the play. */
const keptMs = 6 * 3_600_000

/** Ends plays of which no request was heard for a while. The state says that it was told, so that one node tells it. */
export function createEndLeft(options: EndLeftOptions): EndSilent<string> {
  const { open, lock, events, afterMs, now } = options

  return async function endLeft(configuration, key) {
    let leftMs: number | null = null
    const hasRun = await lock.withLock(key, lockMs, async () => {
      const state = await open.stateOf(key)
      if (!state?.now || !state.play || state.isEndPublished) return
      const left = state.now.reportedAt + afterMs - now()
      if (left > 0) {
        leftMs = left
        return
      }
      await open.keep(key, { ...state, isEndPublished: true }, keptMs)
      announceEnd(events, configuration, state.play)
      events.publish({ kind: 'sessions', configuration })
    })
    return hasRun ? leftMs : againMs
  }
}
