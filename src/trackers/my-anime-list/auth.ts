import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import { z } from 'zod'
import { trackerReason } from '../../core/tracker-reasons.ts'
import type { TrackerProvider, PairingOutcome, TrackerTokens } from '../../model/tracker.ts'
import type { FetchedAnswer, GuardedFetch } from '../../security/guarded-fetch.ts'
import { failureOf, isSuccess, jsonOf, retryOf } from '../answers.ts'

export type MyAnimeListAuthOptions = {
  fetch: GuardedFetch
  site: string
  clientId: string
  /** Null: the client is of a kind that has none. */
  clientSecret: string | null
}

export type MyAnimeListAuth = Pick<TrackerProvider, 'begin' | 'finish'> & {
  /** The old tokens end. Refused: the user has to connect again. */
  renew(refreshToken: string): Promise<Exclude<PairingOutcome, { kind: 'pending' }>>
}

type Granted = Awaited<ReturnType<MyAnimeListAuth['renew']>>

const tracker = 'MyAnimeList'
const gaveNoToken = trackerReason('TRACKER_GAVE_NO_TOKEN', { tracker })
const serviceUnknown = trackerReason('TRACKER_SERVICE_UNKNOWN', { tracker })

const timeoutMs = 10_000
const pairingMs = 30 * 60_000
/** A renewal ends the old tokens, so late callers who bring them get the same new ones. */
const renewalMemoryMs = 10 * 60_000

/** `expires_in` is in seconds. */
const tokenAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish().catch(null),
  expires_in: z.number().positive().nullish().catch(null),
})

const tokenError = z.object({ error: z.string() })

/** MyAnimeList redirects the user to the client's own URL, and the user brings the code in that address back. */
export function createMyAnimeListAuth({
  fetch,
  site,
  clientId,
  clientSecret,
}: MyAnimeListAuthOptions): MyAnimeListAuth {
  const renewals = new LRUCache<string, Promise<Granted>>({
    ...atMost(10_000),
    ttl: renewalMemoryMs,
  })

  async function grant(
    fields: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Granted> {
    const form = new URLSearchParams({ client_id: clientId, ...fields })
    if (clientSecret) form.set('client_secret', clientSecret)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = { method: 'POST', headers, body: form.toString(), timeoutMs, signal } as const
    try {
      return readTokens(await fetch(new URL('/v1/oauth2/token', site).href, request))
    } catch (error) {
      return retryOf(error, tracker)
    }
  }

  return {
    async begin() {
      // 86 letters. Only the method plain is supported, so the challenge is the verifier.
      const verifier = randomBytes(64).toString('base64url')
      const url = new URL('/v1/oauth2/authorize', site)
      // Without a redirect URL the client's only one is used.
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        code_challenge: verifier,
        code_challenge_method: 'plain',
      }).toString()
      const expiresAt = Date.now() + pairingMs
      return { url: url.href, userCode: null, secret: verifier, intervalMs: null, expiresAt }
    },

    async finish({ secret }, brought, signal) {
      const code = codeOf(brought?.trim() ?? '')
      if (!code) return { kind: 'pending' }
      return grant({ grant_type: 'authorization_code', code, code_verifier: secret }, signal)
    },

    renew(refreshToken) {
      const known = renewals.get(refreshToken)
      if (known) return known
      // Never cancelled: the new tokens would be lost and the old ones are invalid.
      const renewal = grant({ grant_type: 'refresh_token', refresh_token: refreshToken })
      renewals.set(refreshToken, renewal)
      const forget = (): void => void renewals.delete(refreshToken)
      renewal.then(({ kind }) => {
        if (kind !== 'connected') forget()
      }, forget)
      return renewal
    },
  }
}

function codeOf(brought: string): string | null {
  if (!/^https?:/i.test(brought)) return brought
  return URL.canParse(brought) ? new URL(brought).searchParams.get('code') : null
}

function readTokens(answer: FetchedAnswer): Granted {
  const json = jsonOf(answer)
  if (isSuccess(answer)) {
    const read = tokenAnswer.safeParse(json)
    if (!read.success) return { kind: 'retry', reason: gaveNoToken, afterMs: null }
    const {
      access_token: accessToken,
      refresh_token: refreshToken,
      expires_in: seconds,
    } = read.data
    const expiresAt = seconds ? Date.now() + seconds * 1_000 : null
    const tokens: TrackerTokens = { accessToken, refreshToken: refreshToken ?? null, expiresAt }
    return { kind: 'connected', tokens }
  }
  if (tokenError.safeParse(json).data?.error === 'invalid_client') {
    // The operator can help; connecting again would not.
    return { kind: 'retry', reason: serviceUnknown, afterMs: null }
  }
  const failure = failureOf(answer)
  if (failure.kind === 'retry') return failure
  // MyAnimeList answers 403 to too many requests.
  if (answer.status === 403) return { ...failure, kind: 'retry', afterMs: null }
  return { ...failure, kind: 'refused' }
}
