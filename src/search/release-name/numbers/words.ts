import { Gap } from '../characters.ts'
import {
  combinedEpisodeWords,
  episodeWords,
  filmEpisodeWords,
  listWords,
  ofWords,
  ordinalEndings,
  ordinalWords,
  otherCounts,
  rangeWords,
  seasonPrefixes,
  seasonWords,
} from '../tables/number-words.ts'
import { gapAfter, type Token, widthOf } from '../tokens.ts'
import {
  addEpisodes,
  addSeasons,
  isSpaced,
  isYear,
  listing,
  mark,
  numberAt,
  type Numbering,
  ranging,
  wordAt,
} from './numbering.ts'
import { splitRuns } from './runs.ts'

function countAt(numbering: Numbering, index: number): Token | null {
  const token = numberAt(numbering, index)
  return token !== null && widthOf(token) <= 4 ? token : null
}

function isWordOf({ tokens, end }: Numbering, index: number, words: ReadonlySet<string>): boolean {
  return index < end && words.has(tokens.list[index]!.text)
}

type Before = { readonly first: number; readonly last: number; readonly at: number }

/** `3rd Season`, `5-й сезон`, `1-8 серии`, `Third Season`. */
function countBefore({ tokens: { list }, from }: Numbering, index: number): Before | null {
  let at = index - 1
  if (at > from && ordinalEndings.has(list[at]!.text)) at -= 1
  const token = at >= from ? list[at]! : null
  if (token?.role !== 'word' || (list[index]!.gap & (Gap.open | Gap.close)) !== 0) return null
  if (token.number > 999) return null
  if (token.number >= 0) {
    const start =
      at > from && (token.gap & Gap.hyphen) !== 0 && !isSpaced(token) ? list[at - 1]! : token
    if (start === token || start.number < 0) return { first: token.number, last: token.number, at }
    // `2012-13 Season` names years.
    const isRange = start.role === 'word' && start.number <= token.number
    return isRange ? { first: start.number, last: token.number, at: at - 1 } : null
  }
  const { letters, numbers } = splitRuns(token.text)
  const isOrdinal = numbers.length === 1 && letters[0] === '' && ordinalEndings.has(letters[1]!)
  const value = isOrdinal ? numbers[0] : ordinalWords.get(token.text)
  return value === undefined ? null : { first: value, last: value, at }
}

type Item = { readonly token: Token; readonly at: number; readonly joint: 'range' | 'list' | null }

/** `-5`, `to 6`, `, 2`, `& 3`, ` 4`. */
function itemAt(numbering: Numbering, index: number): Item | null {
  const isRange = isWordOf(numbering, index, rangeWords)
  const isList = isWordOf(numbering, index, listWords)
  const at = isRange || isList ? index + 1 : index
  const token = countAt(numbering, at)
  if (token === null) return null
  if (isRange || (token.gap & ranging) !== 0) return { token, at, joint: 'range' }
  return { token, at, joint: isList || (token.gap & listing) !== 0 ? 'list' : null }
}

function countsBackwards(numbering: Numbering, index: number): boolean {
  return isWordOf(numbering, index, episodeWords) && countAt(numbering, index + 1) === null
}

function isSeason(
  numbering: Numbering,
  last: Token,
  { token, at, joint }: Item,
  isPlural: boolean,
): boolean {
  const step = token.number - last.number
  const isWorded = numbering.tokens.list[at - 1] !== last
  if (step <= 0 || token.number > 99) return false
  if (isWorded || (token.gap & Gap.colon) !== 0) return true
  // `Season 3 - 11` is episode 11, `Season 1 - 4` are four seasons.
  if (joint === 'range') return !isSpaced(token) || widthOf(token) <= widthOf(last) || isPlural
  if (joint === 'list') {
    const isDirect = (gapAfter(numbering.tokens, at) & ~(Gap.space | Gap.dot)) === 0
    const countsOther = isDirect && isWordOf(numbering, at + 1, otherCounts)
    return step <= 5 && !countsOther && !countsBackwards(numbering, at + 1)
  }
  return token.gap === Gap.space && step === 1 && widthOf(token) <= widthOf(last) + 1
}

