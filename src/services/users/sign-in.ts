import { AppError } from '../../core/errors.ts'
import type { AddressScope } from '../../model/address-scope.ts'
import type { Client } from '../../model/credentials.ts'
import { clientKey } from '../../security/rate-limit.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'
import type { Configuration } from '../configurations/configurations.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import type { DeviceTokens } from './device-tokens.ts'
import { comparable, findByName } from './households.ts'
import type { Households } from './households.ts'
import type { SignedIn, SignInRequest } from './sign-in-types.ts'
import type { AddressScopes } from './scopes.ts'
import { longPin } from './secrets.ts'
import type { createSecrets } from './secrets.ts'

export type SignInOptions = {
  readonly configurations: Pick<ConfigurationService, 'byId'>
  readonly pinSignIn: boolean
  /** Wrong secrets per client address, configuration and name, even for names that do not exist. */
  readonly failures: RateLimiter
}

type Parts = {
  readonly households: Households
  readonly scopes: AddressScopes
  readonly secrets: ReturnType<typeof createSecrets>
  readonly issueToken: DeviceTokens['issue']
}

export function createSignIn(
  { configurations, pinSignIn, failures }: SignInOptions,
  { households, scopes, secrets, issueToken }: Parts,
) {
  /** On an address that names the configuration, its id before the user's name is optional. */
  function readUsername(username: string, scoped: Configuration | null) {
    const slash = username.indexOf('/')
    const account = slash < 0 ? username : username.slice(0, slash)
    const isAlone = scoped !== null && scopes.uuidOf(account) !== scoped.uuid
    return { account, name: isAlone ? username : slash < 0 ? '' : username.slice(slash + 1) }
  }

  /** UNAUTHORIZED for anything wrong, RATE_LIMIT_EXCEEDED when locked; FORBIDDEN or NOT_FOUND if the media server is disabled. */
  return async function signIn(
    { username, secret, device, scope }: SignInRequest,
    client: Client,
  ): Promise<SignedIn> {
    const open = scope && (await scopes.openScope(scope, client))
    if (scope && !open) throw signInRefused(scope)
    const scoped = open?.stored ?? null
    const only = open?.only ?? null
    const { account, name } = only
      ? { account: '', name: comparable(username) === '' ? only.name : username }
      : readUsername(username, scoped)
    const stored = scoped ?? (await configurations.byId(account, client))
    const named = stored && findByName(households.of(stored), name)
    // The names of others mean as little here as names that nobody has, and count apart from them.
    const profile = only && named?.id !== only.id ? null : named
    const pinAlone = scope !== null && pinSignIn && longPin.test(secret)
    const isOfOther = only !== null && profile === null
    // Uses only the request and its address, so that neither answers nor timing reveal which users exist and how they sign in.
    const key = [
      clientKey(client.address),
      stored?.uuid ?? account,
      ...(isOfOther ? [only.id] : []),
      scope === null ? 'plain' : pinAlone ? 'PIN' : 'named',
      comparable(name),
    ].join(' ')
    await failures.check(key)
    const guess = {
      stored,
      profile,
      name: isOfOther ? `${only.id} ${name}` : name,
      secret,
      pinAlone,
    }
    const via = await secrets.openedBy(guess, client)
    if (!stored || !profile || via === null) {
      await failures.take(key)
      throw signInRefused(scope)
    }
    // Parallel guesses pass the first check together; this one stops those over the limit.
    await failures.check(key)
    await failures.reset(key)
    return issueToken(stored, profile, device, via)
  }
}

/** At the address of a configuration the text is the same whether a new password has ended it, so that it tells nobody. */
export function signInRefused(scope: AddressScope | null = null): AppError {
  const wrong = 'The user or the password is wrong'
  if (scope?.kind !== 'configuration') return new AppError('UNAUTHORIZED', `${wrong}.`)
  const ended = 'this address is that of an earlier password: then add the server anew'
  return new AppError('UNAUTHORIZED', `${wrong}, or ${ended}.`)
}
