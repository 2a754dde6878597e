import { z } from 'zod'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { TrackerProvider, PairingOutcome } from '../../model/tracker.ts'
import type { FetchedAnswer } from '../../security/guarded-fetch.ts'
import { isSuccess, jsonOf } from '../answers.ts'
import { askedTooOften, createDeviceFlow, expired, failedPairing } from '../device-flow.ts'

type Ask = (path: string, signal: AbortSignal) => Promise<FetchedAnswer>

const name = 'Simkl'

const pin = z
  .object({
    user_code: z.string().min(1),
    verification_uri: z.string().min(1).optional(),
    verification_url: z.string().min(1).optional(),
    expires_in: z.number().positive(),
    interval: z.number().positive(),
  })
  .transform(({ user_code, verification_uri, verification_url, expires_in, interval }) => ({
    url: verification_uri ?? verification_url ?? 'https://simkl.com/pin',
    userCode: user_code,
    secret: user_code,
    expiresIn: expires_in,
    interval,
  }))

const poll = z.object({
  result: z.string(),
  message: z.string().nullish().catch(null),
  access_token: z.string().min(1).nullish(),
})

/** A PIN, which is polled under itself. Tokens last until they are revoked at Simkl. */
export function createSimklAuth(ask: Ask): Pick<TrackerProvider, 'begin' | 'finish'> {
  return createDeviceFlow({
    name,
    code: pin,
    askForCode: (signal) => ask('/oauth/pin', signal),
    askWhetherEntered: (secret, signal) => ask(`/oauth/pin/${encodeURIComponent(secret)}`, signal),
    outcomeOf: pairingOf,
  })
}

function pairingOf(answer: FetchedAnswer, intervalMs: number | null): PairingOutcome {
  if (!isSuccess(answer)) return failedPairing(answer)
  const said = poll.safeParse(jsonOf(answer)).data
  if (!said) throw new UpstreamError('invalid', 'Simkl did not say whether the code was entered')
  if (said.access_token) {
    const tokens = { accessToken: said.access_token, refreshToken: null, expiresAt: null }
    return { kind: 'connected', tokens }
  }
  // Simkl answers an unknown or expired code with a new one.
  if (said.result === 'OK') return { kind: 'refused', reason: expired }
  if (!/slow down/i.test(said.message ?? '')) return { kind: 'pending' }
  return askedTooOften(name, intervalMs)
}
