import { listOf } from '../core/json.ts'

/** Readers of JSON that nobody vouches for: what has the wrong type counts as absent. */

const maxAddress = 2_000

/** Trimmed text of at most `max` characters, null where there is none. */
export function textOf(value: unknown, max = 2_000): string | null {
  if (typeof value !== 'string') return null
  return value.slice(0, max).trim() || null
}

export function textsOf(value: unknown, max = 2_000): readonly string[] {
  return listOf(value).flatMap((item) => textOf(item, max) ?? [])
}

/** A whole number from 0 on, also where it came as text. */
export function counterOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : null
}

/** An address of the web. Some sources append the word for nothing where they have none. */
export function webAddressOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxAddress) return null
  const address = value.trim()
  const usable = /^https?:\/\/[^\s/]/i.test(address) && !/\/(?:null|undefined)$/.test(address)
  return usable ? address : null
}

/** Epoch milliseconds of `2008-01-20`, with or without a time; without a zone it is taken for UTC. */
export function timeOf(value: unknown): number | null {
  const text = textOf(value, 40)
  const match = text && /^((?:18|19|20|21)\d\d-\d\d-\d\d)(?:[T ](\d\d:\d\d\S*))?$/.exec(text)
  if (!match) return null
  const [, day, clock = '00:00'] = match
  const time = Date.parse(`${day}T${clock}${/(?:z|[+-]\d\d:?\d\d)$/i.test(clock) ? '' : 'Z'}`)
  return Number.isNaN(time) ? null : time
}
