import DataLoader from 'dataloader'
import type { UserService } from '../../services/user/service.ts'

/** Answers every question after users of one request with one look-up: UUID or alias in, UUID of an existing user or null out. */
export function createUserLoader(users: Pick<UserService, 'resolveMany'>) {
  return new DataLoader((ids: readonly string[]) => users.resolveMany(ids))
}
