import { randomBytes, randomInt } from 'node:crypto'
import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { Cache } from '../../cache/cache.ts'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { DeviceInfo, TokenOrigin } from '../../model/household.ts'
import type { QuickConnect } from './sign-in-types.ts'

type Grant = {
  readonly configuration: number
  readonly profileId: string
  readonly origin: TokenOrigin
  /** A mark of the user's secrets at that time; the grant is void once they change. */
  readonly secretMark: string
  /** The authorising device: revoking it voids the grant. Null if there was none. */
  readonly device: number | null
}

/** Whose address the device asked at. */
export type AskedAt = {
  readonly configuration: number
  readonly profileId: string | null
  /** Whether the address takes a secret: then the household sees who waits there. */
  readonly isListed: boolean
}

type Request = {
  readonly secret: string
  /** Null: anybody's. */
  readonly askedAt: AskedAt | null
  readonly code: string
  readonly device: DeviceInfo
  readonly createdAt: number
  readonly grant: Grant | null
}

export type WaitingDevice = {
  readonly code: string
  readonly device: DeviceInfo
  readonly createdAt: number
  /** The user whose address it asked at, and as whom alone it can sign in; null: any of the household. */
  readonly profileId: string | null
}

const lifetimeMs = 600_000
const maxDraws = 20
const mostWaiting = 20

/** Devices waiting for a user to type their code elsewhere; forgotten after ten minutes, shared by all nodes. */
export function createQuickConnects(cache: Cache) {
  const secretKey = (secret: string): string => `quick-connect:${secret}`
  const codeKey = (code: string): string => `quick-connect-code:${code}`
  const waitingKey = (configuration: number): string => `quick-connect-waiting:${configuration}`

  async function secretsAt(configuration: number): Promise<readonly string[]> {
    const kept = await cache.get(waitingKey(configuration))
    return kept ? (fromJsonBytes(kept) as readonly string[]) : []
  }

  /** Two at once may lose one from the list, whose code can still be typed. */
  async function list({ secret, askedAt }: Request): Promise<void> {
    if (!askedAt?.isListed) return
    const { configuration } = askedAt
    const latest = [secret, ...(await secretsAt(configuration))].slice(0, mostWaiting)
    await cache.set(waitingKey(configuration), jsonBytes(latest), lifetimeMs)
  }

  async function read(secret: string): Promise<Request | null> {
    const kept = /^[\da-f]{64}$/.test(secret) ? await cache.get(secretKey(secret)) : null
    const request = kept && (fromJsonBytes(kept) as Request)
    return request && request.createdAt + lifetimeMs > Date.now() ? request : null
  }

  async function keep(request: Request): Promise<void> {
    const left = request.createdAt + lifetimeMs - Date.now()
    await cache.set(secretKey(request.secret), jsonBytes(request), left)
  }

  async function freeCode(): Promise<string> {
    for (let draw = 0; draw < maxDraws; draw++) {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      if ((await cache.get(codeKey(code))) === null) return code
    }
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'Too many devices are waiting; try again in a moment.',
      {
        retryAfter: 30,
      },
    )
  }

  function unknownSecret(): AppError {
    return new AppError('NOT_FOUND', 'This request is unknown or has expired; begin again.')
  }

  return {
    async start(device: DeviceInfo, askedAt: AskedAt | null): Promise<QuickConnect> {
      const secret = randomBytes(32).toString('hex')
      const code = await freeCode()
      const request = { secret, code, device, askedAt, createdAt: Date.now(), grant: null }
      await cache.set(codeKey(code), Buffer.from(secret), lifetimeMs)
      await keep(request)
      await list(request)
      return describe(request)
    },

    /** Devices that asked at an address of the configuration and wait; the latest come first. */
    async waiting(configuration: number): Promise<readonly WaitingDevice[]> {
      const found = await Promise.all((await secretsAt(configuration)).map(read))
      return found.flatMap((request) => {
        if (!request || request.grant || request.askedAt?.configuration !== configuration) return []
        const { code, device, createdAt, askedAt } = request
        return [{ code, device, createdAt, profileId: askedAt.profileId }]
      })
    },

    async state(secret: string): Promise<QuickConnect> {
      const request = await read(secret)
      if (request) return describe(request)
      throw unknownSecret()
    },

    /** Throws NOT_FOUND for a code that is unknown, expired or used; what `grantFor` throws leaves it usable. */
    async authorize(
      code: string,
      grantFor: (askedAt: AskedAt | null) => Promise<Grant>,
    ): Promise<void> {
      const digits = code.replaceAll(/[\s\p{Pd}.]/gu, '')
      const kept = /^\d{6}$/.test(digits) ? await cache.get(codeKey(digits)) : null
      const request = kept && (await read(Buffer.from(kept).toString()))
      if (!request) throw unknownCode()
      const grant = await grantFor(request.askedAt)
      await cache.delete(codeKey(digits))
      await keep({ ...request, grant })
    },

    /** Works once. */
    async redeem(secret: string): Promise<{ device: DeviceInfo; grant: Grant }> {
      const request = await read(secret)
      if (!request) throw unknownSecret()
      if (!request.grant) {
        throw new AppError('UNAUTHORIZED', 'Nobody has typed the code of this device yet.')
      }
      // Only one of several concurrent calls, on any node, deletes the entry.
      if (!(await cache.delete(secretKey(secret)))) throw unknownSecret()
      return { device: request.device, grant: request.grant }
    },
  }
}

export function unknownCode(): AppError {
  return new AppError('NOT_FOUND', refusal('CODE_UNKNOWN'))
}

function describe({ secret, code, device, createdAt, grant }: Request): QuickConnect {
  return { secret, code, device, createdAt, authenticated: grant !== null }
}
