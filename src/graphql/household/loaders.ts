import DataLoader from 'dataloader'
import type { User } from '../../model/household.ts'
import type { UserConfigurations } from '../../services/users/user-configurations.ts'

/** What users of the household have chosen, by their ids, as far as the caller may know it. */
export function createPreferencesLoader(
  userConfigurations: Pick<UserConfigurations, 'ofUsers'>,
  user: () => User,
) {
  return new DataLoader(async (ids: readonly string[]) => userConfigurations.ofUsers(user(), ids))
}
