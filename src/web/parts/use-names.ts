import { useLingui } from '@lingui/react/macro'
import { languageCodes } from './vocabulary.ts'

/** Plain names for the words of the configuration. */
export function useNames() {
  const { t, i18n } = useLingui()
  const attributes: Record<string, string> = {
    resolution: t`Resolution`,
    quality: t`Kind of release`,
    encode: t`Video codec`,
    visualTag: t`HDR and picture`,
    audioTag: t`Audio codec`,
    audioChannel: t`Audio channels`,
    language: t`Language`,
    subtitle: t`Subtitles`,
    streamType: t`Way of playing`,
    releaseGroup: t`Release group`,
    indexer: t`Indexer`,
    service: t`Debrid service`,
    cached: t`Ready at the debrid service`,
    keyword: t`Keyword`,
    regex: t`Regular expression`,
    size: t`Size`,
    bitrate: t`Bitrate`,
    seeders: t`Seeders`,
    age: t`Age`,
    title: t`Title`,
    year: t`Year`,
    episode: t`Season and episode`,
    source: t`Source`,
    library: t`Your own library`,
    regexScore: t`Score of regular expressions`,
    expressionScore: t`Score of expressions`,
    expressions: t`Expressions`,
    total: t`In all`,
    quantity: t`Number`,
  }
  const words: Record<string, string> = {
    Unknown: t`unknown`,
    cached: t`Ready at a debrid service`,
    uncached: t`At a debrid service, not ready`,
    debrid: t`From a debrid service`,
    usenet: t`Usenet`,
    http: t`Direct address`,
    p2p: t`Peer to peer`,
    live: t`Live`,
    youtube: 'YouTube',
    external: t`Opened elsewhere`,
    error: t`Note of a failure`,
    statistic: t`Note with figures`,
    Multi: t`Several languages`,
    'Dual Audio': t`Two languages`,
    Dubbed: t`Dubbed`,
  }
  const wordName = (word: string): string => words[word] ?? languageName(word, i18n.locale) ?? word
  const nameOf = (word: string): string => attributes[word] ?? word

  /** As people write it: sizes in GB, bitrates in Mbit/s. */
  function valueOf(by: string, value: string | null): string {
    if (value === null || value === '') return t`unknown`
    const number = Number(value)
    if (by === 'size') return `${i18n.number(number / 1e9, { maximumFractionDigits: 2 })} GB`
    if (by === 'bitrate') return `${i18n.number(number / 1e6, { maximumFractionDigits: 1 })} Mbit/s`
    if (by === 'age') {
      return i18n.number(number, {
        style: 'unit',
        unit: 'hour',
        unitDisplay: 'long',
        maximumFractionDigits: 0,
      })
    }
    if (by === 'language') return wordName(value)
    if (by === 'library') return value === 'true' ? t`yes` : t`no`
    return value
  }
  return { nameOf, valueOf, wordName }
}

function languageName(word: string, locale: string): string | undefined {
  const code = languageCodes.get(word)
  return code && new Intl.DisplayNames(locale, { type: 'language' }).of(code)
}

/** `RELEASE_GROUP` of an answer is `releaseGroup` of the configuration. */
export function wordOf(name: string): string {
  return name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
