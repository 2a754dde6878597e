import type {
  AudioChannel,
  AudioTag,
  Encode,
  Quality,
  ReleaseFlag,
  Resolution,
  VisualTag,
} from '../../../model/vocabulary.ts'
import type { Token, Tokens } from '../tokens.ts'
import { resolveQuality } from './quality.ts'
import { languageOfScript } from './scripts.ts'
import type { Tag } from './tag.ts'

export type Found = {
  resolution: Resolution | null
  readonly qualities: Quality[]
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

const nothing = (): Found => ({
  resolution: null,
  qualities: [],
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
})

const unnamed = new Set(['Multi', 'Dual Audio', 'Dubbed'])

function addTo<T>(values: T[], value: T): void {
  if (!values.includes(value)) values.push(value)
}

function take(found: Found, { kind, value }: Tag): void {
  switch (kind) {
    case 'resolution':
      found.resolution ??= value as Resolution
      break
    case 'quality':
      found.qualities.push(value as Quality)
      break
    case 'encode':
      found.encode ??= value as Encode
      break
    case 'visual':
      addTo(found.visualTags, value as VisualTag)
      break
    case 'audio':
      addTo(found.audioTags, value as AudioTag)
      break
    case 'channels':
      addTo(found.audioChannels, value as AudioChannel)
      break
    case 'language':
      addTo(found.languages, value)
      break
    case 'subtitle':
      addTo(found.subtitles, value)
      break
    case 'flag':
      addTo(found.flags, value as ReleaseFlag)
      break
    case 'edition':
      found.edition ??= value
      break
    case 'network':
      found.network ??= value
      break
    case 'container':
      found.container ??= value
      break
    case 'noise':
      break
  }
}

function saysSubbed(token: Token | undefined): boolean {
  for (let tag = token?.role === 'tag' ? token.tag : null; tag !== null; tag = tag.also) {
    if (tag.kind === 'flag' && tag.value === 'subbed') return true
  }
  return false
}

function collectSubtitles({ list }: Tokens, end: number, { subtitles }: Found): void {
  let isBehind = false
  for (let index = 0; index < end; index++) {
    const { role, tag } = list[index]!
    if (role === 'tag' && tag === null) continue
    const isLanguage = role === 'tag' && tag?.kind === 'language'
    isBehind = saysSubbed(list[index]) || (isBehind && isLanguage)
    if (!isLanguage || !(isBehind || saysSubbed(list[index + 1]))) continue
    for (let meaning: Tag | null = tag; meaning !== null; meaning = meaning.also) {
      if (meaning.kind === 'language') addTo(subtitles, meaning.value)
    }
  }
}

/** A written number wins: `4K` and `UHD` say less than `2160p`. */
function writtenResolution({ list }: Tokens, end: number): Resolution | null {
  for (let index = 0; index < end; index++) {
    const { role, tag, text } = list[index]!
    if (role === 'tag' && tag?.kind === 'resolution' && /^\d{3}/.test(text)) {
      return tag.value as Resolution
    }
  }
  return null
}

export function collect(tokens: Tokens, end: number): Found {
  const found = nothing()
  for (let index = 0; index < end; index++) {
    const { role, tag } = tokens.list[index]!
    if (role !== 'tag') continue
    for (let meaning = tag; meaning !== null; meaning = meaning.also) take(found, meaning)
  }
  const { flags, languages } = found
  if (found.resolution !== null)
    found.resolution = writtenResolution(tokens, end) ?? found.resolution
  if (flags.includes('subbed')) collectSubtitles(tokens, end, found)
  if (tokens.isForeign && languages.every((language) => unnamed.has(language))) {
    const language = languageOfScript(tokens.name)
    if (language !== null) addTo(languages, language)
  }
  found.quality = resolveQuality(found.qualities, flags.includes('hardcoded'))
  if (found.quality === 'HC HD-Rip') addTo(flags, 'hardcoded')
  return found
}
