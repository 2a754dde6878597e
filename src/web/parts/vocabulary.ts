import {
  audioChannels,
  audioTags,
  encodes,
  qualities,
  resolutions,
  streamTypes,
  visualTags,
} from '../../model/vocabulary.ts'

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

const codes =
  'en English;ja Japanese;ko Korean;zh Chinese;fr French;de German;it Italian;es Spanish;es-419 Latino;' +
  'pt Portuguese;ru Russian;uk Ukrainian;pl Polish;nl Dutch;sv Swedish;no Norwegian;da Danish;fi Finnish;' +
  'is Icelandic;tr Turkish;el Greek;hu Hungarian;cs Czech;sk Slovak;sl Slovenian;hr Croatian;sr Serbian;' +
  'bs Bosnian;mk Macedonian;sq Albanian;ro Romanian;bg Bulgarian;lt Lithuanian;lv Latvian;et Estonian;' +
  'ka Georgian;he Hebrew;ar Arabic;fa Persian;hi Hindi;ta Tamil;te Telugu;ml Malayalam;kn Kannada;bn Bengali;' +
  'mr Marathi;gu Gujarati;pa Punjabi;ur Urdu;th Thai;vi Vietnamese;id Indonesian;ms Malay;fil Filipino;' +
  'ca Catalan;eu Basque;gl Galician;hy Armenian;kk Kazakh;la Latin;mn Mongolian;ne Nepali;si Sinhala;' +
  'pt-BR Portuguese (Brazil)'

/** Of the languages that the service knows; markers have none. */
export const languageCodes: ReadonlyMap<string, string> = new Map(
  codes.split(';').map((entry) => {
    const [code, ...words] = entry.split(' ')
    return [words.join(' '), code!]
  }),
)

export const rangeNames = ['size', 'bitrate', 'seeders', 'age'] as const
export const matchNames = ['title', 'year', 'episode'] as const
export const dedupeKinds = ['cached', 'uncached', 'p2p', 'usenet', 'http'] as const
