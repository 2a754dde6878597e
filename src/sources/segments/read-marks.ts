import { z } from 'zod'

const longestMs = 86_400_000

export const timeMs = z.number().min(0).max(longestMs)
/** From 0 to 1; what says nothing of it, or nonsense, is taken as `usualConfidence`. */
export const confidence = z.number().min(0).max(1).nullish().catch(null)
export const usualConfidence = 0.5

export const mostEntries = 40

type Times = {
  readonly start_ms?: number | null | undefined
  readonly end_ms?: number | null | undefined
}

/** Of neither, a segment would be the whole title. */
export function saysWhere({ start_ms: start, end_ms: end }: Times): boolean {
  return typeof start === 'number' || typeof end === 'number'
}
