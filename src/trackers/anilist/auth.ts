import { z } from 'zod'
import { trackerReason } from '../../core/tracker-reasons.ts'
import type { TrackerProvider, PairingOutcome } from '../../model/tracker.ts'
import type { FetchedAnswer, GuardedFetch } from '../../security/guarded-fetch.ts'
import { failureOf, isSuccess, jsonOf, retryOf } from '../answers.ts'

export type AniListAuthOptions = {
  fetch: GuardedFetch
  site: string
  clientId: string
  clientSecret: string
}

const tracker = 'AniList'
const gaveNoToken = trackerReason('TRACKER_GAVE_NO_TOKEN', { tracker })

const timeoutMs = 10_000
const pairingMs = 30 * 60_000

/** `expires_in` is in seconds. AniList accepts none of the refresh tokens it may send. */
const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().nullish().catch(null),
})

const tokenError = z.object({ error: z.string() })

/** AniList shows a code, which is exchanged for a token of one year. */
export function createAniListAuth({
  fetch,
  site,
  clientId,
  clientSecret,
}: AniListAuthOptions): Pick<TrackerProvider, 'begin' | 'finish'> {
  // This page shows the code; it must be the redirect URL of the client.
  const pin = new URL('/api/v2/oauth/pin', site).href

  async function exchange(code: string, signal: AbortSignal): Promise<PairingOutcome> {
    const body = JSON.stringify({
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uri: pin,
      code,
    })
    try {
      const address = new URL('/api/v2/oauth/token', site).href
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      return readTokens(await fetch(address, { method: 'POST', headers, body, timeoutMs, signal }))
    } catch (error) {
      return retryOf(error, tracker)
    }
  }

  return {
    async begin() {
      const url = new URL('/api/v2/oauth/authorize', site)
      url.search = new URLSearchParams({
        client_id: clientId,
        redirect_uri: pin,
        response_type: 'code',
      }).toString()
      const expiresAt = Date.now() + pairingMs
      return { url: url.href, userCode: null, secret: '', intervalMs: null, expiresAt }
    },

    async finish(_pairing, code, signal) {
      const given = code?.trim()
      return given ? exchange(given, signal) : { kind: 'pending' }
    },
  }
}

function readTokens(answer: FetchedAnswer): PairingOutcome {
  const json = jsonOf(answer)
  if (isSuccess(answer)) {
    const read = tokenAnswer.safeParse(json)
    if (!read.success) return { kind: 'retry', reason: gaveNoToken, afterMs: null }
    const { access_token: accessToken, expires_in: seconds } = read.data
    const expiresAt = seconds ? Date.now() + seconds * 1_000 : null
    return { kind: 'connected', tokens: { accessToken, refreshToken: null, expiresAt } }
  }
  const failure = failureOf(answer)
  if (failure.kind === 'retry') return failure
  const isUnknown = tokenError.safeParse(json).data?.error === 'invalid_client'
  const code = isUnknown ? 'TRACKER_SERVICE_UNKNOWN' : 'TRACKER_CODE_REFUSED'
  return { kind: 'refused', reason: trackerReason(code, { tracker }) }
}
