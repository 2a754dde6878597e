import {
  audioChannels,
  audioTags,
  encodes,
  qualities,
  resolutions,
  streamTypes,
  visualTags,
} from '../../../model/vocabulary.ts'

/** The values that a filter may name. */
export const closedWords = {
  resolution: resolutions,
  quality: qualities,
  encode: encodes,
  visualTag: visualTags,
  audioTag: audioTags,
  audioChannel: audioChannels,
  streamType: streamTypes,
  cached: ['cached', 'uncached'],
} as const

/** The most usual ones; others may be typed. */
export const usualLanguages = [
  'English',
  'German',
  'Spanish',
  'French',
  'Italian',
  'Portuguese',
  'Japanese',
  'Korean',
  'Chinese',
  'Hindi',
  'Russian',
  'Multi',
  'Dual Audio',
] as const

export const rangeNames = ['size', 'bitrate', 'seeders', 'age'] as const
export const matchNames = ['title', 'year', 'episode'] as const
export const dedupeKinds = ['cached', 'uncached', 'p2p', 'usenet', 'http'] as const
