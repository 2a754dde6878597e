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
  fileIdx: { ...whole, description: 'place of the file in the torrent, from 0' },
  sources: { ...texts, description: 'trackers and DHT nodes', merge: 'joinSameTorrent' },
  url: { ...text, description: 'where the file is, for players to open' },
  nzbUrl: { ...text, description: 'where the NZB file of a usenet post is' },
  ytId: { ...text, description: 'id of a video at YouTube' },
  externalUrl: { ...text, description: 'a page to open in a browser, in place of a file' },
  filename: { ...text, description: 'name of the file, as its source gives it', scripts: true },
  folderName: { ...text, description: 'name of the torrent or folder around it', scripts: true },
  size: { ...bytes, merge: 'first' },
  folderSize: { ...bytes, description: 'bytes of the whole torrent or folder', merge: 'first' },
  seeders: {
    ...whole,
    description: 'who has the whole torrent and shares it',
    scripts: true,
    merge: 'most',
  },
  age: { type: 'Float', nullable: true, description: 'hours', scripts: true },
  indexer: {
    ...text,
    description: 'the site that the source found it at',
    scripts: true,
    merge: 'first',
  },
  addon: { type: 'String', description: 'name of the source', scripts: true },
  type: { type: 'String', values: streamTypes, description: 'how a player gets it' },
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
  proxied: {
    type: 'Boolean',
    description: 'whether the source carries it through a server of its own',
    scripts: true,
  },
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
  videoHash: { ...text, description: 'OpenSubtitles hash of the file' },
  bingeGroup: { ...text, description: 'the same for episodes that players may go on with' },
  notWebReady: {
    type: 'Boolean',
    description: 'whether browsers cannot play it: no MP4 over HTTPS, or headers are needed',
  },
  requestHeaders: { ...headers, description: 'to send when the file is asked for' },
  responseHeaders: { ...headers, description: 'that a proxy sets on the answer' },
  countryWhitelist: {
    ...texts,
    description: 'ISO 3166 codes of the only countries that may play it; empty: all',
  },
  private: {
    type: 'Boolean',
    description: 'whether it comes from a tracker that admits members only',
    scripts: true,
  },
  parsedFile: {
    type: 'ParsedFile',
    description: 'what the release name says',
    merge: 'fillGaps',
  },
  name: { ...text, description: 'display text, when formatted' },
  description: { ...text, description: 'display text, when formatted' },
} as const satisfies FieldTable
