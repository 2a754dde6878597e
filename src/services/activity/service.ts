import type { User } from '../../model/household.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { TopQuery } from '../../model/play-statistics.ts'
import type { PlayedTitle } from '../../model/play-filter.ts'
import type { StoredPlay } from '../../model/play-store.ts'
import type { Ask } from '../library/deps.ts'
import { readPlayUsers } from './play-users.ts'
import type { PlayUser } from './play-users.ts'
import { itemsOfPlays, readPlays } from './plays.ts'
import { readAbandoned } from './abandoned.ts'
import type { AbandonedInput, AbandonedSeries } from './abandoned.ts'
import { readRewatched } from './rewatched.ts'
import type { RewatchedTitle } from './rewatched.ts'
import { readStreaks } from './streaks.ts'
import type { Streaks, StreaksInput } from './streaks.ts'
import { createYears } from './year.ts'
import {
  bucketCounts,
  bucketStreams,
  bucketUsers,
  clockCounts,
  readStatistics,
} from './statistics.ts'
import type {
  BucketCount,
  BucketStreams,
  BucketUsers,
  ClockCount,
  Statistics,
  StatisticsInput,
} from './statistics.ts'
import type { PlayPageInput, PlaysDeps, PlaysPage } from './plays.ts'
import { idsOfTitles, itemsOfTitles } from './titles.ts'
import { topNames, topTitles } from './top.ts'
import type { TopInput, TopName, TopTitle } from './top.ts'

export type ActivityService = ReturnType<typeof createActivityService>

/** What was watched, when, how long and on what: of everybody whose history the caller may read. */
export function createActivityService(deps: PlaysDeps) {
  return {
    plays: (user: User, input: PlayPageInput, ask: Ask): Promise<PlaysPage> =>
      readPlays(deps, user, input, ask),

    items: (user: User, plays: readonly StoredPlay[]): Promise<readonly (LibraryItem | null)[]> =>
      itemsOfPlays(deps, user, plays),

    titleItems: (user: User, titles: readonly PlayedTitle[]) => itemsOfTitles(deps, user, titles),

    titleNames: ({ configuration }: User, titles: readonly PlayedTitle[]) =>
      deps.plays.namesOf(configuration, titles),

    titleIds: (user: User, titles: readonly PlayedTitle[]) => idsOfTitles(deps, user, titles),

    statistics: (user: User, input: StatisticsInput, ask: Ask): Promise<Statistics> =>
      readStatistics(deps, user, input, ask),

    buckets: (statistics: Statistics): Promise<readonly BucketCount[]> =>
      bucketCounts(deps, statistics),

    streams: (statistics: Statistics): Promise<readonly BucketStreams[]> =>
      bucketStreams(deps, statistics),

    distinctUsers: (statistics: Statistics): Promise<readonly BucketUsers[]> =>
      bucketUsers(deps, statistics),

    clock: (statistics: Statistics, kind: 'hour' | 'weekday'): Promise<readonly ClockCount[]> =>
      clockCounts(deps, statistics, kind),

    streaks: (user: User, input: StreaksInput, ask: Ask): Promise<readonly Streaks[]> =>
      readStreaks(deps, user, input, ask),

    rewatched: (
      user: User,
      input: Parameters<typeof readRewatched>[2],
      ask: Ask,
    ): Promise<readonly RewatchedTitle[]> => readRewatched(deps, user, input, ask),

    abandoned: (user: User, input: AbandonedInput, ask: Ask): Promise<readonly AbandonedSeries[]> =>
      readAbandoned(deps, user, input, ask),

    year: createYears(deps),

    topTitles: (user: User, input: TopInput, ask: Ask): Promise<readonly TopTitle[]> =>
      topTitles(deps, user, input, ask),

    users: (
      user: User,
      filter: Parameters<typeof readPlayUsers>[2],
      ask: Ask,
    ): Promise<readonly PlayUser[]> => readPlayUsers(deps, user, filter, ask),

    topNames: (
      user: User,
      input: TopInput,
      of: Exclude<TopQuery['of'], 'title'>,
      ask: Ask,
    ): Promise<readonly TopName[]> => topNames(deps, user, input, of, ask),
  }
}
