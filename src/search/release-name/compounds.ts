import type { AudioTag } from '../../model/vocabulary.ts'
import { tagOfWord } from './lexicon.ts'
import { splitRuns } from './runs.ts'
import { audioPrefixes, channelsByDigits } from './tables/audio.ts'
import { type Tag, type TagKind, withAlso } from './tags.ts'

/** Longer words are nobody's tag, whatever they hold. */
const maxLength = 32

const units = new Set('gb gib mb mib kb kbps mbps kbit mbit fps khz hz min mins'.split(' '))

export function sureTag(kind: TagKind, value: string): Tag {
  return { kind, value, grade: 'sure', also: null }
}

const noise = sureTag('noise', 'size')

/** By the height of the picture, or by its width where black bars were cut away. */
function resolutionOfSize(width: number, height: number): string {
  if (height > 1_600 || width > 3_000) return '2160p'
  if (height > 1_100 || width > 2_000) return '1440p'
  if (height > 800 || width > 1_300) return '1080p'
  if (height > 580 || width > 1_050) return '720p'
  if (height > 500) return '576p'
  if (height > 380 || width > 630) return '480p'
  return height > 250 ? '360p' : '240p'
}

/** `korsub`, `pldub`, `subita`: a language with what was made in it. */
function languageWork(text: string): Tag | null {
  const behind = /^(.{2,14}?)(sub|dub)(?:s|bed|bing)?$/.exec(text)
  const before = behind ?? /^(?:fan)?(sub|dub)(?:s|bed|bing)?(.{2,14})$/.exec(text)
  if (!before) return null
  const [, left = '', right = ''] = before
  const language = tagOfWord(behind ? left : right)
  if (language?.kind !== 'language') return null
  const made =
    (behind ? right : left) === 'dub'
      ? sureTag('flag', 'dubbed')
      : withAlso(sureTag('flag', 'subbed'), sureTag('subtitle', language.value))
  return { ...withAlso(language, made), grade: 'sure' }
}

const isDigit = (text: string, at: number) => text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57

/** Two tags in one word: `1080p10bit`, `bluray1080p`. */
function pair(text: string): Tag | null {
  for (let at = 2; at < text.length - 1; at++) {
    if (isDigit(text, at) === isDigit(text, at - 1)) continue
    const left = tagOfWord(text.slice(0, at))
    const right = left && tagOfWord(text.slice(at))
    if (left && right && left.grade !== 'listed' && right.grade !== 'listed') {
      return { ...withAlso(left, right), grade: 'sure' }
    }
  }
  return null
}

/** `1920x1080`, `4gb`, `1993720p`. */
function measure(text: string): Tag | null {
  const { letters, numbers, widths } = splitRuns(text)
  const [width = 0, height = 0] = numbers
  if (numbers.length >= 2 && letters[0] === '' && (letters[1] === 'x' || letters[1] === '×')) {
    const isSize = widths[0]! >= 3 && widths[1]! >= 3 && widths[0]! <= 4 && widths[1]! <= 4
    if (isSize && width >= 200) return sureTag('resolution', resolutionOfSize(width, height))
  }
  if (numbers.length !== 1 || letters[0] !== '') return null
  if (units.has(letters[1]!)) return noise
  return letters[1] === 'p' && widths[0]! > 4
    ? (tagOfWord(text.slice(widths[0]! - 4)) ?? tagOfWord(text.slice(widths[0]! - 3)))
    : null
}

/** What a single word that no table holds says by its parts. */
export function compoundTag(text: string, mixed: boolean): Tag | null {
  if (text.length < 3 || text.length > maxLength) return null
  if (text.includes('sub') || text.includes('dub')) {
    const work = languageWork(text)
    if (work) return work
  }
  return mixed ? (measure(text) ?? layoutTag(text) ?? pair(text)) : null
}

function audioTag(tags: readonly AudioTag[], digits: number): Tag | null {
  const channels = channelsByDigits.get(digits)
  if (channels === undefined) return null
  return tags.reduceRight(
    (also, value) => withAlso(sureTag('audio', value), also),
    sureTag('channels', channels),
  )
}

/** `ddp51`. */
function layoutTag(text: string): Tag | null {
  const tags = audioPrefixes.get(text.slice(0, -2))
  return tags ? audioTag(tags, Number(text.slice(-2))) : null
}

/** `ddp5` before a number that ends the layout. */
export function splitLayoutTag(text: string, following: string): Tag | null {
  if (!/^[01](?:x\d)?$/.test(following) || !isDigit(text, text.length - 1)) return null
  const tags = audioPrefixes.get(text.slice(0, -1))
  return tags ? audioTag(tags, Number(text.at(-1)) * 10 + Number(following[0])) : null
}
