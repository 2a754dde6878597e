import type { Knex } from 'knex'
import { AppError } from '../../../core/errors.ts'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import type { Rewatched, WatchSession } from '../../../model/play-store.ts'
import { keptRewatched } from './kept-rewatched.ts'
import { FinishedItems } from './rewatched.ts'
import type { CountedPlay, ScanBudget } from './scan.ts'
import { countOneByOne, mostLooked } from './one-by-one.ts'
import { keysOfNames, numbersOfNames } from './title-groups.ts'
import { spaceOf, titleName } from './title-sums.ts'

type TimeFilter = StatisticsQuery['filter']

/** What one history has finished, held in memory while its plays are looked at. */
const mostItems = 500_000
/** Longer without any play ends a session. */
const longestPauseMs = 1_800_000

/** Titles of which somebody has finished the film, or the same episode, more than once; those most often finished again first. */
export async function rewatchedTitles(
  db: Knex,
  filter: TimeFilter,
  first: number,
  most = mostLooked,
): Promise<readonly Rewatched[]> {
  if (filter.finished === false) return []
  const found = new Map<string, Rewatched>()
  const add = (title: string, again: number, lastAt: number): void => {
    const known = found.get(title) ?? { title, again: 0, lastAt: 0 }
    found.set(title, {
      title,
      again: known.again + again,
      lastAt: Math.max(known.lastAt, lastAt),
    })
  }
  const rest = await keptRewatched(db, filter, add)
  const budget: ScanBudget = { left: most }
  for (const own of rest) await countAgain(db, { ...own, finished: true }, budget, add)
  const numbers = await numbersOfNames(db, [...found.keys()])
  for (const [title, numbered] of numbers) {
    const { again, lastAt } = found.get(title)!
    found.delete(title)
    add(numbered, again, lastAt)
  }
  const last = [...found.values()]
    .toSorted((a, b) => b.again - a.again || b.lastAt - a.lastAt || (a.title < b.title ? -1 : 1))
    .slice(0, first)
  const keys = await keysOfNames(
    db,
    last.map(({ title }) => title),
  )
  return last.map((one) => ({ ...one, title: keys.get(one.title) ?? one.title }))
}

/** One history after the other, so that only one is held in memory. */
async function countAgain(
  db: Knex,
  filter: TimeFilter,
  budget: ScanBudget,
  add: (title: string, again: number, lastAt: number) => void,
): Promise<void> {
  for (const reader of filter.readers) {
    const items = new FinishedItems()
    const visit = (play: CountedPlay): void => {
      items.add(titleName(spaceOf(play.kind), play.title_key), play)
      if (items.count > mostItems) throw tooManyItems()
    }
    await countOneByOne(db, { filter: { ...filter, readers: [reader] } }, visit, budget)
    items.forEachAgain(add)
  }
}

function tooManyItems(): AppError {
  return new AppError(
    'BAD_REQUEST',
    `More than ${mostItems.toLocaleString('en')} films and episodes were finished; ask for a shorter time, by from and to.`,
  )
}

/** The session in which somebody watched longest; null: there is no play. */
export async function longestSession(
  db: Knex,
  filter: TimeFilter,
  most = mostLooked,
): Promise<WatchSession | null> {
  const budget: ScanBudget = { left: most }
  const running = new Map<string, WatchSession>()
  let longest: WatchSession | null = null
  await countOneByOne(
    db,
    { filter, inOrder: true },
    (play) => {
      const before = running.get(play.profile_id)
      const goesOn = before !== undefined && play.started_at - before.endedAt <= longestPauseMs
      const session: WatchSession = {
        profileId: play.profile_id,
        startedAt: goesOn ? before.startedAt : play.started_at,
        endedAt: Math.max(play.ended_at, goesOn ? before.endedAt : 0),
        plays: (goesOn ? before.plays : 0) + 1,
        watchedMs: (goesOn ? before.watchedMs : 0) + play.watched_ms,
      }
      running.set(play.profile_id, session)
      if (longest === null || session.watchedMs > longest.watchedMs) longest = session
    },
    budget,
  )
  return longest
}
