import { addLanguage, addName, addRemark, addSize, addTags, type Facts, noFacts } from './facts.ts'
import { languageOfCode, languageOfCountry, languageOfName } from './languages.ts'
import { countryAt, type Marker, markerAt, nextSymbol } from './markers.ts'
import { readAge, readBitrate, readCount, readDuration, readSize } from './quantities.ts'
import { holdsTag, looksLikeRelease } from './release-line.ts'
import { serviceNamed, serviceOfLabel } from './services.ts'

const maxLines = 40
const maxSymbols = 100
const maxLabels = 20
const maxValue = 80

const labels: Readonly<Record<string, Marker>> = {
  size: 'size',
  'file size': 'size',
  seeders: 'seeders',
  seeds: 'seeders',
  seeder: 'seeders',
  s: 'seeders',
  age: 'age',
  duration: 'duration',
  runtime: 'duration',
  length: 'duration',
  bitrate: 'bitrate',
  indexer: 'indexer',
  tracker: 'indexer',
  source: 'indexer',
  provider: 'indexer',
  site: 'indexer',
  language: 'languages',
  languages: 'languages',
  lang: 'languages',
  audio: 'languages',
  subtitles: 'subtitles',
  subtitle: 'subtitles',
  subs: 'subtitles',
  quality: 'tags',
  resolution: 'tags',
  name: 'file',
  file: 'file',
  filename: 'file',
  torrent: 'folder',
  folder: 'folder',
}
const labelled = new RegExp(
  `(?<=^|[\\s|•·,;(])(?:(${Object.keys(labels).join('|')})|(type|service|debrid))\\s?:\\s?`,
  'gi',
)
const separator = /\s*[|•·]\s*|\s{2,}/
const listSeparator = /\s*[+,/&;|]\s*/
const seeds = /^\d[\d.,]*k?\s*(?:seed(?:er)?s?|peers?)\b/i
const wholeAge =
  /^\d+(?:\s*(?:years?|y|months?|mo|weeks?|w|days?|d|hours?|h)(?:\s+ago)?)+(?:\s+old)?$/i
const wholeDuration = /^\d+\s*(?:h(?:ours?)?\s*:?\s*\d+\s*m(?:ins?|in)?|mins?|minutes)$/i
const subtitleWords = /^(?:multi[ -]?)subs?(?:titles?)?$/i
const site = /^\[([\w .-]{2,40})\]$/
const letter = /\p{L}/u

/** `known`: a name stated elsewhere; lines that only repeat it are skipped. */
export function readFacts(text: string, known: string | null): Facts {
  const facts = noFacts()
  let start = 0
  let symbols = 0
  for (let lines = 0; start < text.length && lines < maxLines && symbols < maxSymbols; lines++) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    symbols += readLine(facts, text.slice(start, end), known)
    start = end + 1
  }
  if (facts.size === null && facts.folderSize !== null) {
    facts.size = facts.folderSize
    facts.folderSize = null
  }
  return facts
}

function readLine(facts: Facts, line: string, known: string | null): number {
  let at = nextSymbol(line, 0)
  if (at > 0) readPlain(facts, trimmed(line, 0, at), known)
  let flagsAreSubtitles = false
  let symbols = 0
  for (; at < line.length && symbols < maxSymbols; symbols++) {
    const country = countryAt(line, at)
    if (country !== null) {
      addLanguage(facts, languageOfCountry(country), flagsAreSubtitles)
      at = nextSymbol(line, at + 4)
      continue
    }
    const marker = markerAt(line, at)
    const from = at + (line.charCodeAt(at) >= 0xd800 ? 2 : 1)
    at = nextSymbol(line, from)
    flagsAreSubtitles = marker === 'subtitles' || (flagsAreSubtitles && marker === 'unknown')
    readMarked(facts, marker, trimmed(line, from, at), known)
  }
  return symbols
}

function readPlain(facts: Facts, text: string, known: string | null): void {
  if (text === '' || repeats(text, known)) return
  if (text.includes(':') && readLabelled(facts, text, known)) return
  if (looksLikeRelease(text)) {
    addName(facts, text, null)
    return
  }
  if (text.length > maxValue * 4) return
  for (const part of text.split(separator)) readPart(facts, part)
}

function readLabelled(facts: Facts, text: string, known: string | null): boolean {
  const matches = [...text.matchAll(labelled)].slice(0, maxLabels)
  for (const [index, match] of matches.entries()) {
    const from = match.index + match[0].length
    const rest = text.slice(from, matches[index + 1]?.index)
    const label = match[1]?.toLowerCase()
    const marker = label === undefined ? 'unknown' : labels[label]!
    const isName = marker === 'file' || marker === 'folder'
    const value = (isName ? rest : (rest.split(separator).find(Boolean) ?? '')).trim()
    if (label === undefined) readKind(facts, value)
    else readMarked(facts, marker, value, known)
  }
  return matches.length > 0
}

