import { AppError } from '../../core/errors.ts'
import type { Client } from '../../model/credentials.ts'
import type { Household, User, Profile } from '../../model/household.ts'
import type { Configuration } from '../configurations/configurations.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import type { Households } from './households.ts'
import type { AddressScope } from '../../model/address-scope.ts'

export type ScopesOptions = {
  readonly configurations: Pick<ConfigurationService, 'byId' | 'byToken' | 'ofAccount' | 'signIn'>
  /** Only aliases with a secret have addresses of their own. */
  readonly aliases: ReadonlyMap<string, { readonly uuid: string; readonly secret: string | null }>
}

export type Scopes = ReturnType<typeof createScopes>

export function createScopes({ configurations, aliases }: ScopesOptions, households: Households) {
  /** Null for a wrong secret or alias. Throws RATE_LIMIT_EXCEEDED, and NOT_FOUND if the media server is disabled. */
  async function openScope(scope: AddressScope, client: Client): Promise<Configuration | null> {
    const open =
      scope.kind === 'alias' ? aliases.get(scope.alias) : { uuid: scope.uuid, secret: scope.secret }
    if (!open || open.secret === null) return null
    const stored = await openConfiguration(open.uuid, open.secret, client)
    if (stored && !households.served(stored)) {
      throw new AppError('NOT_FOUND', 'The media server is switched off in this configuration.')
    }
    return stored
  }

  function uuidOf(id: string): string {
    return (aliases.get(id)?.uuid ?? id).toLowerCase()
  }

  /** False if the media server is disabled or the alias has no secret. `user` saves a look-up. A wrong secret reveals nothing. */
  async function isServed(
    scope: AddressScope,
    user: User | null,
    client: Client,
  ): Promise<boolean> {
    const isAlias = scope.kind === 'alias'
    if (isAlias && typeof aliases.get(scope.alias)?.secret !== 'string') return false
    const id = isAlias ? scope.alias : scope.uuid
    if (user && uuidOf(id) === user.uuid) return true
    const stored = isAlias
      ? await configurations.byId(id, client)
      : await configurations.byToken(id, scope.secret, client)
    return stored ? households.served(stored) !== undefined : !isAlias
  }

  async function openConfiguration(
    id: string,
    secret: string,
    client: Client,
  ): Promise<Configuration | null> {
    try {
      return await configurations.ofAccount(await configurations.signIn({ id, secret }, client))
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHORIZED') return null
      throw error
    }
  }

  async function scoped(scope: AddressScope, client: Client): Promise<Household | null> {
    const stored = await openScope(scope, client)
    return (stored && households.served(stored)) ?? null
  }

  async function publicProfiles(
    scope: AddressScope | null,
    client: Client,
  ): Promise<readonly Profile[]> {
    const stored = scope && (await openScope(scope, client))
    if (!stored) return []
    return (households.served(stored)?.profiles ?? []).filter(({ hidden }) => !hidden)
  }

  return { openScope, uuidOf, isServed, scoped, publicProfiles }
}
