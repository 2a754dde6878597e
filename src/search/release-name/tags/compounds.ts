import type { AudioTag } from '../../../model/vocabulary.ts'
import { isDigit } from '../characters.ts'
import { splitRuns } from '../numbers/runs.ts'
import { audioPrefixes, channelsByDigits } from '../tables/audio.ts'
import { tagOfWord } from './lexicon.ts'
import { sureTag, type Tag, withAlso } from './tag.ts'

/** Longer words are never tags. */
const maxLength = 32

const units = new Set('gb gib mb mib kb kbps mbps kbit mbit fps khz hz min mins'.split(' '))
const measureTag = sureTag('noise', 'measure')

/** By height, or by width where black bars were cut off. */
function resolutionOfSize(width: number, height: number): string {
  if (height > 1_600 || width > 3_000) return '2160p'
  if (height > 1_100 || width > 2_000) return '1440p'
  if (height > 800 || width > 1_300) return '1080p'
  if (height > 580 || width > 1_050) return '720p'
  if (height > 500) return '576p'
  if (height > 380 || width > 630) return '480p'
  return height > 250 ? '360p' : '240p'
}

/** `1920x1080`, `4gb`, `1993720p`. */
function measure(text: string): Tag | null {
  const { letters, numbers, widths } = splitRuns(text)
  const [before, unit] = letters
  if (before !== '') return null
  if (numbers.length >= 2) {
    const [width = 0, height = 0] = numbers
    const isSize = widths[0]! >= 3 && widths[0]! <= 4 && widths[1]! >= 3 && widths[1]! <= 4
    const isWritten = isSize && width >= 200 && /^[x×]$/.test(unit!)
    return isWritten ? sureTag('resolution', resolutionOfSize(width, height)) : null
  }
  if (units.has(unit!)) return measureTag
  // A number run into a resolution: `2019720p`.
  const isLong = unit === 'p' && widths[0]! > 4
  return isLong ? (tagOfWord(text.slice(-5)) ?? tagOfWord(text.slice(-4))) : null
}

/** `korsub`, `pldub`, `subita`: a language and what was made in it. */
function languageWork(text: string): Tag | null {
  const behind = /^(?<name>.{2,14}?)(?<work>sub|dub)(?:s|bed|bing)?$/.exec(text)
  const parts = behind ?? /^(?:fan)?(?<work>sub|dub)(?:s|bed|bing)?(?<name>.{2,14})$/.exec(text)
  const language = tagOfWord(parts?.groups?.['name'] ?? '')
  if (language?.kind !== 'language') return null
  const made =
    parts?.groups?.['work'] === 'dub'
      ? withAlso(sureTag('flag', 'dubbed'), sureTag('language', 'Dubbed'))
      : withAlso(sureTag('flag', 'subbed'), sureTag('subtitle', language.value))
  return { ...withAlso(language, made), grade: 'sure' }
}

/** Two tags in one word: `1080p10bit`, `bluray1080p`. */
function pair(text: string): Tag | null {
  for (let at = 2; at < text.length - 1; at++) {
    if (isDigit(text.charCodeAt(at)) === isDigit(text.charCodeAt(at - 1))) continue
    const left = tagOfWord(text.slice(0, at))
    const right = left && tagOfWord(text.slice(at))
    if (left && right && left.grade !== 'listed' && right.grade !== 'listed') {
      return { ...withAlso(left, right), grade: 'sure' }
    }
  }
  return null
}

function withLayout(codec: string, digits: number): Tag | null {
  const tags: readonly AudioTag[] | undefined = audioPrefixes.get(codec)
  const channels = channelsByDigits.get(digits)
  if (tags === undefined || channels === undefined) return null
  const layout = sureTag('channels', channels)
  return tags.reduceRight((also, value) => withAlso(sureTag('audio', value), also), layout)
}

export function compoundTag(text: string, mixed: boolean): Tag | null {
  if (text.length < 3 || text.length > maxLength) return null
  if (text.includes('sub') || text.includes('dub')) {
    const work = languageWork(text)
    if (work) return work
  }
  if (!mixed) return null
  return measure(text) ?? withLayout(text.slice(0, -2), Number(text.slice(-2))) ?? pair(text)
}

/** `ddp5` before the word that ends the layout: `1`, `0` or `0x2`. */
export function splitLayoutTag(text: string, following: string): Tag | null {
  if (!isDigit(text.charCodeAt(text.length - 1)) || !/^[01](?:x\d)?$/.test(following)) return null
  return withLayout(text.slice(0, -1), Number(text.at(-1)) * 10 + Number(following[0]))
}
