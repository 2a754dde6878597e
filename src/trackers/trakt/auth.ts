import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import { z } from 'zod'
import { readRetryAfter } from '../../core/retry-after.ts'
import { trackerReason } from '../../core/tracker-reasons.ts'
import type { TrackerReason } from '../../core/tracker-reasons.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type {
  ProviderAccess,
  TrackerProvider,
  PairingOutcome,
  TrackerTokens,
} from '../../model/tracker.ts'
import type { FetchedAnswer, GuardedFetch } from '../../security/guarded-fetch.ts'
import { failing, failureOf, isSuccess, jsonOf } from '../answers.ts'
import { askedTooOften, createDeviceFlow, expired, failedPairing } from '../device-flow.ts'

export type TraktAuthOptions = {
  fetch: GuardedFetch
  baseUrl: string
  headers: Readonly<Record<string, string>>
  clientId: string
  clientSecret: string
}

export type TraktSession = {
  accessToken(): Promise<string>
  /** Gets another token after Trakt refused it; false: there is none. */
  renew(): Promise<boolean>
}

export type TraktAuth = Pick<TrackerProvider, 'begin' | 'finish'> & {
  session(ask: ProviderAccess): TraktSession
}

const timeoutMs = 15_000
/** Tokens are renewed this early: clocks differ, and long lists take time. */
const marginMs = 5 * 60_000
/** How long holders of the old tokens still get the new ones. */
const renewalMs = 5 * 60_000

const name = 'Trakt'

const deviceCode = z
  .object({
    device_code: z.string().min(1),
    user_code: z.string().min(1),
    verification_url: z.string().min(1),
    expires_in: z.number().positive(),
    interval: z.number().positive(),
  })
  .transform(({ device_code, user_code, verification_url, expires_in, interval }) => ({
    url: verification_url,
    userCode: user_code,
    secret: device_code,
    expiresIn: expires_in,
    interval,
  }))

const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().positive().nullish(),
})

const refusals: Readonly<Record<number, TrackerReason>> = {
  404: trackerReason('TRACKER_CODE_UNKNOWN', { tracker: name }),
  409: trackerReason('TRACKER_CODE_USED'),
  410: expired,
  418: trackerReason('TRACKER_DECLINED', { tracker: name }),
}

export function createTraktAuth({
  fetch,
  baseUrl,
  headers,
  clientId,
  clientSecret,
}: TraktAuthOptions): TraktAuth {
  const renewals = new LRUCache<string, Promise<TrackerTokens>>({
    ...atMost(1_000),
    ttl: renewalMs,
  })

  function post(path: string, body: object, signal?: AbortSignal): Promise<FetchedAnswer> {
    const sent = { method: 'POST', headers, body: JSON.stringify(body), timeoutMs, signal } as const
    return fetch(`${baseUrl}${path}`, sent)
  }

  async function exchange(refreshToken: string): Promise<TrackerTokens> {
    const answer = await post('/oauth/token', {
      refresh_token: refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: 'urn:ietf:wg:oauth:2.0:oob',
      grant_type: 'refresh_token',
    })
    if (isSuccess(answer)) return readTokens(answer)
    const failure = failureOf(answer)
    if (failure.kind === 'retry') throw failing(failure)
    throw failing({ kind: 'unauthorized', reason: failure.reason })
  }

  function renewed(refreshToken: string): Promise<TrackerTokens> {
    const known = renewals.get(refreshToken)
    if (known) return known
    const renewal = exchange(refreshToken)
    renewals.set(refreshToken, renewal)
    renewal.catch(() => renewals.delete(refreshToken))
    return renewal
  }

  return {
    ...createDeviceFlow({
      name,
      code: deviceCode,
      askForCode: (signal) => post('/oauth/device/code', { client_id: clientId }, signal),
      askWhetherEntered(secret, signal) {
        const body = { code: secret, client_id: clientId, client_secret: clientSecret }
        return post('/oauth/device/token', body, signal)
      },
      outcomeOf: pairingOf,
    }),

    session(ask) {
      let { tokens } = ask
      let isNew = false
      async function renew(): Promise<boolean> {
        if (isNew || tokens.refreshToken === null) return false
        // Without the signal: tokens that nobody waits for are still the only valid ones.
        tokens = await renewed(tokens.refreshToken)
        await ask.renewed(tokens)
        isNew = true
        return true
      }
      return {
        async accessToken() {
          const { expiresAt } = tokens
          if (expiresAt !== null && Date.now() >= expiresAt - marginMs) await renew()
          return tokens.accessToken
        },
        renew,
      }
    },
  }
}

function readTokens(answer: FetchedAnswer): TrackerTokens {
  const tokens = tokenAnswer.safeParse(jsonOf(answer)).data
  if (!tokens) throw new UpstreamError('invalid', 'Trakt gave no token')
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
    expiresAt: tokens.expires_in ? Date.now() + tokens.expires_in * 1_000 : null,
  }
}

function pairingOf(answer: FetchedAnswer, intervalMs: number | null): PairingOutcome {
  if (isSuccess(answer)) return { kind: 'connected', tokens: readTokens(answer) }
  const { status, headers } = answer
  if (status === 400) return { kind: 'pending' }
  if (status === 429) return askedTooOften(name, intervalMs, readRetryAfter(headers['retry-after']))
  return failedPairing(answer, refusals[status])
}
