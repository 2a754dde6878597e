import type { Knex } from 'knex'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import type { WatchSession } from '../../../model/play-store.ts'
import { countOneByOne, mostLooked } from './one-by-one.ts'
import type { ScanBudget } from './scan.ts'

type TimeFilter = StatisticsQuery['filter']

/** Longer without any play ends a session. */
const longestPauseMs = 1_800_000

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