/** `1-5`, `1 to 6`, `1, 2 & 3`, `1 2 3`, `1:11`. Returns the index after it. */
function readSeasons(numbering: Numbering, index: number, isPlural: boolean): number {
  let last = numbering.tokens.list[index]!
  let at = index
  addSeasons(numbering, last.number)
  mark(numbering, index)
  for (;;) {
    const item = itemAt(numbering, at + 1)
    if (item === null) return at + 1
    const { token } = item
    if (!isSeason(numbering, last, item, isPlural)) {
      // `Season 11 01` and `Season 4.16` continue with the episode.
      const isEpisode = (token.gap === Gap.space || token.gap === Gap.dot) && widthOf(token) === 2
      if (!isEpisode || item.at !== at + 1 || numbering.episodes.length > 0) return at + 1
      addEpisodes(numbering, token.number)
      mark(numbering, item.at)
      return item.at + 1
    }
    const isRange = item.joint === 'range' || (token.gap & Gap.colon) !== 0
    addSeasons(numbering, isRange ? last.number : token.number, token.number)
    mark(numbering, at + 1, item.at)
    last = token
    at = item.at
  }
}

/** In `3rd Season - 05` and `2 сезон 24 серия` the later number counts the episodes. */
function belongsToEpisode(numbering: Numbering, before: number, next: number): boolean {
  const { list } = numbering.tokens
  if (list[before]!.number < 0 || (list[next]!.gap & Gap.hyphen) !== 0) return true
  let at = next + 1
  while (countAt(numbering, at) !== null || isWordOf(numbering, at, ordinalEndings)) at += 1
  return countsBackwards(numbering, at)
}

/** `Season 2`, `Seasons 1-5`, `Temporada 1`, `Сезон: 1-8`, `3rd Season`, `2 сезон`. */
export function readSeasonWord(numbering: Numbering, index: number): number {
  const { tokens, seasons } = numbering
  const token = wordAt(numbering, index)
  if (!token || !seasonWords.has(token.text)) return index
  const before = countBefore(numbering, index)
  const next = countAt(numbering, index + 1)
  const isFollowed =
    next !== null && (next.number < 100 || isYear(next.number)) && (next.gap & Gap.close) === 0
  if (isFollowed && !(before !== null && belongsToEpisode(numbering, before.at, index + 1))) {
    if (seasons.length > 0 && !seasons.includes(next.number)) return index
    const isAll = /^(?:all|todas)$/.test(tokens.list[index - 1]?.text ?? '')
    mark(numbering, isAll ? index - 1 : index, index)
    return readSeasons(numbering, index + 1, token.text.endsWith('s'))
  }
  if (before === null) return index
  if (seasons.length === 0) addSeasons(numbering, before.first, before.last)
  mark(numbering, before.at, index)
  return index + 1
}

/** `Series 4`, `S 01`, `Se.01 Ep.02`: also words of titles, so the number must follow directly. */
export function readSeasonPrefix(numbering: Numbering, index: number): number {
  const token = wordAt(numbering, index)
  const next = countAt(numbering, index + 1)
  if (!token || !next || !seasonPrefixes.has(token.text) || next.number > 99) return index
  if ((next.gap & ~(Gap.space | Gap.dot | Gap.underscore)) !== 0) return index
  if (token.text === 's' && (token.gap !== Gap.space || next.gap !== Gap.space)) return index
  if (token.text === 'se' && !isWordOf(numbering, index + 2, episodeWords)) {
    const isRead = numbering.tokens.list[index + 2]?.role === 'marker'
    if (!isRead) return index
  }
  mark(numbering, index)
  return readSeasons(numbering, index + 1, token.text === 'series')
}

/** `Episode 3 - 24 Hours` continues with a name. */
function isEpisode(
  numbering: Numbering,
  last: number,
  index: number,
  { token, at, joint }: Item,
): boolean {
  const { tokens, end } = numbering
  if (joint === null || token.number <= last) return false
  if (joint === 'list') return token.number <= last + 5
  const isWorded = at !== index
  const following = at + 1 < end ? tokens.list[at + 1]! : null
  const isName = following?.role === 'word' && !ofWords.has(following.text)
  return isWorded || !isSpaced(token) || !isName || (gapAfter(tokens, at) & ~Gap.space) !== 0
}

