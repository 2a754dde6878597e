import DataLoader from 'dataloader'
import type { User } from '../../model/household.ts'
import type { PlayedTitle } from '../../model/play-filter.ts'
import type { StoredPlay } from '../../model/play-store.ts'
import type { ActivityService } from '../../services/activity/service.ts'

/** What was played, asked for all plays of an answer at once; null where not even its id can be made. */
export function createPlayItemLoader(activity: Pick<ActivityService, 'items'>, user: () => User) {
  return new DataLoader(async (plays: readonly StoredPlay[]) => activity.items(user(), plays))
}

/** Films and series, asked for all counts of an answer at once; null where not even an id can be made. */
export function createTitleItemLoader(
  activity: Pick<ActivityService, 'titleItems'>,
  user: () => User,
) {
  return new DataLoader(
    async (titles: readonly PlayedTitle[]) => activity.titleItems(user(), titles),
    { cacheKeyFn: nameOf },
  )
}

export function createTitleNameLoader(
  activity: Pick<ActivityService, 'titleNames'>,
  user: () => User,
) {
  return new DataLoader(
    async (titles: readonly PlayedTitle[]) => activity.titleNames(user(), titles),
    { cacheKeyFn: nameOf },
  )
}

export function createTitleIdLoader(activity: Pick<ActivityService, 'titleIds'>, user: () => User) {
  return new DataLoader(
    async (titles: readonly PlayedTitle[]) => activity.titleIds(user(), titles),
    { cacheKeyFn: nameOf },
  )
}

function nameOf({ space, titleKey }: PlayedTitle): string {
  return `${space} ${titleKey}`
}
