import type { Knex } from 'knex'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import type { Rewatched, WatchSession } from '../../../model/play-store.ts'
import type { ScanBudget } from './scan.ts'
import { countOneByOne } from './statistics.ts'
import { spaceOf, titleName } from './title-sums.ts'

type TimeFilter = StatisticsQuery['filter']

/** Plays that are looked at one by one; what is found of them is held in memory. */
const mostLooked = 500_000
/** Longer without any play ends a session. */
const longestPauseMs = 1_800_000

type Again = { finished: number; lastAt: number }

/** Titles of which somebody has finished the film, or the same episode, more than once; those most often finished again first. */
export async function rewatchedTitles(
  db: Knex,
  filter: TimeFilter,
  first: number,
  most = mostLooked,
): Promise<readonly Rewatched[]> {
  if (filter.finished === false) return []
  const titles = new Map<string, Map<string, Again>>()
  const budget: ScanBudget = { left: most }
  const own = { filter: { ...filter, finished: true } }
  await countOneByOne(
    db,
    own,
    (play) => {
      const name = titleName(spaceOf(play.kind), play.title_key)
      const items = titles.get(name) ?? new Map<string, Again>()
      titles.set(name, items)
      const key = `${play.profile_id} ${play.item_key}`
      const known = items.get(key)
      if (known === undefined) items.set(key, { finished: 1, lastAt: play.started_at })
      else {
        known.finished += 1
        known.lastAt = Math.max(known.lastAt, play.started_at)
      }
    },
    budget,
  )
  const found = [...titles].flatMap(([title, items]): Rewatched[] => {
    const repeated = [...items.values()].filter(({ finished }) => finished > 1)
    if (repeated.length === 0) return []
    return [
      {
        title,
        again: repeated.reduce((sum, { finished }) => sum + finished - 1, 0),
        lastAt: repeated.reduce((last, { lastAt }) => Math.max(last, lastAt), 0),
      },
    ]
  })
  return found
    .toSorted((a, b) => b.again - a.again || b.lastAt - a.lastAt || (a.title < b.title ? -1 : 1))
    .slice(0, first)
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
  // Plays come in the order in which they began, unless titles are chosen.
  await countOneByOne(
    db,
    { filter },
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
