import type { Knex } from 'knex'
import { AppError } from '../../../core/errors.ts'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import type { Rewatched } from '../../../model/play-store.ts'
import { keptRewatched } from './kept-rewatched.ts'
import { FinishedItems } from './rewatched.ts'
import type { CountedPlay, ScanBudget } from './scan.ts'
import { countOneByOne, mostLooked } from './one-by-one.ts'
import { keysOfNames, numbersOfNames } from './title-groups.ts'
import { spaceOf, titleName } from './title-sums.ts'

type TimeFilter = StatisticsQuery['filter']

/** What one history has finished, held in memory while its plays are looked at. */
const mostItems = 500_000

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
