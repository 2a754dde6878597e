import DataLoader from 'dataloader'
import type { ConfigurationService } from '../../services/configurations/service.ts'

/** Answers every question after configurations of one request with one look-up: UUID or alias in, UUID of an existing user or null out. */
export function createUserLoader(configurations: Pick<ConfigurationService, 'resolveMany'>) {
  return new DataLoader((ids: readonly string[]) => configurations.resolveMany(ids))
}
