import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { Client } from '../../model/credentials.ts'
import { operatorIdleMs, operatorLongestMs } from '../../model/operator-session.ts'
import type { OperatorSession, OperatorSessionStore } from '../../model/operator-session.ts'
import { isOneOf } from '../../security/constant-time.ts'
import { createPasswords } from '../../security/passwords.ts'
import type { Hasher } from '../../security/passwords.ts'
import { clientKey } from '../../security/rate-limit.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'

export type OperatorSessions = ReturnType<typeof createOperatorSessions>

export type OpenOperatorSession = {
  /** For the cookie, which is kept until the browser ends; null: the browser has it already. */
  readonly token: string | null
  readonly keepMs: null
  /** To be sent as `X-Operator-Token` with what the cookie opens. */
  readonly csrfToken: string
}

export type ListedOperatorSession = Pick<
  OperatorSession,
  'id' | 'name' | 'createdAt' | 'seenAt'
> & {
  readonly isCurrent: boolean
}

type Options = {
  readonly store: OperatorSessionStore
  /** ADMIN_PASSWORD; null: nobody is the operator. */
  readonly password: string | null
  /** Without it, nothing that is stored says whether a password is right. */
  readonly secretKey: Uint8Array
  readonly hasher: Hasher
  readonly failures: RateLimiter
  readonly now?: () => number
}

const seenEveryMs = 60_000

/** Signs the operator in, apart from every configuration. Another password, or none, ends all sessions. */
export function createOperatorSessions(options: Options) {
  const { store, password, failures, now = Date.now } = options
  const key = password === null ? null : keyOf(options.secretKey, password)
  const isRight = passwordCheck(password, options.hasher)

  function requireKey(): Buffer {
    if (key !== null) return key
    throw new AppError('UNAUTHORIZED', refusal('OPERATOR_PAGE_OFF'))
  }

  /** Sessions of another password stay in the store until their time is over. */
  const isOpen = ({ tokenHash, csrfToken, seenAt, createdAt }: OperatorSession): boolean =>
    key !== null &&
    csrfToken === keyed(key, tokenHash) &&
    seenAt + operatorIdleMs > now() &&
    createdAt + operatorLongestMs > now()

  async function find(token: string): Promise<OperatorSession | null> {
    if (key === null || !/^[\w-]{43}$/.test(token)) return null
    const found = await store.find(keyed(key, token))
    return found && isOpen(found) ? found : null
  }

  async function require(token: string, csrfToken: string): Promise<OperatorSession> {
    requireKey()
    const found = await find(token)
    if (!found) {
      throw new AppError('UNAUTHORIZED', refusal('OPERATOR_SESSION_ENDED'))
    }
    if (!isOneOf(csrfToken, [found.csrfToken])) {
      throw new AppError('FORBIDDEN', refusal('SESSION_REPLACED', { header: 'X-Operator-Token' }))
    }
    // Not awaited: if it fails, the next request tries again.
    if (now() - found.seenAt >= seenEveryMs) store.seen(found.id, now()).catch(() => {})
    return found
  }

  return {
    isOn: password !== null,

    /** Always a new session, whatever the browser sent. Throws UNAUTHORIZED, RATE_LIMIT_EXCEEDED, SERVICE_UNAVAILABLE. */
    async open(
      input: { readonly password: string; readonly name: string },
      { address }: Client,
    ): Promise<OpenOperatorSession> {
      const own = requireKey()
      // Taken before the check, so that parallel guesses all count.
      await failures.take(clientKey(address))
      if (!(await isRight(input.password))) {
        throw new AppError('UNAUTHORIZED', refusal('OPERATOR_PASSWORD_WRONG'))
      }
      await failures.reset(clientKey(address))
      const token = randomBytes(32).toString('base64url')
      const tokenHash = keyed(own, token)
      const csrfToken = keyed(own, tokenHash)
      const at = now()
      await store.insert({
        tokenHash,
        csrfToken,
        name: input.name,
        createdAt: at,
        seenAt: at,
      })
      return { token, csrfToken, keepMs: null }
    },

    /** When the page is opened. Null if the session has ended. */
    async resume(token: string): Promise<OpenOperatorSession | null> {
      const found = await find(token)
      return found && { token: null, csrfToken: found.csrfToken, keepMs: null }
    },

    /** Throws UNAUTHORIZED if the session has ended, FORBIDDEN for another CSRF token. */
    require,

    async close(token: string): Promise<void> {
      const found = await find(token)
      if (found) await store.remove(found.id)
    },

    async list(current: OperatorSession): Promise<readonly ListedOperatorSession[]> {
      return (await store.list())
        .filter(isOpen)
        .map((one) => ({ ...one, isCurrent: one.id === current.id }))
    },

    async revoke(id: string): Promise<true> {
      if (/^\d{1,9}$/.test(id) && (await store.remove(Number(id)))) return true
      throw new AppError('NOT_FOUND', refusal('NO_SUCH_BROWSER'))
    },
  }
}

/** Each guess costs a slow hash, a few at a time, from however many addresses. */
function passwordCheck(password: string | null, hasher: Hasher) {
  const passwords = createPasswords({ hasher, slots: 1, waiting: 16 })
  let hashing: Promise<string> | null = null
  return async (guess: string): Promise<boolean> => {
    // Digests, since passwords of the environment may be of any length.
    hashing ??= passwords.hash(digestOf(password ?? ''))
    const hash = await hashing.catch((error: unknown) => {
      hashing = null
      throw error
    })
    return passwords.verify({ id: 'operator', hash }, digestOf(guess))
  }
}

function keyOf(secretKey: Uint8Array, password: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'stream-aggregation/operator', 32))
  return createHmac('sha256', key).update(password).digest()
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function keyed(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
