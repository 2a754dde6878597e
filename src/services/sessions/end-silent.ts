import { idle } from '../../history/playing.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { OpenPlay } from '../../model/play.ts'
import type { SessionState, SessionStore } from '../../model/session-store.ts'
import { announceEnd } from '../history/announce.ts'
import { changeState } from './change-state.ts'
import type { ChangeOptions } from './change-state.ts'
import { writeEveryMs } from './live-states.ts'

/** Older silent plays have no subscribers left. */
const lookedBackMs = 86_400_000

type EndSilentOptions = ChangeOptions & {
  readonly events: Pick<LiveEvents, 'publish'>
  readonly afterMs: number
  readonly isAlone: boolean
}

/** Answers in how many milliseconds to look again; null: nothing is left to end. */
export type EndSilent<Device = number> = (
  configuration: number,
  device: Device,
  known: OpenPlay | null,
) => Promise<number | null>

/** The stored flag makes sure that only one process announces the end. */
export function createEndSilent(options: EndSilentOptions): EndSilent {
  const { events, afterMs, isAlone, history } = options

  /** Another process may have received a position that it has not stored yet. */
  function leftOf(
    now: NonNullable<SessionState['now']>,
    stored: SessionState | null,
    time: number,
  ): number {
    const isLatest = isAlone || now.reportedAt > (stored?.now?.reportedAt ?? 0)
    return now.reportedAt + afterMs + (isLatest ? 0 : writeEveryMs) - time
  }

  return async function endSilent(configuration, device, known) {
    let ended: OpenPlay | null = null
    let leftMs: number | null = null
    let isGone = false
    await changeState(options, device, (state, stored) => {
      ended = null
      leftMs = null
      isGone = stored === null
      if (state.now === null || state.play === null || state.isEndPublished) return null
      const left = leftOf(state.now, stored, Date.now())
      if (left > 0) {
        leftMs = left
        return null
      }
      ended = state.play
      return { ...state, isEndPublished: true }
    })
    if (isGone && known) {
      await history.keep(device, null, idle, known)
      ended = known
    }
    if (ended) announceEnd(events, configuration, ended)
    return leftMs
  }
}

/** Ends what devices play that no process listens for any more, such as after a restart. */
export function createEndAllSilent(
  endSilent: EndSilent,
  { store, afterMs }: { readonly store: Pick<SessionStore, 'openPlays'>; readonly afterMs: number },
) {
  return async (signal: AbortSignal, onFailure: (error: unknown) => void): Promise<void> => {
    const since = Date.now() - lookedBackMs
    for (let after = 0; ;) {
      const found = await store.openPlays({ after, since })
      for (const { device, configuration, reportedAt } of found) {
        if (signal.aborted) return
        after = device
        if (reportedAt < since || Date.now() - reportedAt < afterMs) continue
        await endSilent(configuration, device, null).catch(onFailure)
      }
      if (found.length === 0) return
    }
  }
}
