import { formatAge, formatBitrate, formatBytes, formatDuration } from '../display/quantities.ts'
import { languageCode, languageFlag } from '../display/languages.ts'
import { checked } from './state.ts'
import { isTruthy, toList, toNumber, toText } from './values.ts'

type Filter = (value: unknown, ...parameters: unknown[]) => unknown

export const templateFilters: Readonly<Record<string, Filter>> = {
  ...ownFilters(),
  ...textFilters(),
  ...numberFilters(),
  ...listFilters(),
  default: (value, fallback) =>
    !isTruthy(value) || ((typeof value === 'string' || Array.isArray(value)) && value.length === 0)
      ? fallback
      : value,
}

/** Absent numbers stay absent, so that `default` can follow. */
function ownFilters(): Record<string, Filter> {
  return {
    bytes: ofNumber(formatBytes),
    bitrate: ofNumber(formatBitrate),
    duration: ofNumber(formatDuration),
    age: ofNumber(formatAge),
    flags: (value) => toList(value).map((name) => languageFlag(toText(name))),
    codes: (value) => toList(value).map((name) => languageCode(toText(name))),
  }
}

function textFilters(): Record<string, Filter> {
  return {
    upcase: ofText((text) => text.toUpperCase()),
    downcase: ofText((text) => text.toLowerCase()),
    capitalize: ofText((text) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()),
    strip: ofText((text) => text.trim()),
    lstrip: ofText((text) => text.trimStart()),
    rstrip: ofText((text) => text.trimEnd()),
    squish: ofText((text) => text.trim().replaceAll(/\s+/g, ' ')),
    append: (value, end) => toText(value) + toText(end),
    prepend: (value, start) => toText(start) + toText(value),
    remove: (value, part) => replaceAll(toText(value), toText(part), ''),
    remove_first: (value, part) => replaceFirst(toText(value), toText(part), ''),
    replace: (value, part, by) => replaceAll(toText(value), toText(part), toText(by)),
    replace_first: (value, part, by) => replaceFirst(toText(value), toText(part), toText(by)),
    split: (value, separator) => split(toText(value), toText(separator)),
    truncate: (value, length = 50, end = '...') =>
      truncate(toText(value), toNumber(length), toText(end)),
  }
}

function numberFilters(): Record<string, Filter> {
  return {
    abs: (value) => Math.abs(toNumber(value)),
    ceil: (value) => Math.ceil(toNumber(value)),
    floor: (value) => Math.floor(toNumber(value)),
    round: (value, digits) => round(toNumber(value), toNumber(digits)),
    plus: (value, other) => toNumber(value) + toNumber(other),
    minus: (value, other) => toNumber(value) - toNumber(other),
    times: (value, other) => toNumber(value) * toNumber(other),
    divided_by: (value, other) => toNumber(value) / toNumber(other),
    modulo: (value, other) => modulo(toNumber(value), toNumber(other)),
    at_least: (value, bound) => Math.max(toNumber(value), toNumber(bound)),
    at_most: (value, bound) => Math.min(toNumber(value), toNumber(bound)),
  }
}

function listFilters(): Record<string, Filter> {
  return {
    join: (value, separator = ' ') => join(toList(value), toText(separator)),
    first: (value) => (typeof value === 'string' ? value.at(0) : toList(value)[0]),
    last: (value) => (typeof value === 'string' ? value.at(-1) : toList(value).at(-1)),
    size: (value) => (typeof value === 'string' || Array.isArray(value) ? value.length : 0),
    slice: (value, start, length = 1) => slice(value, toNumber(start), toNumber(length)),
    concat: (value, other) => [...toList(value), ...toList(other)],
    compact: (value) => toList(value).filter((item) => item !== null && item !== undefined),
    reverse: (value) => toList(value).toReversed(),
    sort: (value) => toList(value).toSorted(compare),
    uniq: (value) => [...new Set(toList(value))],
  }
}

function ofNumber(format: (value: number) => string): Filter {
  return (value) => (typeof value === 'number' && Number.isFinite(value) ? format(value) : null)
}

function ofText(change: (text: string) => string): Filter {
  return (value) => change(toText(value))
}

function replaceAll(text: string, part: string, by: string): string {
  return join(text.split(part), by)
}

function replaceFirst(text: string, part: string, by: string): string {
  const at = text.indexOf(part)
  return at < 0 ? text : text.slice(0, at) + by + text.slice(at + part.length)
}

function split(text: string, separator: string): string[] {
  const parts = text.split(separator)
  return parts.slice(0, parts.findLastIndex((part) => part !== '') + 1)
}

function truncate(text: string, length: number, end: string): string {
  return text.length <= length ? text : text.slice(0, Math.max(0, length - end.length)) + end
}

function round(value: number, digits: number): number {
  const factor = 10 ** Math.min(Math.max(Math.trunc(digits), -20), 20)
  return (Math.sign(value) * Math.round(Math.abs(value) * factor)) / factor
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

function slice(value: unknown, start: number, length: number): unknown {
  const whole = Array.isArray(value) ? value : toText(value)
  const from = start < 0 ? whole.length + start : start
  return from < 0 ? whole.slice(0, 0) : whole.slice(from, from + length)
}

/** Checks while it grows: a long list of long texts would be built before the final check. */
function join(items: readonly unknown[], separator: string): string {
  let text = ''
  for (let index = 0; index < items.length; index++) {
    text = checked(index === 0 ? toText(items[0]) : text + separator + toText(items[index]))
  }
  return text
}

/** Numbers by size, everything else as text. */
function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const [one, other] = [toText(left), toText(right)]
  return one < other ? -1 : one > other ? 1 : 0
}
