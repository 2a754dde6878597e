import { z } from 'zod'
import { streamTypes } from '../../model/vocabulary.ts'
import type { SearchQuery } from './documents.ts'

const text = z.string().nullable()
const texts = z.array(z.string())
const whole = z.int().nullable()
const headers = z.record(z.string(), z.unknown()).nullable()
const line = z.object({ title: z.string(), description: z.string() })

const parsedFile = z
  .object({
    title: text,
    year: whole,
    seasons: z.array(z.int()),
    episodes: z.array(z.int()),
    date: text.describe('YYYY-MM-DD, of daily shows'),
    resolution: text,
    quality: text,
    encode: text,
    visualTags: texts,
    audioTags: texts,
    audioChannels: texts,
    languages: texts,
    subtitles: texts,
    releaseGroup: text,
    container: text,
    network: text,
    edition: text,
    flags: texts,
  })
  .describe('what the release name says')

const result = z.object({
  infoHash: text,
  fileIdx: whole,
  sources: texts.describe('trackers and DHT nodes'),
  url: text,
  nzbUrl: text,
  ytId: text,
  externalUrl: text,
  filename: text,
  folderName: text,
  size: whole.describe('bytes'),
  folderSize: whole.describe('bytes'),
  seeders: whole,
  age: z.number().nullable().describe('hours'),
  indexer: text,
  addon: z.string().describe('name of the source'),
  type: z.enum(streamTypes),
  service: text,
  cached: z.boolean().nullable(),
  library: z.boolean(),
  proxied: z.boolean(),
  message: text,
  duration: z.number().nullable().describe('seconds'),
  bitrate: whole.describe('bits per second'),
  languages: texts,
  subtitles: texts,
  subtitleTracks: z.array(z.object({ id: text, url: z.string(), lang: text })),
  videoHash: text,
  bingeGroup: text,
  notWebReady: z.boolean(),
  requestHeaders: headers,
  responseHeaders: headers,
  countryWhitelist: texts,
  private: z.boolean(),
  parsedFile,
  name: text.optional().describe('with format'),
  description: text.optional().describe('with format'),
})

/** `data` of a successful search. */
export const searchData: z.ZodType<SearchQuery['search']> = z.object({
  results: z.array(result),
  filtered: z.int().describe('results that requiredFields dropped'),
  statistics: z.array(line),
  errors: z.array(line).describe('a line for each source that failed'),
})

/** The answer with `format=stremio`: stream objects of the addon protocol. */
export const stremioStreams = z.object({
  streams: z.array(
    z.looseObject({
      name: z.string().optional(),
      description: z.string().optional(),
      behaviorHints: z.looseObject({}).optional(),
    }),
  ),
})
