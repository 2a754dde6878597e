import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { Client } from '../../model/credentials.ts'
import type { Household, User, Profile } from '../../model/household.ts'
import type { Configuration } from '../configurations/configurations.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import { seenBy } from './households.ts'
import type { Households } from './households.ts'
import type { PersonalAddresses } from './personal-addresses.ts'
import type { AddressScope } from '../../model/address-scope.ts'

export type AddressScopeOptions = {
  readonly configurations: Pick<ConfigurationService, 'byId' | 'byToken' | 'ofAccount' | 'open'>
  /** Only aliases with a secret have addresses of their own. */
  readonly aliases: ReadonlyMap<string, { readonly uuid: string; readonly secret: string | null }>
}

export type PersonalAddress = { readonly name: string | null; readonly logo: string | null }

export type AddressScopes = ReturnType<typeof createAddressScopes>

type OpenScope = {
  readonly stored: Configuration
  /** The user whose address it is; null for the whole household. */
  readonly only: Profile | null
}

type HouseholdScope = Exclude<AddressScope, { kind: 'personal' }>

export function createAddressScopes(
  { configurations, aliases }: AddressScopeOptions,
  households: Households,
  personal: PersonalAddresses,
) {
  /** Null for a wrong secret, alias or code. Throws RATE_LIMIT_EXCEEDED, and NOT_FOUND if the media server is disabled. */
  async function openScope(scope: AddressScope, client: Client): Promise<OpenScope | null> {
    if (scope.kind === 'personal') {
      const found = await personal.find(scope.code, client)
      return found && { stored: found.stored, only: found.profile }
    }
    const stored = await openHousehold(scope, client)
    return stored && { stored, only: null }
  }

  async function openHousehold(
    scope: HouseholdScope,
    client: Client,
  ): Promise<Configuration | null> {
    const open =
      scope.kind === 'alias' ? aliases.get(scope.alias) : { uuid: scope.uuid, secret: scope.secret }
    if (!open || open.secret === null) return null
    const stored = await openConfiguration(open.uuid, open.secret, client)
    if (stored && !households.served(stored)) {
      throw new AppError('NOT_FOUND', refusal('MEDIA_SERVER_OFF'))
    }
    return stored
  }

  function uuidOf(id: string): string {
    return (aliases.get(id)?.uuid ?? id).toLowerCase()
  }

  /** False if the media server is disabled, the alias has no secret or the code is unknown. `user` saves a look-up. A wrong secret reveals nothing. */
  async function isServed(
    scope: AddressScope,
    user: User | null,
    client: Client,
  ): Promise<boolean> {
    if (scope.kind === 'personal') return (await personal.find(scope.code, client)) !== null
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
      return await configurations.ofAccount(await configurations.open({ id, secret }, client))
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHORIZED') return null
      throw error
    }
  }

  async function scoped(scope: AddressScope, client: Client): Promise<Household | null> {
    const open = await openScope(scope, client)
    const household = open && households.served(open.stored)
    if (!household) return null
    return open.only ? seenBy(household, open.only) : household
  }

  /** What a personal address shows of its household before signing in; null for any other text. */
  async function personalAddress(
    code: string | null | undefined,
    client: Client,
  ): Promise<PersonalAddress | null> {
    const found = code ? await personal.find(code, client) : null
    if (!found) return null
    const { name, logo } = found.stored.userData
    return { name: name ?? null, logo: logo ?? null }
  }

  /** Whether the address lets the user in: a personal one only its own. */
  async function admits(scope: AddressScope, user: User, client: Client): Promise<boolean> {
    if (scope.kind !== 'personal') return true
    const found = await personal.find(scope.code, client)
    // Ids of users can be chosen, so two configurations may have the same.
    return found?.stored.rowId === user.configuration && found.profile.id === user.profile.id
  }

  async function publicProfiles(
    scope: AddressScope | null,
    client: Client,
  ): Promise<readonly Profile[]> {
    const open = scope && (await openScope(scope, client))
    if (!open) return []
    const { stored, only } = open
    if (only) return [only]
    return (households.served(stored)?.profiles ?? []).filter(({ hidden }) => !hidden)
  }

  return { openScope, uuidOf, isServed, admits, scoped, publicProfiles, personalAddress }
}
