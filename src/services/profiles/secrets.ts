import { hash } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import type { Client } from '../../model/credentials.ts'
import type { LockStore } from '../../model/device-store.ts'
import type { Needs, Profile } from '../../model/member.ts'
import type { Passwords } from '../../security/passwords.ts'
import { clientKey } from '../../security/rate-limit.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'
import type { Shared, UserService } from '../user/service.ts'
import { comparable, secretsOf } from './households.ts'

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
/** What may open a user alone. */
export const longPin = /^\d{6,12}$/

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
    if (await passwords.verify(account, secret)) {
      // Guesses sent all at once pass the first check together; this one stops those past the limit.
      await failures.check(key)
      return true
    }
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

  /**
   * Whether what a check finds opens the profile, counted against its lock. Asked only where nobody can guess from
   * outside: those who know the address, the password or a token may lock a profile. Throws RATE_LIMIT_EXCEEDED while
   * it is locked.
   */
  async function counted(
    shared: Shared,
    lock: string,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const until = await locks.attempt(shared.number, lock, pinAttempts, pinLockMs)
    if (until !== null) throw locked(until)
    const isRight = await check().catch(async (error: unknown) => {
      // Nobody said that it was wrong.
      await locks.undo(shared.number, lock, pinAttempts)
      throw error
    })
    if (isRight) await locks.clear(shared.number, lock)
    return isRight
  }

  function verifyPin(shared: Shared, profile: Profile, pin: string): Promise<boolean> {
    const { pin: known = null } = secretsOf(shared, profile)
    return passwords.verify({ id: `${shared.uuid}/${profile.id}/pin`, hash: known }, pin)
  }

  /** `alone`: without a password, which who knows the address alone can try; that locks nobody out who sends both. */
  function isPin(shared: Shared, profile: Profile, pin: string, alone: boolean): Promise<boolean> {
    const lock = alone ? lockOf(`${profile.id} alone`) : profile.id
    return counted(shared, lock, () => verifyPin(shared, profile, pin))
  }

  /** What somebody types for a user whom there is not, counted as it would be for one whom there is. */
  async function isNobodysPin(shared: Shared, name: string): Promise<false> {
    const lock = lockOf(`nobody ${comparable(name)}`)
    await counted(shared, lock, () => passwords.verify({ id: lock, hash: null }, ''))
    return false
  }

  /** Whether the secret is what switching to the profile needs. Throws RATE_LIMIT_EXCEEDED while it is locked. */
  function opens(
    shared: Shared,
    profile: Profile,
    needs: Exclude<Needs, null>,
    secret: string,
    client: Client,
  ): Promise<boolean> {
    const cut = secret.lastIndexOf('/')
    const password = needs === 'password-pin' ? secret.slice(0, Math.max(0, cut)) : secret
    const pin = needs === 'password-pin' ? secret.slice(cut + 1) : secret
    return counted(shared, profile.id, async () => {
      if (needs !== 'password' && !(await verifyPin(shared, profile, pin))) return false
      return needs === 'pin' || isPassword(shared, profile, password, client)
    })
  }

  return { isPassword, isPin, isNobodysPin, opens, opensConfiguration }
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
    'Too many wrong attempts for this user; try again later.',
    { retryAfter: Math.max(1, Math.ceil((until - Date.now()) / 1_000)) },
  )
}

/** Locks are named by 32 hexadecimal digits, as users are. */
function lockOf(text: string): string {
  return hash('sha256', text).slice(0, 32)
}
