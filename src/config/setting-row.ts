import type { z } from 'zod'

export type SettingRow<S extends z.ZodType = z.ZodType> = {
  readonly schema: S
  readonly fallback: string | null
  readonly fallbackNote?: string
  readonly example: string
  readonly meaning: string
}

export function row<S extends z.ZodType>(
  schema: S,
  fallback: string | null,
  example: string,
  meaning: string,
  fallbackNote?: string,
): SettingRow<S> {
  return { schema, fallback, example, meaning, fallbackNote }
}
