import type { z } from 'zod'
import { UpstreamError } from '../core/upstream-error.ts'
import type { TrackerProvider, PairingOutcome } from '../model/tracker.ts'
import type { FetchedAnswer } from '../security/guarded-fetch.ts'
import { failureOf, isSuccess, jsonOf, retryOf } from './answers.ts'

/** A code that a person enters on a page of the tracker. */
type DeviceCode = {
  readonly url: string
  readonly userCode: string
  readonly secret: string
  /** Seconds until the code ends, and between two looks for whether it was entered. */
  readonly expiresIn: number
  readonly interval: number
}

export type DeviceFlow = {
  /** As people know the tracker. */
  readonly name: string
  /** What the tracker answers when it is asked for a code. */
  readonly code: z.ZodType<DeviceCode>
  readonly askForCode: (signal: AbortSignal) => Promise<FetchedAnswer>
  readonly askWhetherEntered: (secret: string, signal: AbortSignal) => Promise<FetchedAnswer>
  /** What the tracker says of a code. Throws UpstreamError where that is nothing. */
  readonly outcomeOf: (answer: FetchedAnswer, intervalMs: number | null) => PairingOutcome
}

/** The code has ended, or the tracker does not know it any more. */
export const expired = 'the code was not entered in time: please begin anew'

const usualIntervalMs = 5_000

/** Connects a person by the device flow of OAuth: the person enters a code, and this service looks for whether that was done. */
export function createDeviceFlow({
  name,
  code,
  askForCode,
  askWhetherEntered,
  outcomeOf,
}: DeviceFlow): Pick<TrackerProvider, 'begin' | 'finish'> {
  return {
    /** Throws UpstreamError where the tracker gives no code. */
    async begin(signal) {
      const answer = await askForCode(signal)
      if (!isSuccess(answer)) {
        throw new UpstreamError('status', failureOf(answer).reason, answer.status)
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
        return retryOf(error)
      }
    },
  }
}

/** The tracker was asked more often than it wants; `pauseMs`: what it asks for itself. */
export function askedTooOften(
  name: string,
  intervalMs: number | null,
  pauseMs: number | null = null,
): PairingOutcome {
  const afterMs = pauseMs ?? (intervalMs ?? usualIntervalMs) * 2
  return { kind: 'retry', reason: `${name} is asked too often`, afterMs }
}

/** What a failure means for a code; `reason`: what to say where the tracker refuses, null for its own words. */
export function failedPairing(answer: FetchedAnswer, reason: string | null = null): PairingOutcome {
  const failure = failureOf(answer)
  if (failure.kind === 'retry') return failure
  return { kind: 'refused', reason: reason ?? failure.reason }
}
