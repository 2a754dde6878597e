import DataLoader from 'dataloader'
import type { UserService } from '../../services/user/service.ts'

/** Answers every question after users of one request with one look-up. */
export function createUserLoaders(users: Pick<UserService, 'resolveMany'>) {
  return {
    /** UUID or alias in, UUID of an existing user or null out. */
    uuidById: new DataLoader((ids: readonly string[]) => users.resolveMany(ids)),
  }
}
