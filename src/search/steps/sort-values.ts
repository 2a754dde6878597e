import type { Stream } from '../../model/search-result.ts'
import type { SortKey } from '../../model/vocabulary.ts'
import { cacheState } from '../filters/attributes.ts'

type Value = string | number | null | readonly string[]

const readers: Readonly<Record<SortKey, (stream: Stream) => Value>> = {
  resolution: ({ parsedFile }) => parsedFile.resolution,
  quality: ({ parsedFile }) => parsedFile.quality,
  encode: ({ parsedFile }) => parsedFile.encode,
  visualTag: ({ parsedFile }) => parsedFile.visualTags,
  audioTag: ({ parsedFile }) => parsedFile.audioTags,
  audioChannel: ({ parsedFile }) => parsedFile.audioChannels,
  language: ({ languages }) => languages,
  subtitle: ({ subtitles }) => subtitles,
  streamType: ({ type }) => type,
  releaseGroup: ({ parsedFile }) => parsedFile.releaseGroup,
  indexer: ({ indexer }) => indexer,
  service: ({ service }) => service,
  cached: ({ cached }) => cacheState(cached),
  keyword: ({ filename }) => filename,
  regex: ({ regexNames }) => regexNames,
  size: ({ size }) => size,
  seeders: ({ seeders }) => seeders,
  age: ({ age }) => age,
  bitrate: ({ bitrate }) => bitrate,
  source: ({ addon }) => addon,
  library: ({ library }) => String(library),
  regexScore: ({ regexScore }) => regexScore,
  expressionScore: ({ expressionScore }) => expressionScore,
}

/** What a stream says of a key: numbers plainly, lists with commas; null where it says nothing. */
export function describeKey(by: SortKey, stream: Stream): string | null {
  const value = readers[by](stream)
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
  return isEmpty ? null : Array.isArray(value) ? value.join(', ') : String(value)
}
