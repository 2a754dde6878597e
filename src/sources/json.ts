/** Readers of JSON that nobody vouches for: what has the wrong type counts as absent. */

export type JsonRecord = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Trimmed text of at most `max` characters, null where there is none. */
export function textOf(value: unknown, max = 2_000): string | null {
  if (typeof value !== 'string') return null
  return value.slice(0, max).trim() || null
}

export function textsOf(value: unknown, max = 2_000): readonly string[] {
  return listOf(value).flatMap((item) => textOf(item, max) ?? [])
}
