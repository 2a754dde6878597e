import DataLoader from 'dataloader'
import type { User } from '../../model/household.ts'
import type { UserService } from '../../services/users/service.ts'
import type { UserConfigurations } from '../../services/users/user-configurations.ts'

/** Users' settings by user id, as far as the caller may read them. */
export function createPreferencesLoader(
  userConfigurations: Pick<UserConfigurations, 'ofUsers'>,
  user: () => User,
) {
  return new DataLoader(async (ids: readonly string[]) => userConfigurations.ofUsers(user(), ids))
}

/** Of users' own addresses, by user id. */
export function createPersonalPathLoader(
  users: Pick<UserService, 'personalPaths'>,
  user: () => User,
) {
  return new DataLoader(async (ids: readonly string[]) => users.personalPaths(user(), ids))
}
