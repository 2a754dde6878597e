import type {
  AudioChannel,
  AudioTag,
  Encode,
  Quality,
  ReleaseFlag,
  Resolution,
  VisualTag,
} from '../../model/vocabulary.ts'
import type { Tag } from './tags.ts'
import { languageOfScript } from './scripts.ts'
import type { Token, Tokens } from './tokens.ts'

/** What the tags of a name say together. */
export type Found = {
  resolution: Resolution | null
  quality: Quality | null
  encode: Encode | null
  readonly visualTags: VisualTag[]
  readonly audioTags: AudioTag[]
  readonly audioChannels: AudioChannel[]
  readonly languages: string[]
  readonly subtitles: string[]
  container: string | null
  network: string | null
  edition: string | null
  readonly flags: ReleaseFlag[]
}

function addTo<T>(values: T[], value: T): void {
  if (!values.includes(value)) values.push(value)
}

/** Values of the languages that name none. */
const kinds = new Set(['Multi', 'Dual Audio', 'Dubbed'])

const captures = new Set<Quality>(['TS', 'TC', 'CAM', 'SCR'])
/** A plain name of a source gives way to a rip of it that is named as well. */
const sharper: Partial<Record<Quality, readonly Quality[]>> = {
  WEB: ['WEB-DL', 'WEBRip', 'HDRip'],
  BluRay: ['BDRip', 'BRRip'],
  DVD: ['DVDRip'],
  PPVRip: ['WEB-DL', 'WEBRip', 'WEB', 'HDTV'],
}

/** The one quality that several words say: `BluRay REMUX`, `TS-Screener`, `WEB HDRip`. */
function resolveQuality(said: readonly Quality[], isHardcoded: boolean): Quality | null {
  const [first] = said
  if (first === undefined) return null
  if (said.includes('BluRay REMUX')) return said.includes('DVD') ? 'DVD' : 'BluRay REMUX'
  const capture =
    said.find((quality) => captures.has(quality) && quality !== 'SCR') ??
    said.find((quality) => captures.has(quality))
  if (capture) return capture
  const best = said.find((quality) => sharper[first]?.includes(quality)) ?? first
  return best === 'HDRip' && isHardcoded ? 'HC HD-Rip' : best
}

/** `4K` and `UHD` say less than `2160p`: a number that is written wins. */
const isWrittenOut = ({ text }: Token) => /^\d{3}/.test(text)

function apply(found: Found, tag: Tag, qualities: Quality[]): void {
  switch (tag.kind) {
    case 'quality':
      qualities.push(tag.value as Quality)
      break
    case 'encode':
      found.encode ??= tag.value as Encode
      break
    case 'visual':
      addTo(found.visualTags, tag.value as VisualTag)
      break
    case 'audio':
      addTo(found.audioTags, tag.value as AudioTag)
      break
    case 'channels':
      addTo(found.audioChannels, tag.value as AudioChannel)
      break
    case 'language':
      addTo(found.languages, tag.value)
      break
    case 'subtitle':
      addTo(found.subtitles, tag.value)
      break
    case 'flag':
      addTo(found.flags, tag.value as ReleaseFlag)
      break
    case 'edition':
      found.edition ??= tag.value
      break
    case 'network':
      found.network ??= tag.value
      break
    case 'container':
      found.container ??= tag.value
      break
    case 'resolution':
    case 'noise':
      break
  }
}

/** Whether the word is one of `subs`, `subbed`, `legendas` and the like. */
function says(token: Token | undefined, value: string): boolean {
  for (let tag = token?.role === 'tag' ? token.tag : null; tag !== null; tag = tag.also) {
    if (tag.kind === 'flag' && tag.value === value) return true
  }
  return false
}

/** Gathers the tags of all tokens before `end`. */
export function collect({ name, list, isForeign }: Tokens, end: number): Found {
  const found: Found = {
    resolution: null,
    quality: null,
    encode: null,
    visualTags: [],
    audioTags: [],
    audioChannels: [],
    languages: [],
    subtitles: [],
    container: null,
    network: null,
    edition: null,
    flags: [],
  }
  const qualities: Quality[] = []
  let isWritten = false
  let areSubtitles = false
  for (let index = 0; index < end; index++) {
    const token = list[index]!
    if (token.role !== 'tag') areSubtitles = false
    if (token.role !== 'tag' || token.tag === null) continue
    const isLanguage = token.tag.kind === 'language'
    if (says(token, 'subbed')) areSubtitles = true
    else if (!isLanguage) areSubtitles = false
    if (isLanguage && (areSubtitles || says(list[index + 1], 'subbed')))
      addTo(found.subtitles, token.tag.value)
    for (let tag: Tag | null = token.tag; tag !== null; tag = tag.also) {
      if (tag.kind !== 'resolution') apply(found, tag, qualities)
      else if (found.resolution === null || (!isWritten && isWrittenOut(token))) {
        found.resolution = tag.value as Resolution
        isWritten = isWrittenOut(token)
      }
    }
  }
  if (isForeign && !found.languages.some((language) => !kinds.has(language))) {
    const language = languageOfScript(name)
    if (language !== null) addTo(found.languages, language)
  }
  found.quality = resolveQuality(qualities, found.flags.includes('hardcoded'))
  if (found.quality === 'HC HD-Rip') addTo(found.flags, 'hardcoded')
  return found
}
