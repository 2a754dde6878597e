import { parseJson } from '../../core/json.ts'
import { animeTypes } from '../../model/anime.ts'
import type { AnimeType } from '../../model/anime.ts'
import { SourceShapeError } from './record.ts'

const maxId = 2 ** 31 - 1
const maxEpisode = 100_000
const maxListed = 100

export function jsonOf(bytes: Buffer): unknown {
  const json = parseJson(bytes.toString('utf8'))
  if (json !== undefined) return json
  throw new SourceShapeError('is not complete JSON; it may be only half downloaded')
}

export function jsonRecords(bytes: Buffer): readonly unknown[] {
  const list = jsonOf(bytes)
  if (!Array.isArray(list)) throw new SourceShapeError('is not a JSON list of records')
  return list
}

const nothing: readonly never[] = []

function parts(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.slice(0, maxListed)
  if (typeof value === 'string') return value.split(',', maxListed)
  return [value]
}

function wholeNumber(value: unknown, max: number): number | null {
  const text = typeof value === 'string' ? value.trim() : value
  const number = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text
  return Number.isInteger(number) && (number as number) >= 0 && (number as number) <= max
    ? (number as number)
    : null
}

/** Ids from 1 as numbers, text, comma-separated text or lists. */
export function idList(value: unknown): readonly number[] {
  // Most fields of most records are absent.
  if (value === undefined || value === null) return nothing
  return parts(value).flatMap((part) => wholeNumber(part, maxId) || [])
}

/** Null where several are given. */
export function singleId(value: unknown): number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return wholeNumber(value, maxId) || null
  const ids = parts(value)
  return ids.length === 1 ? wholeNumber(ids[0], maxId) || null : null
}

/** Null where several are given. Lists write all-digit slugs as numbers. */
export function slug(value: unknown): string | null {
  if (Array.isArray(value)) return value.length === 1 ? slug(value[0]) : null
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null
  return typeof value === 'string' && /^[^\s,/]{1,500}$/.test(value) ? value : null
}

export function imdbIds(value: unknown): readonly string[] {
  if (value === undefined || value === null) return nothing
  return parts(value).flatMap((part) => {
    const match = typeof part === 'string' ? /^\s*tt(\d{1,10})\s*$/i.exec(part) : null
    const number = Number(match?.[1] ?? 0)
    return number > 0 && number <= maxId ? `tt${String(number).padStart(7, '0')}` : []
  })
}

export function seasonNumber(value: unknown): number | null {
  return wholeNumber(value, maxEpisode)
}

/** An episode, or a difference between two. */
export function episodeNumber(value: unknown): number | null {
  if (typeof value === 'string' && /^-\d+$/.test(value.trim())) {
    const distance = wholeNumber(value.trim().slice(1), maxEpisode)
    return distance === null ? null : -distance
  }
  if (typeof value === 'number' && value < 0) return episodeNumber(String(value))
  return wholeNumber(value, maxEpisode)
}

export function year(value: unknown): number | null {
  const number = wholeNumber(value, 2_200)
  return number !== null && number >= 1_900 ? number : null
}

export function title(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim().slice(0, 500)
  return text === '' ? null : text
}

export function animeType(value: unknown): AnimeType | null {
  if (typeof value !== 'string') return null
  const name = value.toUpperCase()
  return animeTypes.find((type) => type === name) ?? null
}

export function present<T extends Readonly<Record<string, number | string | null>>>(ids: T) {
  const kept: Record<string, number | string> = {}
  for (const key in ids) {
    const value = ids[key]
    if (value !== null && value !== undefined) kept[key] = value
  }
  return kept as { [K in keyof T]?: NonNullable<T[K]> }
}
