import { hash } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import type { Client } from '../../model/credentials.ts'
import type { LockStore } from '../../model/device-store.ts'
import type { Needs, Profile, TokenOrigin } from '../../model/household.ts'
import { isHashable } from '../../security/passwords.ts'
import type { Passwords } from '../../security/passwords.ts'
import type { Configuration } from '../configurations/configurations.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import { comparable, secretsOf } from './households.ts'

export type SecretsOptions = {
  readonly configurations: Pick<ConfigurationService, 'attempt' | 'isToken'>
  readonly passwords: Passwords
  readonly locks: LockStore
  readonly pinAttempts: number
  readonly pinLockMs: number
}

type Attempt = {
  readonly password: string
  readonly pin: string | null
}

const onlyDigits = /^\d{4,12}$/
export const longPin = /^\d{6,12}$/

export type Guess = {
  readonly stored: Configuration | null
  readonly profile: Profile | null
  readonly name: string
  readonly secret: string
  /** Whether the address accepts a PIN without a password, and the secret may be one. */
  readonly pinAlone: boolean
}

export function createSecrets({
  configurations,
  passwords,
  locks,
  pinAttempts,
  pinLockMs,
}: SecretsOptions) {
  function accountOf(stored: Configuration | null, profile: Profile | null) {
    if (!stored) return { id: 'unknown', hash: null }
    const own = profile && secretsOf(stored, profile).password
    if (own) return { id: `${stored.uuid}/${profile.id}/password`, hash: own }
    return { id: stored.uuid, hash: stored.passwordHash }
  }

  async function verifyPassword(
    stored: Configuration | null,
    profile: Profile | null,
    secret: string,
  ): Promise<boolean> {
    const account = accountOf(stored, profile)
    const isToken =
      stored !== null && account.id === stored.uuid && configurations.isToken(stored, secret)
    return isToken || passwords.verify(account, secret)
  }

  function attempt(
    stored: Configuration | null,
    profile: Profile | null,
    password: string,
    client: Client,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const remembered = passwords.remembers(accountOf(stored, profile), password)
    return configurations.attempt(stored?.uuid ?? null, client, { remembered, check })
  }

  /**
   * Counts an attempt before running its check, so that parallel guesses are all counted. `lockedUntil` is set if the
   * lock was already closed. Only used where an outsider cannot guess: who knows the address, the password or a token may
   * lock a profile.
   */
  async function counted(
    stored: Configuration,
    lock: string,
    check: (isLocked: boolean) => Promise<boolean>,
  ): Promise<{ readonly isRight: boolean; readonly lockedUntil: number | null }> {
    const lockedUntil = await locks.attempt(stored.rowId, lock, pinAttempts, pinLockMs)
    const isRight = await check(lockedUntil !== null).catch(async (error: unknown) => {
      // The check did not say that the secret was wrong.
      if (lockedUntil === null) await locks.undo(stored.rowId, lock, pinAttempts)
      throw error
    })
    if (isRight) await locks.clear(stored.rowId, lock)
    return { isRight, lockedUntil }
  }

  /** Like `counted`, but throws RATE_LIMIT_EXCEEDED while locked. */
  async function strictlyCounted(
    stored: Configuration,
    lock: string,
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    const { isRight, lockedUntil } = await counted(
      stored,
      lock,
      async (isLocked) => !isLocked && check(),
    )
    if (lockedUntil !== null) throw locked(lockedUntil)
    return isRight
  }

  function verifyPin(
    stored: Configuration,
    profile: Profile | null,
    pin: string,
  ): Promise<boolean> {
    const hash = (profile && secretsOf(stored, profile).pin) ?? null
    return passwords.verify({ id: `${stored.uuid}/${profile?.id}/pin`, hash }, pin)
  }

  /**
   * Checks digits where a PIN may come alone. Guesses are counted by name whether the user has a PIN, has none, or does
   * not exist, so neither answers nor timing reveal which. The lock is for PINs only: the right password still works.
   */
  async function opensAlone({ stored, profile, name, secret }: Guess, client: Client) {
    const hasPin = profile !== null && profile.hasPin && !profile.isOwner
    const lock = lockOf(hasPin ? `${profile.id} alone` : `nobody ${comparable(name)}`)
    const verify = (isLocked: boolean): Promise<boolean> =>
      hasPin
        ? verifyPin(stored!, isLocked ? null : profile, secret)
        : verifyPassword(stored, profile, secret)
    const { isRight, lockedUntil } = await counted(stored!, lock, (isLocked) =>
      attempt(stored, profile, secret, client, async () => {
        const fits = await verify(isLocked)
        return fits && profile !== null && (hasPin || !profile.hasPin)
      }),
    )
    if (!isRight && lockedUntil !== null) throw locked(lockedUntil)
    if (!isRight || !profile) return null
    return hasPin ? 'pin' : passwordOrigin(profile)
  }

  async function opensWithPassword({ stored, profile, secret }: Guess, client: Client) {
    const given = profile?.hasPin ? readAttempt(secret) : { password: secret, pin: null }
    // Text too long to hash is split as if the user had a PIN, for every name, so that timing does not reveal who has one.
    const password = isHashable(given.password) ? given.password : readAttempt(secret).password
    const isRight = await attempt(stored, profile, password, client, async () => {
      const fits = await verifyPassword(stored, profile, password)
      if (!fits || !stored || !profile || password !== given.password) return false
      if (!profile.hasPin) return true
      const { pin } = given
      return (
        pin !== null && strictlyCounted(stored, profile.id, () => verifyPin(stored, profile, pin))
      )
    })
    return isRight && profile ? passwordOrigin(profile) : null
  }

  return {
    /** What the secret proves. Work and counting never depend on whether the user exists. Throws RATE_LIMIT_EXCEEDED. */
    openedBy: (guess: Guess, client: Client): Promise<TokenOrigin | null> =>
      guess.stored && guess.pinAlone ? opensAlone(guess, client) : opensWithPassword(guess, client),

    /** Whether the secret allows switching to the profile. Throws RATE_LIMIT_EXCEEDED while locked. */
    opens(
      stored: Configuration,
      profile: Profile,
      needs: Exclude<Needs, null>,
      secret: string,
      client: Client,
    ): Promise<boolean> {
      const cut = secret.lastIndexOf('/')
      const password = needs === 'password-pin' ? secret.slice(0, Math.max(0, cut)) : secret
      const pin = needs === 'password-pin' ? secret.slice(cut + 1) : secret
      return strictlyCounted(stored, profile.id, async () => {
        if (needs !== 'password' && !(await verifyPin(stored, profile, pin))) return false
        const check = () => verifyPassword(stored, profile, password)
        return needs === 'pin' || attempt(stored, profile, password, client, check)
      })
    },
  }
}

function passwordOrigin({ hasPassword }: Profile): TokenOrigin {
  return hasPassword ? 'ownPassword' : 'password'
}

function readAttempt(secret: string): Attempt {
  const cut = secret.lastIndexOf('/')
  const pin = secret.slice(cut + 1)
  return cut >= 0 && onlyDigits.test(pin)
    ? { password: secret.slice(0, cut), pin }
    : { password: secret, pin: null }
}

function locked(until: number): AppError {
  return new AppError(
    'RATE_LIMIT_EXCEEDED',
    'Too many wrong attempts for this user; try again later.',
    { retryAfter: Math.max(1, Math.ceil((until - Date.now()) / 1_000)) },
  )
}

function lockOf(text: string): string {
  return hash('sha256', text).slice(0, 32)
}