function readKind(facts: Facts, value: string): void {
  facts.service ??= serviceNamed(value)
  if (/usenet|nzb/i.test(value)) facts.usenet = true
}

function readPart(facts: Facts, part: string): void {
  if (part === '') return
  const code = part.charCodeAt(0)
  if ((code >= 48 && code <= 57) || code === 126) readNumber(facts, part)
  else if (subtitleWords.test(part)) addLanguage(facts, 'Multi', true)
  else if (/^(?:usenet|nzb)$/i.test(part)) facts.usenet = true
  else if (/^live$/i.test(part)) facts.live = true
  else if (holdsTag(part)) addTags(facts, part)
  else {
    facts.indexer ??= siteOf(part)
    const words = part.toLowerCase().split(listSeparator)
    const languages = words.map((word) => languageOfName(word))
    if (!languages.includes(null)) {
      for (const language of languages) addLanguage(facts, language, false)
    }
  }
}

function siteOf(part: string): string | null {
  const name = site.exec(part)?.[1] ?? null
  return name === null || serviceOfLabel(part) !== null ? null : name
}

function readNumber(facts: Facts, part: string): void {
  const bitrate = readBitrate(part)
  if (bitrate !== null) facts.bitrate ??= bitrate
  else if (seeds.test(part)) facts.seeders ??= readCount(part)
  else if (wholeDuration.test(part)) facts.duration ??= readDuration(part)
  else if (wholeAge.test(part)) facts.age ??= readAge(part)
  else readSizes(facts, part)
}

function readMarked(facts: Facts, marker: Marker, value: string, known: string | null): void {
  switch (marker) {
    case 'size':
      readSizes(facts, value)
      return
    case 'folderSize':
      facts.folderSize ??= readSize(value)
      return
    case 'seeders':
      facts.seeders ??= readCount(value)
      return
    case 'indexer':
      facts.indexer ??= firstPart(value)
      return
    case 'age':
      facts.age ??= readAge(value)
      return
    case 'duration':
      facts.duration ??= readDuration(value)
      return
    case 'bitrate':
      facts.bitrate ??= readBitrate(value)
      return
    case 'languages':
    case 'subtitles':
      readLanguages(facts, value, marker === 'subtitles')
      return
    case 'site':
      readSite(facts, value)
      return
    case 'tags':
      addTags(facts, value)
      for (const part of value.split(separator)) readPart(facts, part)
      return
    case 'file':
    case 'folder':
      readNamed(facts, marker, value, known)
      return
    case 'remark':
      if (value !== '') addRemark(facts, value)
      return
    case 'unknown':
      readPlain(facts, value, known)
      return
    default:
      facts[marker] = true
      readPlain(facts, value, known)
  }
}

function readNamed(
  facts: Facts,
  role: 'file' | 'folder',
  text: string,
  known: string | null,
): void {
  const size = readSize(text)
  if (size !== null && text.length < 12) facts.folderSize ??= size
  else if (text.length > 2 && letter.test(text) && !repeats(text, known)) {
    addName(facts, text, role)
  }
}

/** `1.2 GB`, or `1.2 GB / 40 GB` for file and folder. */
function readSizes(facts: Facts, value: string): void {
  const slash = value.indexOf('/')
  addSize(facts, readSize(value))
  if (slash > 0) addSize(facts, readSize(value.slice(slash + 1).trimStart()))
}

function readLanguages(facts: Facts, value: string, subtitles: boolean): void {
  for (const item of value.toLowerCase().split(listSeparator)) {
    const whole = languageOfCode(item)
    const languages = whole === null ? item.split(/[\s()]+/).map(languageOfCode) : [whole]
    for (const language of languages) addLanguage(facts, language, subtitles)
  }
  if (!subtitles && facts.languages.length === 0) addTags(facts, value)
}

/** A globe stands before a site's name, or before languages. */
function readSite(facts: Facts, value: string): void {
  const words = value.toLowerCase().split(listSeparator)
  if (words.every((word) => languageOfName(word) !== null)) readLanguages(facts, value, false)
  else facts.indexer ??= firstPart(value)
}

function firstPart(value: string): string | null {
  const part = value.includes(' | ') ? value.slice(0, value.indexOf(' | ')).trim() : value
  return part === '' ? null : part.slice(0, maxValue)
}

function repeats(text: string, known: string | null): boolean {
  if (known === null || text.length > known.length || text.length < known.length - 5) return false
  return known.startsWith(text)
}

function trimmed(text: string, start: number, end: number): string {
  let from = start
  let to = end
  while (from < to && isPadding(text.charCodeAt(from))) from++
  while (to > from && isPadding(text.charCodeAt(to - 1))) to--
  return text.slice(from, to)
}

function isPadding(code: number): boolean {
  return (
    code <= 32 ||
    code === 0x7c ||
    code === 0x2f ||
    code === 0x2c ||
    code === 0x3a ||
    code === 0xa0 ||
    code === 0xb7 ||
    code === 0x2022 ||
    code === 0xfe0f ||
    code === 0x200d ||
    code === 0x200b
  )
}
