import type { Household } from '../../../model/household.ts'
import type { RatedTitle } from './kept-ratings.ts'

type Backlog = {
  household: Household
  /** Each once. */
  readonly first: Map<string, RatedTitle>
  rest: readonly RatedTitle[]
  next: number
  running: number
}

/** Further ones are found again at the next look. */
const mostFirst = 1_000

/** Titles of households that are read one after another. One that waits takes a place in a list, and no promise. */
export function createBacklogs(
  atOnce: number,
  read: (household: Household, title: RatedTitle) => Promise<void>,
) {
  const backlogs = new Map<string, Backlog>()

  function backlogOf(name: string, household: Household): Backlog {
    const fresh = { household, first: new Map(), rest: [], next: 0, running: 0 }
    const backlog = backlogs.get(name) ?? fresh
    backlogs.set(name, backlog)
    backlog.household = household
    return backlog
  }

  async function work(name: string, backlog: Backlog): Promise<void> {
    for (let title = takeOf(backlog); title; title = takeOf(backlog)) {
      await read(backlog.household, title).catch(() => {})
    }
    backlog.running -= 1
    if (backlog.running === 0) backlogs.delete(name)
  }

  function start(name: string, backlog: Backlog): void {
    for (; backlog.running < atOnce; backlog.running++) {
      queueMicrotask(() => void work(name, backlog))
    }
  }

  return {
    /** Before everything else that waits. */
    first(name: string, household: Household, titles: readonly RatedTitle[]): void {
      const backlog = backlogOf(name, household)
      for (const title of titles.slice(0, mostFirst - backlog.first.size)) {
        backlog.first.set(`${title.types.join(' ')} ${title.identity.text}`, title)
      }
      start(name, backlog)
    },

    /** Instead of what waited before, apart from what comes first. */
    replace(name: string, household: Household, titles: readonly RatedTitle[]): void {
      if (titles.length === 0) return
      const backlog = backlogOf(name, household)
      backlog.rest = titles
      backlog.next = 0
      start(name, backlog)
    },
  }
}

function takeOf(backlog: Backlog): RatedTitle | undefined {
  const [entry] = backlog.first
  if (!entry) return backlog.rest[backlog.next++]
  backlog.first.delete(entry[0])
  return entry[1]
}
