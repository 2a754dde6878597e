import { z } from 'zod'
import { UpstreamError } from '../core/upstream-error.ts'

/** At most so many entries; those of another shape are left out. */
export function readable<T>(entry: z.ZodType<T>, most: number) {
  return z
    .array(z.unknown())
    .transform((all) =>
      all.slice(0, most).flatMap((one): T[] => {
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
