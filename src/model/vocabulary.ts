/** Spelled as clients see them, best first. */
export const resolutions = [
  '2160p',
  '1440p',
  '1080p',
  '720p',
  '576p',
  '480p',
  '360p',
  '240p',
] as const

export const qualities = [
  'BluRay REMUX',
  'BluRay',
  'WEB-DL',
  'WEBRip',
  'WEB',
  'HDRip',
  'HC HD-Rip',
  'BDRip',
  'BRRip',
  'DVDRip',
  'DVD',
  'HDTV',
  'TVRip',
  'SATRip',
  'PPVRip',
  'SCR',
  'TC',
  'TS',
  'CAM',
] as const

export const encodes = ['AV1', 'HEVC', 'AVC', 'VP9', 'VC-1', 'MPEG-2', 'XviD', 'DivX'] as const

export const visualTags = [
  'DV',
  'HDR10+',
  'HDR10',
  'HDR',
  'HLG',
  'SDR',
  '12bit',
  '10bit',
  '8bit',
  '3D',
  'IMAX',
] as const

export const audioTags = [
  'Atmos',
  'TrueHD',
  'DTS:X',
  'DTS-HD MA',
  'DTS-HD',
  'DTS',
  'DD+',
  'DD',
  'FLAC',
  'PCM',
  'Opus',
  'AAC',
  'MP3',
] as const

export const audioChannels = ['7.1', '6.1', '5.1', '2.1', '2.0', '1.0'] as const

export const releaseFlags = [
  'proper',
  'repack',
  'extended',
  'unrated',
  'remastered',
  'directorsCut',
  'theatrical',
  'hardcoded',
  'upscaled',
  'uncensored',
  'complete',
  'dubbed',
  'subbed',
] as const

export const streamTypes = [
  'debrid',
  'usenet',
  'http',
  'p2p',
  'live',
  'youtube',
  'external',
  'error',
  'statistic',
] as const

/** Languages looked for in labels and release names, and markers that stand in their place. */
export const languages = [
  'English',
  'Japanese',
  'Korean',
  'Chinese',
  'French',
  'German',
  'Italian',
  'Spanish',
  'Latino',
  'Portuguese',
  'Portuguese (Brazil)',
  'Russian',
  'Ukrainian',
  'Polish',
  'Dutch',
  'Swedish',
  'Norwegian',
  'Danish',
  'Finnish',
  'Icelandic',
  'Turkish',
  'Greek',
  'Hungarian',
  'Czech',
  'Slovak',
  'Slovenian',
  'Croatian',
  'Serbian',
  'Bosnian',
  'Macedonian',
  'Albanian',
  'Romanian',
  'Bulgarian',
  'Lithuanian',
  'Latvian',
  'Estonian',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Persian',
  'Hindi',
  'Tamil',
  'Telugu',
  'Malayalam',
  'Kannada',
  'Bengali',
  'Marathi',
  'Gujarati',
  'Punjabi',
  'Urdu',
  'Thai',
  'Vietnamese',
  'Indonesian',
  'Malay',
  'Filipino',
  'Catalan',
  'Basque',
  'Galician',
  'Armenian',
  'Kazakh',
  'Latin',
  'Mongolian',
  'Nepali',
  'Sinhala',
  'Multi',
  'Dual Audio',
  'Dubbed',
] as const

export const services = [
  'realdebrid',
  'alldebrid',
  'premiumize',
  'debridlink',
  'torbox',
  'easydebrid',
  'offcloud',
  'putio',
  'pikpak',
  'seedr',
  'debrider',
  'easynews',
] as const

export const formatIds = ['default', 'minimal', 'detailed', 'technical', 'plain'] as const

export const ratings = [
  'G',
  'PG',
  'PG-13',
  'R',
  'NC-17',
  'TV-Y',
  'TV-Y7',
  'TV-G',
  'TV-PG',
  'TV-14',
  'TV-MA',
  'U',
  '12A',
  '15',
  '18',
  'FSK 0',
  'FSK 6',
  'FSK 12',
  'FSK 16',
  'FSK 18',
] as const

export const sortKeys = [
  'resolution',
  'quality',
  'encode',
  'visualTag',
  'audioTag',
  'audioChannel',
  'language',
  'subtitle',
  'streamType',
  'releaseGroup',
  'indexer',
  'service',
  'cached',
  'keyword',
  'regex',
  'size',
  'seeders',
  'age',
  'bitrate',
  'source',
  'library',
  'regexScore',
  'expressionScore',
] as const

export type SortKey = (typeof sortKeys)[number]

/** The order of results where no list is given. */
export const defaultOrder: readonly SortKey[] = [
  'expressionScore',
  'regexScore',
  'keyword',
  'library',
  'cached',
  'language',
  'resolution',
  'quality',
  'seeders',
  'visualTag',
  'audioTag',
  'encode',
  'size',
]

export const dedupeKeys = ['infoHash', 'filename', 'smart'] as const

/** How many of equal results are kept. */
export const dedupeModes = ['single', 'perService', 'perSource', 'off'] as const

export const dedupeMerges = [
  'sources',
  'seeders',
  'languages',
  'subtitles',
  'subtitleTracks',
  'size',
  'indexer',
  'parsedFile',
] as const

export const limitKeys = [
  'total',
  'source',
  'service',
  'resolution',
  'quality',
  'indexer',
  'releaseGroup',
  'streamType',
] as const

/** What of a configuration decides which streams are kept, in which order and how they are written. */
export const ruleKeys = ['filters', 'sort', 'dedupe', 'limits', 'formatter'] as const

export type Resolution = (typeof resolutions)[number]
export type Quality = (typeof qualities)[number]
export type Encode = (typeof encodes)[number]
export type VisualTag = (typeof visualTags)[number]
export type AudioTag = (typeof audioTags)[number]
export type AudioChannel = (typeof audioChannels)[number]
export type ReleaseFlag = (typeof releaseFlags)[number]
export type StreamType = (typeof streamTypes)[number]
export type Language = (typeof languages)[number]
export type DebridService = (typeof services)[number]
export type FormatId = (typeof formatIds)[number]
