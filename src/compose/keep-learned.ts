import { everyOnOneNode } from '../core/periodic.ts'
import type { PeriodicDeps } from '../core/periodic.ts'
import type { Household } from '../model/household.ts'
import type { PlayStore } from '../model/play-store.ts'
import type { FactsAnswer } from '../services/library/titles/missing-facts.ts'
import type { PlayedTitle } from '../model/play-filter.ts'

const dayMs = 86_400_000
const usual = {
  everyMs: 600_000,
  mostAnHour: 60,
  /** For a household each time, so that slow sources of one do not hold up the others. */
  mostMs: 30_000,
  againMs: 21 * dayMs,
  failedAgainMs: dayMs,
}

type LearnOptions = PeriodicDeps & {
  readonly plays: Pick<PlayStore, 'takeFormerNames' | 'unlearned' | 'unlearnedOf' | 'noteAsked'>
  readonly household: (configuration: number) => Promise<Household | null>
  readonly facts: {
    canAsk(household: Household, ends: AbortSignal): Promise<boolean>
    ask(household: Household, title: PlayedTitle, ends: AbortSignal): Promise<FactsAnswer>
  }
  readonly everyMs?: number
  readonly mostAnHour?: number
  readonly mostMs?: number
}

/** Asks for genres, people and episodes of watched titles, a few at a time. */
export function keepLearned({ plays, household, facts, lock, log, ...options }: LearnOptions) {
  const { everyMs, mostAnHour, mostMs, againMs, failedAgainMs } = { ...usual, ...options }

  async function learnOf(configuration: number, ends: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([ends, AbortSignal.timeout(mostMs)])
    const home = await household(configuration)
    if (home === null || !(await facts.canAsk(home, signal))) return
    const since = Date.now() - againMs
    for (const title of await plays.unlearned(configuration, since, mostAnHour)) {
      if (signal.aborted) return
      const at = Date.now()
      const answer = await facts.ask(home, title, signal)
      if (signal.aborted) return
      const isFailed = answer === 'failed'
      await plays.noteAsked(configuration, title, isFailed ? since + failedAgainMs : at)
      if (isFailed) return
    }
  }

  return everyOnOneNode({
    name: 'title-facts',
    everyMs,
    lock,
    log,
    failure: 'facts of titles could not be learned',
    async work(signal) {
      await plays.takeFormerNames()
      const failures: unknown[] = []
      for (const configuration of await plays.unlearnedOf(Date.now() - againMs)) {
        if (signal.aborted) return
        // One whose parent is gone, for instance, does not end it for the others.
        await learnOf(configuration, signal).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  })
}
