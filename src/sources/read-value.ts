import { cutText, trimmed } from '../core/cut-text.ts'
import { listOf } from '../core/json.ts'

/** Readers of untrusted JSON: a wrong type counts as absent. */

const maxAddress = 2_000
/** Nine digits, as in text: every number fits the Int of GraphQL. */
const mostCounted = 999_999_999

/** Trimmed and at most `max` characters; null where there is none. */
export function textOf(value: unknown, max = 2_000): string | null {
  if (typeof value !== 'string') return null
  return trimmed(cutText(value, max)) || null
}

export function textsOf(value: unknown, max = 2_000): readonly string[] {
  return listOf(value).flatMap((item) => textOf(item, max) ?? [])
}

export function counterOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  const isCounter = Number.isInteger(number) && (number as number) >= 0
  return isCounter && (number as number) <= mostCounted ? (number as number) : null
}

/** Some sources append `/null` or `/undefined` where they have no address. */
export function webAddressOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxAddress) return null
  const address = trimmed(value)
  const usable = /^https?:\/\/[^\s/]/i.test(address) && !/\/(?:null|undefined)$/.test(address)
  return usable ? address : null
}

/** From `2008-01-20`, with or without a time; UTC without a zone. */
export function timeOf(value: unknown): number | null {
  const text = textOf(value, 40)
  const match = text && /^((?:18|19|20|21)\d\d-\d\d-\d\d)(?:[T ](\d\d:\d\d\S*))?$/.exec(text)
  if (!match) return null
  const [, day, clock = '00:00'] = match
  const time = Date.parse(`${day}T${clock}${/(?:z|[+-]\d\d:?\d\d)$/i.test(clock) ? '' : 'Z'}`)
  return Number.isNaN(time) ? null : time
}
