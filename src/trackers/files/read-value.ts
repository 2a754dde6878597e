import { cutText } from '../../core/cut-text.ts'
import { recordOf } from '../../core/json.ts'
import type { IdSpace } from '../../model/media-id.ts'
import { emptyEntry } from '../../model/tracker.ts'
import type { ImportedEntry, TitleIds } from '../../model/tracker.ts'

const spaces = ['imdb', 'tmdb', 'tvdb', 'kitsu', 'mal', 'anilist', 'anidb'] as const
const numberPattern = /^\d{1,10}$/
const largestTime = 8.64e15
/** More episodes or plays than any title has; the history accepts no more. */
export const largestCount = 1_000_000
const minuteMs = 60_000
/** A week: nothing is longer. */
const longestMinutes = 10_080
/** A day with an optional time and zone; `Date.parse` accepts much more. */
const timePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/i

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? cutText(value, 300) : null
}

/** Also from text. Null for anything but a plausible whole number from 0. */
export function countOf(value: unknown): number | null {
  const number = typeof value === 'string' && numberPattern.test(value) ? Number(value) : value
  const isCount = typeof number === 'number' && Number.isInteger(number)
  return isCount && number >= 0 && number <= largestCount ? number : null
}

export function yearOf(value: unknown): number | null {
  const year = countOf(value)
  return year !== null && year >= 1_800 && year <= 2_200 ? year : null
}

/** Milliseconds from minutes; null where implausible. */
export function lengthOf(minutes: unknown): number | null {
  const count = countOf(minutes)
  return count !== null && count > 0 && count <= longestMinutes ? count * minuteMs : null
}

/** Null for anything else, and for times before 1971, which some services write for unknown. */
export function timeOf(value: unknown): number | null {
  const [, day, hour = '00:00', zone = 'Z'] =
    timePattern.exec(typeof value === 'string' ? value.trim() : '') ?? []
  // Without a zone it is UTC, wherever this server stands.
  const time = day === undefined ? NaN : Date.parse(`${day}T${hour}${zone.toUpperCase()}`)
  return time > 31_536_000_000 && time < largestTime ? time : null
}

/** Known databases only, each id in its database's own form. */
export function idsOf(value: unknown): TitleIds {
  const given = recordOf(value)
  const ids: Partial<Record<IdSpace, string>> = {}
  for (const space of spaces) {
    const id = given[space]
    const text = typeof id === 'number' || typeof id === 'string' ? String(id).trim() : ''
    const pattern = space === 'imdb' ? /^tt\d{5,12}$/ : numberPattern
    if (pattern.test(text) && Number(text) !== 0) ids[space] = text
  }
  return ids
}

export function blankEntry(
  kind: ImportedEntry['kind'],
  title: { readonly ids: TitleIds; readonly name: string | null; readonly year: number | null },
): ImportedEntry {
  return {
    kind,
    ...title,
    ...emptyEntry,
  }
}
