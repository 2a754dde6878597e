import type { z } from 'zod'
import { AppError } from '../core/errors.ts'
import { readRetryAfter } from '../core/retry-after.ts'
import { trackerReason } from '../core/tracker-reasons.ts'
import type { TrackerReason } from '../core/tracker-reasons.ts'
import { UpstreamError } from '../core/upstream-error.ts'
import type { TrackerProvider, PairingOutcome } from '../model/tracker.ts'
import type { FetchedAnswer } from '../security/guarded-fetch.ts'
import { failureOf, isSuccess, jsonOf, retryOf } from './answers.ts'

type DeviceCode = {
  readonly url: string
  readonly userCode: string
  readonly secret: string
  /** Seconds. */
  readonly expiresIn: number
  readonly interval: number
}

export type DeviceFlow = {
  readonly name: string
  readonly code: z.ZodType<DeviceCode>
  readonly askForCode: (signal: AbortSignal) => Promise<FetchedAnswer>
  readonly askWhetherEntered: (secret: string, signal: AbortSignal) => Promise<FetchedAnswer>
  readonly outcomeOf: (answer: FetchedAnswer, intervalMs: number | null) => PairingOutcome
}

/** The code expired, or the tracker forgot it. */
export const expired = trackerReason('TRACKER_CODE_LATE')

const usualIntervalMs = 5_000
const usualRetryMs = 30_000

/** OAuth's device flow: the user enters a code, and this service polls. */
export function createDeviceFlow({
  name,
  code,
  askForCode,
  askWhetherEntered,
  outcomeOf,
}: DeviceFlow): Pick<TrackerProvider, 'begin' | 'finish'> {
  return {
    async begin(signal) {
      const answer = await askForCode(signal)
      if (!isSuccess(answer)) {
        throw new AppError('SERVICE_UNAVAILABLE', failureOf(answer).reason, {
          retryAfter: (readRetryAfter(answer.headers['retry-after']) ?? usualRetryMs) / 1_000,
        })
      }
      const given = code.safeParse(jsonOf(answer)).data
      if (!given) throw new UpstreamError('invalid', `${name} gave no code to connect with`)
      const { url, userCode, secret, expiresIn, interval } = given
      return {
        url,
        userCode,
        secret,
        intervalMs: interval * 1_000,
        expiresAt: Date.now() + expiresIn * 1_000,
      }
    },

    async finish({ secret, intervalMs, expiresAt }, _code, signal) {
      if (Date.now() >= expiresAt) return { kind: 'refused', reason: expired }
      try {
        return outcomeOf(await askWhetherEntered(secret, signal), intervalMs)
      } catch (error) {
        return retryOf(error, name)
      }
    },
  }
}

/** `pauseMs`: the pause that the tracker asks for. */
export function askedTooOften(
  name: string,
  intervalMs: number | null,
  pauseMs: number | null = null,
): PairingOutcome {
  const afterMs = pauseMs ?? (intervalMs ?? usualIntervalMs) * 2
  return {
    kind: 'retry',
    reason: trackerReason('TRACKER_ASKED_TOO_OFTEN', { tracker: name }),
    afterMs,
  }
}

/** `reason`: what to say where the tracker refuses, null for its own words. */
export function failedPairing(
  answer: FetchedAnswer,
  reason: TrackerReason | null = null,
): PairingOutcome {
  const failure = failureOf(answer)
  if (failure.kind === 'retry') return failure
  return { kind: 'refused', reason: reason ?? failure.reason }
}
