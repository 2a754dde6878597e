import { AppError } from '../../core/errors.ts'
import type { Client } from '../../model/credentials.ts'
import type { LockStore } from '../../model/device-store.ts'
import type { Profile } from '../../model/member.ts'
import type { Passwords } from '../../security/passwords.ts'
import { clientKey } from '../../security/rate-limit.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'
import type { Shared, UserService } from '../user/service.ts'
import { secretsOf } from './households.ts'

export type SecretsOptions = {
  readonly users: Pick<UserService, 'signIn'>
  readonly passwords: Passwords
  readonly locks: LockStore
  /** Counts wrong passwords of a profile's own, per client address. */
  readonly failures: RateLimiter
  readonly pinAttempts: number
  readonly pinLockMs: number
}

/** What was given to sign in, taken apart. */
export type Attempt = {
  /** Null where a PIN came alone. */
  readonly password: string | null
  readonly pin: string | null
}

const onlyDigits = /^\d{4,12}$/
const longPin = /^\d{6,12}$/

/** Checks what opens a profile, and counts what does not. */
export function createSecrets({
  users,
  passwords,
  locks,
  failures,
  pinAttempts,
  pinLockMs,
}: SecretsOptions) {
  /** Whether the password is the profile's own, or else the configuration's. Throws RATE_LIMIT_EXCEEDED. */
  async function isPassword(
    shared: Shared,
    profile: Profile,
    secret: string,
    client: Client,
  ): Promise<boolean> {
    const { password } = secretsOf(shared, profile)
    if (password === undefined) return opensConfiguration(shared.uuid, secret, client)
    const key = `${clientKey(client.address)} ${shared.uuid}/${profile.id}`
    await failures.check(key)
    const account = { id: `${shared.uuid}/${profile.id}/password`, hash: password }
    if (await passwords.verify(account, secret)) return true
    await failures.take(key)
    return false
  }

  async function opensConfiguration(id: string, secret: string, client: Client): Promise<boolean> {
    try {
      await users.signIn({ id, secret }, client)
      return true
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHORIZED') return false
      throw error
    }
  }

  /** Asked only where nobody can guess from outside: those who know the address or the password may lock a profile. Throws RATE_LIMIT_EXCEEDED while it is locked. */
  async function isPin(shared: Shared, profile: Profile, pin: string): Promise<boolean> {
    const until = await locks.lockedUntil(shared.number, profile.id)
    if (until !== null) throw locked(until)
    const account = {
      id: `${shared.uuid}/${profile.id}/pin`,
      hash: secretsOf(shared, profile).pin ?? null,
    }
    if (await passwords.verify(account, pin)) {
      await locks.clear(shared.number, profile.id)
      return true
    }
    await locks.fail(shared.number, profile.id, pinAttempts, pinLockMs)
    return false
  }

  return { isPassword, isPin, opensConfiguration }
}

/** Takes `password/PIN` apart where the profile has a PIN; a PIN of six digits or more may come alone where the address allows it. */
export function readAttempt(secret: string, { hasPin, own }: Profile, pinAlone: boolean): Attempt {
  if (!hasPin) return { password: secret, pin: null }
  const cut = secret.lastIndexOf('/')
  const pin = secret.slice(cut + 1)
  if (cut >= 0 && onlyDigits.test(pin)) return { password: secret.slice(0, cut), pin }
  if (pinAlone && !own && longPin.test(secret)) return { password: null, pin: secret }
  return { password: secret, pin: null }
}

function locked(until: number): AppError {
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    'Too many wrong PINs for this user; try again later.',
    { retryAfter: Math.max(1, Math.ceil((until - Date.now()) / 1_000)) },
  )
}
