import { z } from 'zod'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { NativeTracker, PairingOutcome } from '../../model/tracker.ts'
import type { FetchedAnswer } from '../../security/guarded-fetch.ts'
import { failureOf, isSuccess, jsonOf, retryOf } from '../answers.ts'

/** Asks for a path from the root, as the service itself. */
type Ask = (path: string, signal: AbortSignal) => Promise<FetchedAnswer>

const expired = 'the code was not entered in time: please begin anew'

/** Seconds throughout. */
const pin = z
  .object({
    user_code: z.string().min(1),
    verification_uri: z.string().min(1).optional(),
    verification_url: z.string().min(1).optional(),
    expires_in: z.number().positive(),
    interval: z.number().positive(),
  })
  .transform(({ verification_uri, verification_url, ...rest }) => ({
    ...rest,
    url: verification_uri ?? verification_url ?? 'https://simkl.com/pin',
  }))

const poll = z.object({
  result: z.string(),
  message: z.string().nullish().catch(null),
  access_token: z.string().min(1).nullish(),
})

/** Connects a person by a PIN, which is looked for under itself. Tokens hold until they are taken back at Simkl. */
export function createSimklAuth(ask: Ask): Pick<NativeTracker, 'begin' | 'finish'> {
  return {
    /** Throws UpstreamError where Simkl gives no PIN. */
    async begin(signal) {
      const answer = await ask('/oauth/pin', signal)
      if (!isSuccess(answer)) {
        throw new UpstreamError('status', failureOf(answer).reason, answer.status)
      }
      const code = pin.safeParse(jsonOf(answer)).data
      if (!code) throw new UpstreamError('invalid', 'Simkl gave no code to connect with')
      return {
        url: code.url,
        userCode: code.user_code,
        secret: code.user_code,
        intervalMs: code.interval * 1_000,
        expiresAt: Date.now() + code.expires_in * 1_000,
      }
    },

    async finish({ secret, intervalMs, expiresAt }, _code, signal) {
      if (Date.now() >= expiresAt) return { kind: 'refused', reason: expired }
      try {
        const answer = await ask(`/oauth/pin/${encodeURIComponent(secret)}`, signal)
        return pairingOf(answer, intervalMs)
      } catch (error) {
        return retryOf(error)
      }
    },
  }
}

function pairingOf(answer: FetchedAnswer, intervalMs: number | null): PairingOutcome {
  if (!isSuccess(answer)) {
    const failure = failureOf(answer)
    return failure.kind === 'retry' ? failure : { kind: 'refused', reason: failure.reason }
  }
  const said = poll.safeParse(jsonOf(answer)).data
  if (!said) throw new UpstreamError('invalid', 'Simkl did not say whether the code was entered')
  if (said.access_token) {
    const tokens = { accessToken: said.access_token, refreshToken: null, expiresAt: null }
    return { kind: 'connected', tokens }
  }
  // Of a code that it does not know (any more) Simkl says nothing, and gives a new one.
  if (said.result === 'OK') {
    return { kind: 'refused', reason: expired }
  }
  // Other than that there is only its word that it waits.
  if (!/slow down/i.test(said.message ?? '')) return { kind: 'pending' }
  const afterMs = (intervalMs ?? 5_000) * 2
  return { kind: 'retry', reason: 'Simkl is asked too often', afterMs }
}
