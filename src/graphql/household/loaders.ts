import DataLoader from 'dataloader'
import type { User } from '../../model/household.ts'
import type { AccessTimeService } from '../../services/users/access-times.ts'
import type { UserService } from '../../services/users/service.ts'
import type { UserConfigurations } from '../../services/users/user-configurations.ts'

/** Users' settings by user id, as far as the caller may read them. */
export function createPreferencesLoader(
  userConfigurations: Pick<UserConfigurations, 'ofUsers'>,
  user: () => User,
) {
  return new DataLoader(async (ids: readonly string[]) => userConfigurations.ofUsers(user(), ids))
}

/** What users with access times have watched today, by user id. */
export function createWatchedTodayLoader(
  accessTimes: Pick<AccessTimeService, 'today'>,
  user: () => User,
) {
  return new DataLoader(async (ids: readonly string[]) => accessTimes.today(user(), ids))
}

export function createPersonalUrlLoader(
  users: Pick<UserService, 'personalUrls'>,
  user: () => User,
  publicAddress: () => string,
) {
  return new DataLoader(async (ids: readonly string[]) =>
    users.personalUrls(user(), ids, publicAddress()),
  )
}
