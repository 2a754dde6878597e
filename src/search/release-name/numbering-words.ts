import {
  addEpisodes,
  addSeasons,
  isYear,
  listing,
  mark,
  type Numbering,
  ranging,
  widthOf,
  wordAt,
} from './numbering.ts'
import { splitRuns } from './runs.ts'
import {
  combinedEpisodeWords,
  episodeWords,
  filmEpisodeWords,
  listWords,
  ofWords,
  ordinalWords,
  ordinalEndings,
  rangeWords,
  seasonPrefixes,
  seasonWords,
} from './tables/number-words.ts'
import { Gap, gapAfter, type Token } from './tokens.ts'

/** Where the count begins whose word stands at an index: `All Seasons 1-8`. */
function beforeCount(list: readonly Token[], index: number): number {
  const before = list[index - 1]?.text
  return before === 'all' || before === 'todas' ? index - 1 : index
}

const isSpaced = (token: Token) => (token.gap & (Gap.space | Gap.underscore)) !== 0

/** The token at an index if it is a number that may count seasons or episodes. */
function numberAt(numbering: Numbering, index: number): Token | null {
  const token = wordAt(numbering, index)
  return token !== null && token.number >= 0 && widthOf(token) <= 4 ? token : null
}

/** Whether the word at an index is one of `words`, tags or not. */
function isWordOf({ tokens, end }: Numbering, index: number, words: ReadonlySet<string>): boolean {
  return index >= 0 && index < end && words.has(tokens.list[index]!.text)
}

/** What stands before a word, `3rd Season`, `5-й сезон`, `1-8 серии`: one number or a range, and the index where it begins. */
type Before = { readonly value: number; readonly to: number; readonly at: number }

function numberBefore({ tokens, from }: Numbering, index: number): Before | null {
  const { list } = tokens
  let at = index - 1
  if (at > from && ordinalEndings.has(list[at]!.text)) at -= 1
  const token = at >= from ? list[at]! : null
  if (token === null || token.role !== 'word' || (list[index]!.gap & (Gap.open | Gap.close)) !== 0)
    return null
  if (token.number > 999) return null
  if (token.number >= 0) {
    const start = list[at - 1]
    const isRangeEnd = at > from && (token.gap & Gap.hyphen) !== 0 && !isSpaced(token)
    if (!isRangeEnd || start!.number < 0) return { value: token.number, to: token.number, at }
    // The years of `2012-13 Season` are no seasons.
    if (start!.number > token.number || start!.role !== 'word') return null
    return { value: start!.number, to: token.number, at: at - 1 }
  }
  if (!token.mixed) {
    const value = ordinalWords.get(token.text)
    return value === undefined ? null : { value, to: value, at }
  }
  const { letters, numbers } = splitRuns(token.text)
  return numbers.length === 1 && letters[0] === '' && ordinalEndings.has(letters[1]!)
    ? { value: numbers[0]!, to: numbers[0]!, at }
    : null
}

/** Reads the items behind a first season: `1-5`, `1 to 6`, `1, 2 & 3`, `1 2 3`, `1:11`. Returns the index behind. */
function readSeasons(numbering: Numbering, index: number, isPlural: boolean): number {
  const { tokens } = numbering
  let last = tokens.list[index]!
  addSeasons(numbering, last.number)
  mark(numbering, index)
  let at = index + 1
  for (;;) {
    const isRangeWord = isWordOf(numbering, at, rangeWords)
    const isListWord = isWordOf(numbering, at, listWords)
    const next = numberAt(numbering, isRangeWord || isListWord ? at + 1 : at)
    if (next === null || next.number > 99) return at
    const { gap } = next
    const step = next.number - last.number
    if (isRangeWord || isListWord) {
      if (step <= 0) return at
      addSeasons(numbering, isRangeWord ? last.number : next.number, next.number)
      mark(numbering, at, at + 1)
      at += 2
    } else if ((gap & (ranging | Gap.colon)) !== 0) {
      // `Season 3 - 11` is episode 11, `Season 1 - 4` are four seasons.
      const isEpisode =
        isSpaced(next) && (gap & Gap.colon) === 0 && widthOf(next) > widthOf(last) && !isPlural
      if (step <= 0 || isEpisode) return at
      addSeasons(numbering, last.number, next.number)
      mark(numbering, at)
      at += 1
    } else if ((gap & listing) !== 0) {
      if (step <= 0 || step > 5 || countsEpisodes(numbering, at + 1)) return at
      addSeasons(numbering, next.number)
      mark(numbering, at)
      at += 1
    } else if (gap === Gap.space && step === 1 && widthOf(next) <= widthOf(last) + 1) {
      addSeasons(numbering, next.number)
      mark(numbering, at)
      at += 1
    } else {
      // `Season 11 01` and `Season 4.16` go on with the episode.
      const isEpisode = (gap === Gap.space || gap === Gap.dot) && widthOf(next) === 2
      if (!isEpisode || numbering.episodes.length > 0) return at
      addEpisodes(numbering, next.number)
      mark(numbering, at)
      return at + 1
    }
    last = next
  }
}

