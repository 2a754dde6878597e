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

/** A field added here appears in GraphQL, REST, `requiredFields` and, with `scripts`, in templates and expressions. */
export const resultFields = {
  infoHash: { ...text, description: 'of the torrent, 40 hexadecimal digits', scripts: true },
  fileIdx: { ...whole, description: 'index of the file in the torrent, from 0' },
  sources: { ...texts, description: 'trackers and DHT nodes', merge: 'joinSameTorrent' },
  url: { ...text, description: 'address of the file' },
  nzbUrl: { ...text, description: "address of a usenet post's NZB file" },
  ytId: { ...text, description: 'YouTube video id' },
  externalUrl: { ...text, description: 'a page to open in a browser instead of a file' },
  filename: { ...text, description: 'name of the file, as its source gives it', scripts: true },
  folderName: { ...text, description: 'name of the torrent or folder around it', scripts: true },
  size: { ...bytes, merge: 'first' },
  folderSize: { ...bytes, description: 'bytes of the whole torrent or folder', merge: 'first' },
  seeders: {
    ...whole,
    description: 'number of seeders',
    scripts: true,
    merge: 'most',
  },
  age: { type: 'Float', nullable: true, description: 'hours', scripts: true },
  indexer: {
    ...text,
    description: 'the site where the source found it',
    scripts: true,
    merge: 'first',
  },
  addon: { type: 'String', description: 'name of the source', scripts: true },
  type: { type: 'String', values: streamTypes, description: 'how a player receives it' },
  service: {
    ...text,
    description: 'lower-case id of the debrid or usenet service, such as realdebrid',
    scripts: true,
  },
  cached: {
    type: 'Boolean',
    nullable: true,
    description: 'whether the service has it ready; null if unknown',
    scripts: true,
  },
  library: {
    type: 'Boolean',
    description: "whether it is in the user's own library at that service",
    scripts: true,
  },
  proxied: {
    type: 'Boolean',
    description: 'whether the source proxies it through its own server',
    scripts: true,
  },
  message: { ...text, description: 'a remark of the source', scripts: true },
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
  videoHash: { ...text, description: 'OpenSubtitles hash of the file' },
  bingeGroup: { ...text, description: 'the same for episodes that players may continue with' },
  notWebReady: {
    type: 'Boolean',
    description: 'whether browsers cannot play it: it is no MP4 over HTTPS, or needs headers',
  },
  requestHeaders: { ...headers, description: 'request headers for the file' },
  responseHeaders: { ...headers, description: 'response headers that a proxy must set' },
  countryWhitelist: {
    ...texts,
    description: 'ISO 3166 codes of the countries that may play it; empty means all',
  },
  private: {
    type: 'Boolean',
    description: 'whether it comes from a private tracker',
    scripts: true,
  },
  parsedFile: {
    type: 'ParsedFile',
    description: 'facts from the release name',
    merge: 'fillGaps',
  },
  name: { ...text, description: 'display text, when formatted' },
  description: { ...text, description: 'display text, when formatted' },
} as const satisfies FieldTable
