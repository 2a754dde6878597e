import { LRUCache } from 'lru-cache'
import { atMost } from '../core/entries.ts'
import { createHmac, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { AppError } from '../core/errors.ts'
import { refusal } from '../core/refusal-texts.ts'
import type { RefusalText } from '../core/refusal-texts.ts'
import { createSingleFlight } from '../core/single-flight.ts'
import { createWorkQueue } from '../core/work-queue.ts'
import type { WorkQueue } from '../core/work-queue.ts'

const minCharacters = 8
const maxBytes = 256

export type Hasher = {
  hash(secret: string): Promise<string>
  verify(hash: string, secret: string): Promise<boolean>
}

type Account = {
  readonly id: string
  /** PHC text; null for an account that does not exist. */
  readonly hash: string | null
}

export type Passwords = {
  /** Answers the `earlier` hash if it is of the same secret. */
  hash(secret: string, earlier?: string | null): Promise<string>
  /** Does the same work for an account that does not exist. Throws SERVICE_UNAVAILABLE when too many others wait. */
  verify(account: Account, secret: string): Promise<boolean>
  remembers(account: Account, secret: string): boolean
  forget(accountId: string): void
}

export type PasswordsOptions = {
  hasher?: Hasher
  slots?: number
  waiting?: number
  memoryMs?: number
}

/** 19 MiB, two passes, one lane, on the thread pool. Loaded with the first password. */
export const argon2id: Hasher = {
  async hash(secret) {
    const { hash } = await import('@node-rs/argon2')
    return hash(secret, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  },
  async verify(known, secret) {
    const { verify } = await import('@node-rs/argon2')
    return verify(known, secret)
  },
}

export function createPasswords({
  hasher = argon2id,
  slots = spareThreads(),
  waiting = 128,
  memoryMs = 300_000,
}: PasswordsOptions = {}): Passwords {
  const signIns = createWorkQueue({ slots, waiting })
  // Of new secrets one request may bring a hundred: sign-ins do not wait behind them.
  const saving = createWorkQueue({ slots: 1, waiting })
  const memoryKey = randomBytes(32)
  const verified = new LRUCache<string, string>({ ...atMost(20_000), ttl: memoryMs })
  const singleFlight = createSingleFlight()
  let decoy: Promise<string> | null = null

  // The key contains the hash, so a new password invalidates the entry on every node.
  const keyOf = ({ id, hash }: Account, secret: string): string =>
    createHmac('sha256', memoryKey).update(`${id}\n${hash}\n${secret.normalize()}`).digest('base64')

  const enqueue = async <T>(queue: WorkQueue, job: () => Promise<T>): Promise<T> => {
    const result = queue.run(job)
    if (result) return result
    throw new AppError('SERVICE_UNAVAILABLE', 'Too many passwords at once; try again shortly', {
      retryAfter: 3,
    })
  }

  function makeDecoy(): Promise<string> {
    const made = hasher.hash(randomBytes(16).toString('hex'))
    // One that failed is made again at the next sign-in.
    made.catch(() => (decoy = null))
    return made
  }

  async function check({ id, hash }: Account, secret: string, key: string): Promise<boolean> {
    const matches = await enqueue(signIns, async () => {
      // Made by the first caller, whether the account exists or not: its timing reveals nothing.
      const other = await (decoy ??= makeDecoy())
      return hasher.verify(hash ?? other, secret.normalize())
    })
    if (!matches || hash === null) return false
    verified.set(key, id)
    return true
  }

  return {
    hash: (secret, earlier = null) =>
      enqueue(saving, async () => {
        const own = secret.normalize()
        const isSame = earlier !== null && (await hasher.verify(earlier, own).catch(() => false))
        return isSame ? earlier : hasher.hash(own)
      }),

    remembers: (account, secret) => isHashable(secret) && verified.has(keyOf(account, secret)),

    async verify(account, secret) {
      // No account has such a password, so existing and missing accounts get the same answer.
      if (!isHashable(secret)) return false
      const key = keyOf(account, secret)
      if (verified.has(key)) return true
      return singleFlight.join(key, () => check(account, secret, key))
    },

    forget(accountId) {
      for (const [key, id] of verified.entries()) if (id === accountId) verified.delete(key)
    },
  }
}

/** Throws BAD_REQUEST with the rule that the password breaks. */
export function requireUsablePassword(value: unknown): string {
  const refuse = (rule: string | RefusalText): never => {
    throw new AppError('BAD_REQUEST', rule)
  }
  if (value === undefined || value === null) return refuse('password is missing')
  if (typeof value !== 'string') return refuse('password must be text')
  if (!isHashable(value)) return refuse(refusal('PASSWORD_TOO_LONG', { most: String(maxBytes) }))
  if (Array.from(value.normalize()).length < minCharacters)
    return refuse(refusal('PASSWORD_TOO_SHORT', { least: String(minCharacters) }))
  // oxlint-disable-next-line no-control-regex -- the rule is about them
  if (/[\0-\x1f\x7f]/.test(value)) return refuse(refusal('PASSWORD_HAS_CONTROLS'))
  return value
}

export function isHashable(secret: string): boolean {
  return (
    secret.length <= maxBytes &&
    secret.isWellFormed() &&
    Buffer.byteLength(secret.normalize()) <= maxBytes
  )
}

// One core stays with the event loop, one of four pool threads with files and name look-ups.
function spareThreads(): number {
  return Math.min(3, Math.max(1, availableParallelism() - 1))
}
