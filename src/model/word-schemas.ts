import { z } from 'zod'

export const text = z.string().max(2_000)

/** A pattern of these words in any case, for JSON Schema, which has no flags. */
function inAnyCase(words: readonly string[]): string {
  const either = words.map((word) =>
    word
      .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
      .replaceAll(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`),
  )
  return `^(?:${either.join('|')})$`
}

/** Words of a closed vocabulary in any case; `Unknown` stands for results that say nothing of it. Editors offer them as they are written here. */
export function oneOf(values: readonly string[]) {
  const all = [...values, 'Unknown']
  const known = new Set(all.map((value) => value.toLowerCase()))
  return text
    .refine((value) => known.has(value.toLowerCase()), {
      error: `must be one of ${values.join(', ')} or Unknown`,
    })
    .meta({ anyOf: [{ enum: all }, { pattern: inAnyCase(all) }] })
}

/** Any text, of which editors offer the usual ones. */
export function suggested(values: readonly string[]) {
  return text.meta({ anyOf: [{ enum: values }, { type: 'string' }] })
}
