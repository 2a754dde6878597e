import DataLoader from 'dataloader'
import type { ConfigurationService } from '../../services/configurations/service.ts'

/** Answers every question after users of one request with one look-up: UUID or alias in, UUID of an existing user or null out. */
export function createUserLoader(users: Pick<ConfigurationService, 'resolveMany'>) {
  return new DataLoader((ids: readonly string[]) => users.resolveMany(ids))
}
