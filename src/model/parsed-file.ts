import type { Described, FieldTable } from './field-table.ts'
import {
  audioChannels,
  audioTags,
  encodes,
  qualities,
  releaseFlags,
  resolutions,
  visualTags,
} from './vocabulary.ts'

const text = { type: 'String', nullable: true, scripts: true } as const
const texts = { type: 'String', list: true, scripts: true } as const
const numbers = { type: 'Int', list: true, scripts: true } as const

/** Every field of a parsed release name. */
export const parsedFileFields = {
  title: text,
  year: { type: 'Int', nullable: true, scripts: true },
  seasons: numbers,
  episodes: numbers,
  date: { ...text, description: 'YYYY-MM-DD, of daily shows' },
  resolution: { ...text, values: resolutions },
  quality: { ...text, values: qualities },
  encode: { ...text, values: encodes },
  visualTags: { ...texts, values: visualTags },
  audioTags: { ...texts, values: audioTags },
  audioChannels: { ...texts, values: audioChannels },
  languages: { ...texts, description: 'English names, and Multi, Dual Audio, Dubbed' },
  subtitles: { ...texts, description: 'English names' },
  releaseGroup: text,
  container: { ...text, description: 'file extension without the dot, lower case' },
  network: { ...text, description: 'channel or streaming service, such as Netflix' },
  edition: { ...text, description: "name of the cut, such as Director's Cut" },
  flags: { ...texts, values: releaseFlags },
} as const satisfies FieldTable

/** What a release name says. Absent values are null, lists are empty. Instances are shared between results and never changed. */
export type ParsedFile = Described<typeof parsedFileFields>
