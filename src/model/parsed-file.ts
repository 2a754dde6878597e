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

export const parsedFileFields = {
  title: { ...text, description: 'of the film or series' },
  year: { type: 'Int', nullable: true, description: 'of the release', scripts: true },
  seasons: { ...numbers, description: 'all that the release contains' },
  episodes: { ...numbers, description: 'all that the release contains' },
  date: { ...text, description: 'YYYY-MM-DD, for daily shows' },
  resolution: { ...text, values: resolutions, description: 'such as 1080p' },
  quality: { ...text, values: qualities, description: 'source medium' },
  encode: { ...text, values: encodes, description: 'video codec' },
  visualTags: { ...texts, values: visualTags, description: 'such as HDR10 and 10bit' },
  audioTags: { ...texts, values: audioTags, description: 'audio formats' },
  audioChannels: { ...texts, values: audioChannels, description: 'audio channel layouts' },
  languages: { ...texts, description: 'English names, and Multi, Dual Audio, Dubbed' },
  subtitles: { ...texts, description: 'English names' },
  releaseGroup: { ...text, description: 'release group' },
  container: { ...text, description: 'file extension without the dot, lower case' },
  network: { ...text, description: 'channel or streaming service, such as Netflix' },
  edition: { ...text, description: "name of the cut, such as Director's Cut" },
  flags: {
    ...texts,
    values: releaseFlags,
    description: 'other marks of the release, such as proper',
  },
} as const satisfies FieldTable

/** Absent values are null, lists are empty. Instances are shared between results and must not be changed. */
export type ParsedFile = Described<typeof parsedFileFields>
