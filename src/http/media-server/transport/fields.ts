import { AppError } from '../../../core/errors.ts'
import { recordOf } from '../../../core/json.ts'

/** Values of a query or JSON body, by case-insensitive name. A value of the wrong type counts as absent. */
export type Fields = {
  /** Null for absent and empty text; converts numbers and booleans. */
  text(name: string): string | null
  /** Parses text; null unless finite. */
  number(name: string): number | null
  /** Truncated and clamped to 32 bits, as the Jellyfin server's integers are. */
  integer(name: string): number | null
  /** `true`, `True`, `1`; `false`, `0`; otherwise null. */
  flag(name: string): boolean | null
  /** Repeated or separated values; null if absent or empty. Some parameters use the separator `|`. */
  list(name: string, separator?: string): readonly string[] | null
  date(name: string): number | null
  /** A nested object; empty if absent. */
  object(name: string): Fields
  raw(name: string): unknown
}

const maxListed = 1_000
const maxInteger = 2 ** 31 - 1

/** Parses the text after the question mark, even if it is percent-encoded as a whole. */
export function queryFields(text: string): Fields {
  const plain = !text.includes('=') && /%3d/i.test(text) ? decoded(text) : text
  if (plain === '') return noFields
  const values = new Map<string, string | string[]>()
  for (const [name, value] of new URLSearchParams(plain)) {
    // Some clients append brackets to the names of lists.
    const key = (name.endsWith('[]') ? name.slice(0, -2) : name).toLowerCase()
    const known = values.get(key)
    if (known === undefined) values.set(key, value)
    else if (typeof known === 'string') values.set(key, [known, value])
    else known.push(value)
  }
  return new ReadFields(values)
}

export function bodyFields(value: unknown): Fields {
  return new ReadFields(
    new Map(Object.entries(recordOf(value)).map(([name, own]) => [name.toLowerCase(), own])),
  )
}

/** A class, since each request makes one or two: closures would be ten more objects for each. */
class ReadFields implements Fields {
  /** By lower-case name; several values of one name are a list. */
  private readonly values: ReadonlyMap<string, unknown>

  constructor(values: ReadonlyMap<string, unknown>) {
    this.values = values
  }

  raw(name: string): unknown {
    return this.values.get(name.toLowerCase())
  }

  text(name: string): string | null {
    const found = this.raw(name)
    const value: unknown = Array.isArray(found) ? found[0] : found
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    return typeof value === 'string' && value !== '' ? value : null
  }

  number(name: string): number | null {
    const written = this.text(name)
    const value = written === null || written.trim() === '' ? NaN : Number(written)
    return Number.isFinite(value) ? value : null
  }

  integer(name: string): number | null {
    const value = this.number(name)
    return value && Math.trunc(Math.max(-maxInteger, Math.min(value, maxInteger)))
  }

  flag(name: string): boolean | null {
    const written = this.text(name)?.toLowerCase()
    if (written === 'true' || written === '1') return true
    return written === 'false' || written === '0' ? false : null
  }

  list(name: string, separator = ','): readonly string[] | null {
    const value = this.raw(name)
    if (value === undefined) return null
    const parts = (Array.isArray(value) ? value : [value])
      .filter((part) => typeof part === 'string' || typeof part === 'number')
      .flatMap((part) => String(part).split(separator))
      .map((part) => part.trim())
      .filter((part) => part !== '')
    return parts.length > 0 ? parts.slice(0, maxListed) : null
  }

  date(name: string): number | null {
    const time = Date.parse(this.text(name) ?? '')
    return Number.isNaN(time) ? null : time
  }

  object(name: string): Fields {
    return bodyFields(this.raw(name))
  }
}

export const noFields: Fields = new ReadFields(new Map())

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Throws BAD_REQUEST if the parameter is missing. */
export function required<Value>(name: string, value: Value | null): Value {
  if (value !== null) return value
  throw new AppError('BAD_REQUEST', `${name} is missing.`)
}
