import { z } from 'zod'
import { readBytes } from './memory.js'

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}
const words: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  on: true,
  false: false,
  no: false,
  '0': false,
  off: false,
}

export type RateLimit = { readonly points: number; readonly windowMs: number }

function readDuration(value: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/i.exec(value)
  const ms = match ? Math.round(Number(match[1]) * units[match[2]!.toLowerCase()]!) : 0
  return ms > 0 ? ms : null
}

/** `read` answers null for wrong text; `expected` then says what would be right. */
export function setting<T>(expected: string, read: (value: string) => T | null) {
  return z.string().transform((value, ctx) => {
    const result = read(value)
    if (result !== null) return result
    ctx.addIssue({ code: 'custom', message: expected })
    return z.NEVER
  })
}

export const duration = setting('must be a time with its unit (ms, s, m, h, d)', readDuration)

export const durationOrOff = setting(
  'must be a time with its unit (ms, s, m, h, d), or off',
  (value) => (/^off$/i.test(value) ? ('off' as const) : readDuration(value)),
)

export const byteSize = setting('must be a size such as 512kb or 16mb', readBytes)

export const boolean = setting(
  'must be true or false',
  (value) => words[value.toLowerCase()] ?? null,
)

export const rateLimit = setting(
  'must be requests per window, or off',
  (value): RateLimit | 'off' | null => {
    if (/^off$/i.test(value)) return 'off'
    const [points = '', window = ''] = value.split('/')
    const windowMs = readDuration(window.trim()) ?? (units[window.trim().toLowerCase()] || null)
    const count = /^\d+$/.test(points.trim()) ? Number(points) : 0
    return count > 0 && windowMs !== null ? { points: count, windowMs } : null
  },
)

export function wholeNumber(min: number, max: number) {
  return setting(`must be a whole number from ${min} to ${max}`, (value) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    return number >= min && number <= max ? number : null
  })
}

/** Without a trailing slash. */
export const webAddress = setting('must be an http or https address', (value) =>
  /^https?:\/\//i.test(value) && URL.canParse(value) ? value.replace(/\/+$/, '') : null,
)

/** Comma-separated, trimmed, without empty parts. */
export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
