import type { ParsedFile } from '../../model/parsed-file.ts'
import type { Stream } from '../../model/search-result.ts'
import type { StreamType } from '../../model/vocabulary.ts'
import { serviceShortName } from '../display/services.ts'

export type Part = string | null

const shortResolutions: Readonly<Record<string, string>> = { '2160p': '4K', '1440p': '2K' }

const typeNames: Readonly<Record<StreamType, string>> = {
  debrid: 'Debrid',
  usenet: 'Usenet',
  http: 'HTTP',
  p2p: 'P2P',
  live: 'Live',
  youtube: 'YouTube',
  external: 'External',
  error: 'Error',
  statistic: 'Info',
}

export function joined(separator: string, ...parts: readonly Part[]): string {
  let text = ''
  for (const part of parts) {
    if (part !== null && part !== '') text = text === '' ? part : text + separator + part
  }
  return text
}

export function labelled<T extends string | number>(
  label: string,
  value: T | null,
  format: (value: T) => string = String,
): Part {
  return value === null || value === '' ? null : label + format(value)
}

export function listed(label: string, separator: string, values: readonly string[]): Part {
  return values.length === 0 ? null : label + values.join(separator)
}

export function shortResolution(resolution: string | null): Part {
  return resolution === null ? null : (shortResolutions[resolution] ?? resolution)
}

export function origin({ service, type }: Stream): string {
  return service === null ? typeNames[type] : serviceShortName(service)
}

export function cacheSign({ cached }: Stream, ready: string, waiting: string): Part {
  return cached === null ? null : cached ? ready : waiting
}

/** `The Matrix (1999)`, `Breaking Bad S05E14`; without a title the file's or the source's own words. */
export function heading({ parsedFile, filename, folderName, originalDescription }: Stream): string {
  const { title, year } = parsedFile
  if (title === null) {
    return filename ?? folderName ?? originalDescription.split('\n', 1)[0]!.trim()
  }
  return joined(
    ' ',
    title,
    labelled('', year, (value) => `(${value})`),
    numbering(parsedFile),
  )
}

/** `S05E14`, `S05E13-E16`, `S01-S05`, `E1071`, or the date of a daily show. */
export function numbering({ seasons, episodes, date }: ParsedFile): string {
  const numbers = span('S', seasons) + span('E', episodes)
  return numbers === '' ? (date ?? '') : numbers
}

function span(letter: string, numbers: readonly number[]): string {
  if (numbers.length === 0) return ''
  let low = numbers[0]!
  let high = low
  for (const number of numbers) {
    if (number < low) low = number
    if (number > high) high = number
  }
  const first = letter + padded(low)
  return low === high ? first : `${first}-${letter}${padded(high)}`
}

function padded(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}
