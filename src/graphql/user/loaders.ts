import DataLoader from 'dataloader'
import type { ConfigurationService } from '../../services/configurations/service.ts'

/** One look-up per request: UUID or alias to the UUID of an existing configuration, or null. */
export function createUserLoader(configurations: Pick<ConfigurationService, 'resolveMany'>) {
  return new DataLoader((ids: readonly string[]) => configurations.resolveMany(ids))
}
