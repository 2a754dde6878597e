import { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import { plainIssue } from '../../core/plain-issues.ts'

const truths = new Set(['true', '1', 'yes'])
const untruths = new Set(['false', '0', 'no', ''])

/** `true`, `1`, `yes` or `false`, `0`, `no`, empty, in any case; null for other text. */
export function readFlag(text: string): boolean | null {
  const word = text.trim().toLowerCase()
  return truths.has(word) ? true : untruths.has(word) ? false : null
}

export const flag = z
  .string()
  .default('')
  .transform((text, ctx) => {
    const value = readFlag(text)
    if (value !== null) return value
    ctx.addIssue({ code: 'custom', message: 'must be true or false' })
    return z.NEVER
  })

/** Repeated or comma-separated. */
export const textList = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((value) =>
    [value]
      .flat()
      .flatMap((part) => part.split(','))
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )

/** Removes `[]` from parameter names, as some clients write lists. */
export function withoutBrackets(query: unknown): unknown {
  const named = query as Readonly<Record<string, string | string[]>>
  if (!Object.keys(named).some((name) => name.endsWith('[]'))) return query
  const plain: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of Object.entries(named)) {
    const key = name.replace(/\[\]$/, '')
    const known = plain[key]
    plain[key] = known === undefined ? value : [known, value].flat()
  }
  return plain
}

const maxNamed = 5

/** Throws BAD_REQUEST, which names each invalid field. */
export function parseInput<S extends z.ZodType>(
  schema: S,
  value: unknown,
  where: 'query' | 'body',
): z.output<S> {
  const result = schema.safeParse(value, { error: plainIssue })
  if (result.success) return result.data
  const problems = result.error.issues.slice(0, maxNamed).map((issue) => {
    const name = issue.path.join('.')
    if (name === '') return `the ${where} ${issue.message}`
    const given = valueAt(value, issue.path)
    if (issue.code === 'invalid_type' && given === undefined) return `${name} is required`
    // Only list parameters accept repetition.
    if (where === 'query' && Array.isArray(given)) return `${name} must be given once`
    return `${name} ${issue.message}`
  })
  throw new AppError('BAD_REQUEST', `Wrong ${where}: ${problems.join('; ')}.`)
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = (current as Record<PropertyKey, unknown>)[key]
  }
  return current
}
