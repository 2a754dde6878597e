import { createPlans } from '../search/plans.ts'
import type { Config } from '../config/config.ts'
import type { Hasher } from '../security/passwords.ts'
import type { Infrastructure } from './infrastructure.ts'
import { createAccountServices } from './account-services.ts'
import { createUpstreams } from './upstreams.ts'

export type BaseServices = ReturnType<typeof createBaseServices>

/** What the other services stand on: whom the service asks, and whom it answers. */
export function createBaseServices(config: Config, infrastructure: Infrastructure, hasher: Hasher) {
  const parts = {
    ...infrastructure,
    ...createUpstreams(config, infrastructure),
    plans: createPlans(),
    hasher,
  }
  return { ...parts, ...createAccountServices(config, parts) }
}
