import type { Stream } from '../../model/search-result.ts'

type Attribute = {
  readonly label: string
  read(stream: Stream): string | null | readonly string[]
}

export const attributes = {
  streamType: { label: 'stream type', read: ({ type }) => type },
  resolution: { label: 'resolution', read: ({ parsedFile }) => parsedFile.resolution },
  quality: { label: 'quality', read: ({ parsedFile }) => parsedFile.quality },
  encode: { label: 'encode', read: ({ parsedFile }) => parsedFile.encode },
  cached: { label: 'cache state', read: ({ cached }) => cacheState(cached) },
  service: { label: 'service', read: ({ service }) => service },
  indexer: { label: 'indexer', read: ({ indexer }) => indexer },
  releaseGroup: { label: 'release group', read: ({ parsedFile }) => parsedFile.releaseGroup },
  visualTag: { label: 'visual tag', read: ({ parsedFile }) => parsedFile.visualTags },
  audioTag: { label: 'audio tag', read: ({ parsedFile }) => parsedFile.audioTags },
  audioChannel: { label: 'audio channel', read: ({ parsedFile }) => parsedFile.audioChannels },
  language: { label: 'language', read: ({ languages }) => languages },
  subtitle: { label: 'subtitle', read: ({ subtitles }) => subtitles },
} as const satisfies Record<string, Attribute>

export type AttributeName = keyof typeof attributes

export const attributeNames = Object.keys(attributes) as readonly AttributeName[]

export function cacheState(cached: boolean | null): string | null {
  return cached === null ? null : cached ? 'cached' : 'uncached'
}