function readEpisodes(numbering: Numbering, index: number): number {
  let last = numbering.tokens.list[index]!.number
  let at = index
  addEpisodes(numbering, last)
  mark(numbering, index)
  for (;;) {
    const item = itemAt(numbering, at + 1)
    if (item === null || !isEpisode(numbering, last, at + 1, item)) return at + 1
    const { number } = item.token
    addEpisodes(numbering, item.joint === 'range' ? last : number, number)
    mark(numbering, at + 1, item.at)
    last = number
    at = item.at
  }
}

/** `Cap.209`, `Cap.1901_1909`: season and episode in one number. Returns the index after it. */
function readCombined(numbering: Numbering, index: number): number {
  const { number } = numbering.tokens.list[index]!
  const season = Math.floor(number / 100)
  if (numbering.seasons.length === 0) addSeasons(numbering, season)
  const next = countAt(numbering, index + 1)
  const isRange =
    next !== null &&
    (next.gap & (ranging | Gap.underscore)) !== 0 &&
    Math.floor(next.number / 100) === season
  addEpisodes(numbering, number % 100, (isRange ? next.number : number) % 100)
  const last = isRange ? index + 1 : index
  mark(numbering, index, last)
  return last + 1
}

/** `Episode 1.22`: season and episode. Returns the index after it, or `index`. */
function readDotted(numbering: Numbering, index: number): number {
  const { tokens, seasons } = numbering
  const { number } = tokens.list[index]!
  const next = countAt(numbering, index + 1)
  if (next?.gap !== Gap.dot || (widthOf(next) !== 2 && seasons[0] !== number)) return index
  if (seasons.length === 0) addSeasons(numbering, number)
  addEpisodes(numbering, next.number)
  mark(numbering, index, index + 1)
  return index + 2
}

/** `Moth Wars Episode 4 The Tide 1977`: a part of a film. */
function isFilmPart({ tokens: { list }, seasons, end }: Numbering, word: number): boolean {
  const next = list[word + 1]!
  if (!filmEpisodeWords.has(list[word]!.text) || seasons.length > 0 || widthOf(next) > 1)
    return false
  for (let at = word + 2; at < end; at++) {
    if (isYear(list[at]!.number) && widthOf(list[at]!) === 4) return true
  }
  return false
}

/** `Episode 38`, `Ep. 05-08`, `Cap.209`, `Серии: 1-24 из 24`, `24 серия`. */
export function readEpisodeWord(numbering: Numbering, index: number): number {
  const token = wordAt(numbering, index)
  if (!token || !episodeWords.has(token.text) || numbering.episodes.length > 0) return index
  const before = countBefore(numbering, index)
  const next = countAt(numbering, index + 1)
  const isFollowed = next !== null && (next.gap & Gap.close) === 0
  // `24 серия 2012` ends with the year.
  if (isFollowed && !(before !== null && isYear(next.number))) {
    if (isFilmPart(numbering, index)) return index
    mark(numbering, index)
    if (combinedEpisodeWords.has(token.text) && next.number > 99) {
      return readCombined(numbering, index + 1)
    }
    const behind = readDotted(numbering, index + 1)
    return behind > index + 1 ? behind : readEpisodes(numbering, index + 1)
  }
  if (before === null) return index
  addEpisodes(numbering, before.first, before.last)
  mark(numbering, before.at, index)
  return index + 1
}

/** `5 of 6`, `1 из 20`. */
export function readOfWord(numbering: Numbering, index: number): number {
  const token = wordAt(numbering, index)
  const before = countAt(numbering, index - 1)
  const next = countAt(numbering, index + 1)
  if (!token || !ofWords.has(token.text) || index - 1 <= numbering.from) return index
  if (!before || !next || before.number > next.number) return index
  addEpisodes(numbering, before.number)
  mark(numbering, index - 1, index + 1)
  return index + 2
}
