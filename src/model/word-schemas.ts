import { z } from 'zod'
import { ownMessage } from '../core/plain-issues.ts'

export const text = z.string().max(2_000)

/** JSON Schema has no flags, so the pattern spells both cases. */
function inAnyCase(words: readonly string[]): string {
  const either = words.map((word) =>
    word
      .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
      .replaceAll(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`),
  )
  return `^(?:${either.join('|')})$`
}

/** Any case is accepted; editors offer the words as written. `Unknown` stands for results that say nothing of it. */
export function oneOf(values: readonly string[]) {
  const all = [...values, 'Unknown']
  const known = new Set(all.map((value) => value.toLowerCase()))
  return text
    .refine((value) => known.has(value.toLowerCase()), {
      error: ownMessage('NOT_A_WORD', { known: values.join(', ') }),
    })
    .meta({ anyOf: [{ enum: all }, { pattern: inAnyCase(all) }] })
}

/** Any text; editors offer the usual ones. */
export function suggested(values: readonly string[]) {
  return offering(text, () => values)
}

export function offering<T extends z.ZodType>(schema: T, values: () => readonly string[]): T {
  return schema.meta({
    get anyOf() {
      return [{ enum: values() }, { type: 'string' }]
    },
  })
}