/** Whether an episode word at an index has its number before it. */
function countsEpisodes(numbering: Numbering, index: number): boolean {
  return isWordOf(numbering, index, episodeWords) && numberAt(numbering, index + 1) === null
}

/** Between two numbers, `3rd Season - 05` and `2 сезон 24 серия`, the later one counts the episodes. */
function belongsToEpisode(numbering: Numbering, before: number, next: number): boolean {
  const { list } = numbering.tokens
  if (list[before]!.number < 0 || (list[next]!.gap & Gap.hyphen) !== 0) return true
  let at = next + 1
  while (numberAt(numbering, at) !== null || isWordOf(numbering, at, ordinalEndings)) at += 1
  return countsEpisodes(numbering, at)
}

/** `Season 2`, `Seasons 1-5`, `Temporada 1`, `Сезон: 1-8`, `3rd Season`, `2 сезон`. Returns the index behind, or `index`. */
export function readSeasonWord(numbering: Numbering, index: number): number {
  const token = wordAt(numbering, index)
  if (!token || !seasonWords.has(token.text)) return index
  const isKnown = numbering.seasons.length > 0
  const before = numberBefore(numbering, index)
  const next = numberAt(numbering, index + 1)
  const isFollowed =
    next !== null && (next.number < 100 || isYear(next.number)) && (next.gap & Gap.close) === 0
  if (isFollowed && !(before !== null && belongsToEpisode(numbering, before.at, index + 1))) {
    if (isKnown && !numbering.seasons.includes(next.number)) return index
    mark(numbering, beforeCount(numbering.tokens.list, index), index)
    return readSeasons(numbering, index + 1, token.text.endsWith('s'))
  }
  if (before === null) return index
  if (!isKnown) addSeasons(numbering, before.value, before.to)
  mark(numbering, before.at, index)
  return index + 1
}

/** `Series 4`, `S 01`: words of titles too, so that only a number right behind counts. */
export function readSeasonPrefix(numbering: Numbering, index: number): number {
  const token = wordAt(numbering, index)
  const next = numberAt(numbering, index + 1)
  if (!token || !next || !seasonPrefixes.has(token.text) || next.number > 99) return index
  if (token.text === 's' && (token.gap !== Gap.space || next.gap !== Gap.space)) return index
  if (token.text === 'se' && !isWordOf(numbering, index + 2, episodeWords)) return index
  if ((next.gap & ~(Gap.space | Gap.dot | Gap.underscore)) !== 0) return index
  mark(numbering, index)
  return readSeasons(numbering, index + 1, token.text === 'series')
}

