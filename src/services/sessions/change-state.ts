import { StateOvertaken } from '../../model/session-store.ts'
import type { SessionState } from '../../model/session-store.ts'
import type { ReportHistory } from '../history/reports.ts'
import type { KeyedQueues } from '../../core/keyed-queues.ts'
import type { LiveState, LiveStates } from './live-states.ts'

const maxAttempts = 10

export type ChangeOptions = {
  readonly live: LiveStates
  readonly history: Pick<ReportHistory, 'keep'>
  readonly inQueue: KeyedQueues<number>
}

/** Repeats the work with the newer state if another write came first. */
export async function fromState(
  live: LiveStates,
  device: number,
  work: (known: LiveState) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const known = await live.of(device, { isAfresh: attempt > 1 })
    try {
      return await work(known)
    } catch (error) {
      if (!(error instanceof StateOvertaken) || attempt === maxAttempts) throw error
    }
  }
}

/** A change that is not a report. `change` returns null to leave the state as it is. */
export async function changeState(
  { live, history, inQueue }: ChangeOptions,
  device: number,
  change: (state: SessionState, stored: SessionState | null) => SessionState | null,
): Promise<void> {
  await inQueue(device, () =>
    fromState(live, device, async ({ state, stored }) => {
      const next = change(state, stored)
      if (next === null) return
      await history.keep(device, stored, next, state.play)
      live.stored(device, next)
    }),
  )
}
