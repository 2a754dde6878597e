import { languageNameOf } from './languages.ts'

/** The purpose of a track, guessed from its name. */
export type TrackHints = {
  readonly isDefault: boolean
  readonly isForced: boolean
  readonly isHearingImpaired: boolean
  readonly isCommentary: boolean
}

export const noHints: TrackHints = {
  isDefault: false,
  isForced: false,
  isHearingImpaired: false,
  isCommentary: false,
}

type NamedTrack = { readonly id: string | null; readonly url: string; readonly lang: string | null }

const meanings: readonly (readonly [hint: keyof TrackHints, words: string])[] = [
  ['isDefault', 'default'],
  ['isForced', 'forced foreign forces forzado forzados subforced'],
  ['isHearingImpaired', 'sdh cc hoh hi deaf captions'],
  ['isCommentary', 'commentary commentaries comments commentaire kommentar'],
]
const hintOf: ReadonlyMap<string, keyof TrackHints> = new Map(
  meanings.flatMap(([hint, words]) => words.split(' ').map((word) => [word, hint] as const)),
)
/** Stand between such words and say nothing. */
const fillers: ReadonlySet<string> = new Set(
  'closed for hearing impaired director directors s only sub subs subtitle subtitles srt subrip ass vtt utf8 full non not'.split(
    ' ',
  ),
)
const negations: ReadonlySet<string> = new Set(['non', 'not'])
const maxText = 500

/** From the text that names the language, the id, and the file name: `English (SDH)`, `Film.2020.en.forced.srt`. Null if there are none. */
export function hintsOfTrack({ id, url, lang }: NamedTrack): TrackHints | null {
  const named = [wordsOf(lang ?? ''), lastWords(id ?? ''), lastWords(fileNameOf(url))]
  const language = languageOfWords(named.flat())
  return hintsOf(named.flat(), language !== null && language !== 'Hindi')
}

/** From the part of a release name after the title. Null if there are none. */
export function hintsOfRelease(filename: string | null, title: string | null): TrackHints | null {
  if (filename === null) return null
  const words = wordsOf(filename)
  const own = wordsOf(title ?? '')
  const begins = own.every((word, place) => words[place] === word)
  // There `hi` is the language and `cc` a channel.
  const rest = words.slice(begins ? own.length : 0).filter((word) => word !== 'cc')
  return hintsOf(rest, false)
}

/** From the name of a track in a file. Null if there are none. */
export function hintsOfName(name: string): TrackHints | null {
  return hintsOf(wordsOf(name), false)
}

/** The text for the language without words that say what the track is for: `English` of `English [Forced]`. */
export function withoutHints(lang: string): string {
  if (!wordsOf(lang).some((word) => word !== 'hi' && hintOf.has(word))) return lang
  const isLanguage = (part: string): boolean =>
    part !== '' && wordsOf(part).every((word) => !hintOf.has(word) && !fillers.has(word))
  return lang
    .slice(0, maxText)
    .split(/[\s()[\]{},./_]+/)
    .map((part) => part.split('-').filter(isLanguage).join('-'))
    .filter(Boolean)
    .join(' ')
}

function hintsOf(words: readonly string[], hiIsHint: boolean): TrackHints | null {
  const found = words.flatMap((word, place) =>
    (word === 'hi' && !hiIsHint) || negations.has(words[place - 1] ?? '')
      ? []
      : (hintOf.get(word) ?? []),
  )
  const set = Object.fromEntries(found.map((hint) => [hint, true]))
  return found.length === 0 ? null : { ...noHints, ...set }
}

function languageOfWords(words: readonly string[]): string | null {
  for (const word of words) {
    const name = hintOf.has(word) ? null : languageNameOf(word)
    if (name !== null) return name
  }
  return null
}

/** From the end up to the first word that could be of a title. */
function lastWords(text: string): readonly string[] {
  const words = wordsOf(text)
  const title = words.findLastIndex(
    (word) =>
      !hintOf.has(word) &&
      !fillers.has(word) &&
      !/^\d{1,2}$/.test(word) &&
      languageNameOf(word) === null,
  )
  return words.slice(title + 1)
}

function fileNameOf(url: string): string {
  const path = URL.parse(url.slice(0, 4 * maxText))?.pathname ?? ''
  const name = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function wordsOf(text: string): readonly string[] {
  return text
    .slice(-maxText)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
