import { z } from 'zod'
import { UpstreamError } from '../../core/upstream-error.ts'

/** A day: nothing is longer. */
const longestMs = 86_400_000

export const timeMs = z.number().min(0).max(longestMs)
/** From 0 to 1; what says nothing of it, or nonsense, is taken as this. */
export const confidence = z.number().min(0).max(1).nullish().catch(null)
export const usualConfidence = 0.5

/** Entries of one answer; more are left out. */
const mostEntries = 40

/** Leaves out entries of another shape. */
export function readable<T>(entry: z.ZodType<T>) {
  return z
    .array(z.unknown())
    .transform((all) =>
      all.slice(0, mostEntries).flatMap((one): T[] => {
        const { data } = entry.safeParse(one)
        return data === undefined ? [] : [data]
      }),
    )
    .nullish()
    .transform((all) => all ?? [])
}

/** Throws an UpstreamError for JSON of another shape. */
export function readAnswer<T>(answer: z.ZodType<T>, json: unknown, name: string): T {
  const { data, success } = answer.safeParse(json)
  if (success) return data
  throw new UpstreamError('invalid', `${name} answered with JSON of another shape`)
}
