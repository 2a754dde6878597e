import type { FieldTable } from './field-table.ts'
import { streamTypes } from './vocabulary.ts'

const text = { type: 'String', nullable: true } as const
const texts = { type: 'String', list: true } as const
const whole = { type: 'Int', nullable: true } as const
const bytes = { type: 'SafeInt', nullable: true, description: 'bytes', scripts: true } as const
const seconds = {
  type: 'Float',
  nullable: true,
  description: 'seconds',
  scripts: true,
} as const
const headers = { type: 'Headers', nullable: true } as const

/** Every field of a search result. A field that is added here is in GraphQL, REST, `requiredFields` and, with `scripts`, in templates and expressions. */
export const resultFields = {
  infoHash: { ...text, scripts: true },
  fileIdx: whole,
  sources: { ...texts, description: 'trackers and DHT nodes', merge: 'joinSameTorrent' },
  url: text,
  nzbUrl: text,
  ytId: text,
  externalUrl: text,
  filename: { ...text, scripts: true },
  folderName: { ...text, scripts: true },
  size: { ...bytes, merge: 'first' },
  folderSize: { ...bytes, description: 'bytes of the whole torrent or folder', merge: 'first' },
  seeders: { ...whole, scripts: true, merge: 'most' },
  age: { type: 'Float', nullable: true, description: 'hours', scripts: true },
  indexer: { ...text, scripts: true, merge: 'first' },
  addon: { type: 'String', description: 'name of the source', scripts: true },
  type: { type: 'String', values: streamTypes },
  service: {
    ...text,
    description: 'lower-case id of the debrid or usenet service, such as realdebrid',
    scripts: true,
  },
  cached: {
    type: 'Boolean',
    nullable: true,
    description: 'whether the service has it ready; null where nothing says so',
    scripts: true,
  },
  library: {
    type: 'Boolean',
    description: "whether it is in the person's own library of that service",
    scripts: true,
  },
  proxied: { type: 'Boolean', scripts: true },
  message: { ...text, description: 'what the source had to say beside the stream', scripts: true },
  duration: seconds,
  bitrate: { ...bytes, description: 'bits per second' },
  languages: { ...texts, description: 'English names', scripts: true, merge: 'join' },
  subtitles: { ...texts, description: 'English names', scripts: true, merge: 'join' },
  subtitleTracks: {
    type: 'SubtitleTrack',
    list: true,
    description: 'external subtitle files that came with the stream',
    merge: 'joinTracks',
  },
  videoHash: text,
  bingeGroup: text,
  notWebReady: { type: 'Boolean' },
  requestHeaders: headers,
  responseHeaders: headers,
  countryWhitelist: texts,
  private: { type: 'Boolean', scripts: true },
  parsedFile: {
    type: 'ParsedFile',
    description: 'what the release name says',
    merge: 'fillGaps',
  },
  name: { ...text, description: 'display text, when formatted' },
  description: { ...text, description: 'display text, when formatted' },
} as const satisfies FieldTable
