import type { Lock } from '../core/lock.ts'
import type { Logger } from '../core/logger.ts'
import type { Household } from '../model/household.ts'
import type { PlayStore } from '../model/play-store.ts'
import type { FactsAnswer } from '../services/library/titles/missing-facts.ts'
import type { PlayedTitle } from '../model/play-filter.ts'

const dayMs = 86_400_000
const usual = { everyMs: 600_000, mostAnHour: 60, againMs: 21 * dayMs, failedAgainMs: dayMs }

type LearnOptions = {
  readonly plays: Pick<PlayStore, 'unlearned' | 'unlearnedOf' | 'noteAsked'>
  readonly household: (configuration: number) => Promise<Household | null>
  readonly facts: {
    canAsk(household: Household, ends: AbortSignal): Promise<boolean>
    ask(household: Household, title: PlayedTitle, ends: AbortSignal): Promise<FactsAnswer>
  }
  readonly lock: Lock
  readonly log: Pick<Logger, 'warn'>
  readonly everyMs?: number
  readonly mostAnHour?: number
}

/** On one node, asks for genres, people and episodes of watched titles, a few at a time. Returns a function that stops it. */
export function keepLearned({ plays, household, facts, lock, log, ...options }: LearnOptions) {
  const { everyMs, mostAnHour, againMs, failedAgainMs } = { ...usual, ...options }
  const closing = new AbortController()
  let running: Promise<void> | null = null

  async function learnOf(configuration: number, signal: AbortSignal): Promise<void> {
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

  async function learn(lost: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([lost, closing.signal])
    for (const configuration of await plays.unlearnedOf(Date.now() - againMs)) {
      if (signal.aborted) return
      await learnOf(configuration, signal)
    }
  }

  async function run(): Promise<void> {
    try {
      await lock.withLock('title-facts', 60_000, learn)
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error }, 'facts of titles could not be learned')
    }
  }

  const learning = setInterval(() => {
    running ??= run().finally(() => {
      running = null
    })
  }, everyMs)
  return async () => {
    clearInterval(learning)
    closing.abort()
    await running
  }
}