/** Reads what follows the first number behind an episode word. Returns the index behind. */
function readEpisodeList(numbering: Numbering, index: number, word: string): number {
  const { tokens, seasons } = numbering
  const first = tokens.list[index]!
  const next = numberAt(numbering, index + 1)
  mark(numbering, index)
  if (combinedEpisodeWords.has(word) && first.number > 99) return readCombined(numbering, index)
  if (
    next !== null &&
    next.gap === Gap.dot &&
    (widthOf(next) === 2 || seasons[0] === first.number)
  ) {
    // `Episode 1.22`
    if (seasons.length === 0) addSeasons(numbering, first.number)
    addEpisodes(numbering, next.number)
    mark(numbering, index + 1)
    return index + 2
  }
  addEpisodes(numbering, first.number)
  let at = index + 1
  let last = first.number
  for (;;) {
    const isJoined = isWordOf(numbering, at, rangeWords) || isWordOf(numbering, at, listWords)
    const item = numberAt(numbering, isJoined ? at + 1 : at)
    if (item === null || item.number <= last) return at
    const behind = isJoined ? at + 1 : at
    const isRange = isJoined ? rangeWords.has(tokens.list[at]!.text) : (item.gap & ranging) !== 0
    const isNext = isJoined || (item.gap & listing) !== 0
    // `Episode 3 - 24 Hours` goes on with a name.
    const goesOn =
      isSpaced(item) &&
      !isJoined &&
      (gapAfter(tokens, behind) & ~Gap.space) === 0 &&
      behind + 1 < numbering.end
    if (
      (!isRange && !isNext) ||
      (goesOn &&
        isRange &&
        tokens.list[behind + 1]!.role === 'word' &&
        !isWordOf(numbering, behind + 1, ofWords))
    )
      return at
    if (!isRange && item.number > last + 5) return at
    addEpisodes(numbering, isRange ? last : item.number, item.number)
    mark(numbering, at, behind)
    last = item.number
    at = behind + 1
  }
}

/** `Cap.209`, `Cap.1901_1909`: season and episode in one number. */
function readCombined(numbering: Numbering, index: number): number {
  const first = numbering.tokens.list[index]!
  const season = Math.floor(first.number / 100)
  if (numbering.seasons.length === 0) addSeasons(numbering, season)
  const next = numberAt(numbering, index + 1)
  const isRange =
    next !== null &&
    (next.gap & (ranging | Gap.underscore)) !== 0 &&
    Math.floor(next.number / 100) === season
  if (isRange) mark(numbering, index + 1)
  addEpisodes(numbering, first.number % 100, isRange ? next.number % 100 : first.number % 100)
  return isRange ? index + 2 : index + 1
}

/** Whether a year follows, which makes `Episode 4` the part of a film. */
function hasYearBehind({ tokens, end }: Numbering, index: number): boolean {
  for (let at = index + 1; at < end; at++) {
    const token = tokens.list[at]!
    if (isYear(token.number) && widthOf(token) === 4) return true
  }
  return false
}

/** `Episode 38`, `Ep. 05-08`, `Cap.209`, `Серии: 1-24 из 24`, `24 серия`. Returns the index behind, or `index`. */
export function readEpisodeWord(numbering: Numbering, index: number): number {
  const token = wordAt(numbering, index)
  if (!token || !episodeWords.has(token.text) || numbering.episodes.length > 0) return index
  const before = numberBefore(numbering, index)
  const next = numberAt(numbering, index + 1)
  // `24 серия 2012` ends with the year.
  const isFollowed = next !== null && (next.gap & Gap.close) === 0
  if (isFollowed && !(before !== null && isYear(next.number))) {
    const isFilm =
      filmEpisodeWords.has(token.text) &&
      next.number <= 9 &&
      widthOf(next) === 1 &&
      numbering.seasons.length === 0 &&
      hasYearBehind(numbering, index + 1)
    if (isFilm) return index
    mark(numbering, index)
    return readEpisodeList(numbering, index + 1, token.text)
  }
  if (before === null) return index
  addEpisodes(numbering, before.value, before.to)
  mark(numbering, before.at, index)
  return index + 1
}

/** `5 of 6`, `1 из 20`. Returns the index behind, or `index`. */
export function readOfWord(numbering: Numbering, index: number): number {
  const token = wordAt(numbering, index)
  const before = numberAt(numbering, index - 1)
  const next = numberAt(numbering, index + 1)
  if (!token || !before || !next || !ofWords.has(token.text) || before.number > next.number)
    return index
  if (index - 1 <= numbering.from) return index
  if (numbering.episodes.length === 0) addEpisodes(numbering, before.number)
  mark(numbering, index - 1, index + 1)
  return index + 2
}
