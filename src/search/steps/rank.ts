import type { Stream } from '../../model/search-result.ts'
import type { SortKey } from '../../model/vocabulary.ts'
import type { FilterSettings } from '../../model/user-data.ts'
import {
  audioChannels,
  audioTags,
  encodes,
  qualities,
  resolutions,
  streamTypes,
  visualTags,
} from '../../model/vocabulary.ts'
import { keywordPattern } from '../filters/keyword.ts'
import { firstCommon, maskOf } from '../regex/pattern-bits.ts'
import { createPatternSet } from '../regex/pattern-set.ts'

/** More is better; null where the stream does not say. */
export type Rank = (stream: Stream) => number | null

const makers: Readonly<Record<SortKey, (filters: FilterSettings) => Rank>> = {
  resolution: ({ resolution }) =>
    ofOne(placesOf(resolution?.prefer, resolutions), (s) => s.parsedFile.resolution),
  quality: ({ quality }) =>
    ofOne(placesOf(quality?.prefer, qualities), (s) => s.parsedFile.quality),
  encode: ({ encode }) => ofOne(placesOf(encode?.prefer, encodes), (s) => s.parsedFile.encode),
  streamType: ({ streamType }) => ofOne(placesOf(streamType?.prefer, streamTypes), (s) => s.type),
  releaseGroup: ({ releaseGroup }) =>
    ofOne(placesOf(releaseGroup?.prefer), (s) => s.parsedFile.releaseGroup),
  indexer: ({ indexer }) => ofOne(placesOf(indexer?.prefer), (s) => s.indexer),
  service: ({ service }) => ofOne(placesOf(service?.prefer), (s) => s.service),
  visualTag: ({ visualTag }) =>
    ofMany(placesOf(visualTag?.prefer, visualTags), (s) => s.parsedFile.visualTags),
  audioTag: ({ audioTag }) =>
    ofMany(placesOf(audioTag?.prefer, audioTags), (s) => s.parsedFile.audioTags),
  audioChannel: ({ audioChannel }) =>
    ofMany(placesOf(audioChannel?.prefer, audioChannels), (s) => s.parsedFile.audioChannels),
  language: ({ language }) => ofMany(placesOf(language?.prefer), (s) => s.languages),
  subtitle: ({ subtitle }) => ofMany(placesOf(subtitle?.prefer), (s) => s.subtitles),
  cached: ({ cached }) => cachedRank(cached?.prefer),
  keyword: ({ keyword }) => keywordRank(keyword?.prefer),
  regex: ({ regex }) => regexRank(regex?.prefer),
  size: () => (s) => s.size,
  seeders: () => (s) => s.seeders,
  age: () => (s) => (s.age === null ? null : -s.age),
  bitrate: () => (s) => s.bitrate,
  source: () => (s) => -s.sourceIndex,
  library: () => (s) => (s.library ? 1 : 0),
  regexScore: () => (s) => s.regexScore,
  expressionScore: () => (s) => s.expressionScore,
}

/**
 * Values in `prefer` first (`Unknown` may be one), then the vocabulary's, best first. Lists compare by their best tag, then
 * the next. Newest age first; sources in configured order.
 */
export function createRank(by: SortKey, filters: FilterSettings = {}): Rank {
  return makers[by](filters)
}

type Places = {
  readonly of: ReadonlyMap<string, number>
  readonly count: number
  readonly open: boolean
}

function placesOf(prefer: readonly string[] = [], vocabulary: readonly string[] = []): Places {
  const order = new Set([...prefer, ...vocabulary].map((value) => value.toLowerCase()))
  return {
    of: new Map([...order].map((value, place) => [value, place])),
    count: order.size,
    open: vocabulary.length === 0,
  }
}

function ofOne(places: Places, valueOf: (stream: Stream) => string | null): Rank {
  const rankOf = remembered((value) => places.count - (places.of.get(value) ?? places.count))
  const unknown = places.open || places.of.has('unknown') ? rankOf('unknown') : null
  return (stream) => {
    const value = valueOf(stream)
    return value === null ? unknown : rankOf(value)
  }
}

/** A number has no more exact bits. */
const maxBits = 50

/** One bit per place, the best the highest: comparing sums compares the best tag first. */
function ofMany(places: Places, valuesOf: (stream: Stream) => readonly string[]): Rank {
  const highest = Math.min(places.count, maxBits) - 1
  const bitOf = remembered((value) => {
    const place = places.of.get(value)
    return place === undefined || place > highest ? 0 : 2 ** (highest - place)
  })
  const unknown = places.open || places.of.has('unknown') ? bitOf('unknown') : null
  return (stream) => {
    const values = valuesOf(stream)
    if (values.length === 0) return unknown
    let rank = 0
    for (const value of values) rank += bitOf(value)
    return rank
  }
}

const maxRemembered = 5_000

function remembered(compute: (word: string) => number): (word: string) => number {
  const known = new Map<string, number>()
  return (word) => {
    const found = known.get(word)
    if (found !== undefined) return found
    const value = compute(word.toLowerCase())
    if (known.size < maxRemembered) known.set(word, value)
    return value
  }
}

function cachedRank(prefer: readonly (string | boolean)[] = []): Rank {
  const order = [...new Set([...prefer.map(cachedWord), 'cached', 'unknown', 'uncached'])]
  const rankOf = (word: string): number => order.length - order.indexOf(word)
  const [yes, no, unknown] = [rankOf('cached'), rankOf('uncached'), rankOf('unknown')]
  return ({ cached }) => {
    if (cached === null) return unknown
    return cached ? yes : no
  }
}

function cachedWord(value: string | boolean): string {
  const word = String(value).toLowerCase()
  if (word === 'true') return 'cached'
  return word === 'false' ? 'uncached' : word
}

function keywordRank(prefer: readonly string[] = []): Rank {
  const keywords = prefer.flatMap((keyword, index) =>
    keyword.trim() === ''
      ? []
      : [{ pattern: keywordPattern(keyword), path: `filters.keyword.prefer[${index}]` }],
  )
  if (keywords.length === 0) return () => 0
  const set = createPatternSet(keywords)
  const all = maskOf(keywords.length, () => true)
  return ({ filename, folderName, originalName }) => {
    const place = firstCommon(set.match(filename, folderName, originalName), all)
    return place < 0 ? 0 : keywords.length - place
  }
}

type PreferredPattern = string | { readonly pattern: string; readonly name?: string | undefined }

function regexRank(prefer: readonly PreferredPattern[] = []): Rank {
  const ranks = new Map<string, number>()
  for (const [place, entry] of prefer.entries()) {
    const name = typeof entry === 'string' ? entry : (entry.name ?? entry.pattern)
    if (!ranks.has(name)) ranks.set(name, prefer.length - place)
  }
  return ({ regexNames }) => {
    let best = 0
    for (const name of regexNames) best = Math.max(best, ranks.get(name) ?? 0)
    return best
  }
}
