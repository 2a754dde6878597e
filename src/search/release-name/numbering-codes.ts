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
import { type Runs, splitRuns } from './runs.ts'
import {
  episodeCounters,
  episodeMarks,
  episodeWords,
  ofWords,
  seasonCounters,
  seasonWords,
} from './tables/number-words.ts'
import { Gap, gapAfter, type Token } from './tokens.ts'

/** The last number of a run of episodes, and how it was written: what follows must agree with it. */
type Last = { value: number; width: number; readonly letters: string }

const isSpaced = (token: Token) => (token.gap & (Gap.space | Gap.underscore)) !== 0

/** Letters that make the number behind them a season, `s`, `Sezon`, and the slips `so2` and `Sn4`. */
function isSeasonLetters(letters: string, hasEpisode: boolean): boolean {
  if (letters === 's' || letters === 'sn' || seasonWords.has(letters)) return true
  if (letters === 'so' || (letters.endsWith('so') && seasonWords.has(letters.slice(0, -2))))
    return true
  // `T02E05` is Spanish; `ToDieS01E06` lost its separator.
  return (
    hasEpisode &&
    (letters === 't' || letters === 'se' || (letters.length > 2 && letters.endsWith('s')))
  )
}

/** Whether the number at an index goes on with noughts, as in `10.000` and `21.00`, so that it is no end of a range. */
function goesOn(numbering: Numbering, index: number): boolean {
  const next = numbering.tokens.list[index + 1]
  return (
    index + 1 < numbering.end && next !== undefined && next.number === 0 && next.gap === Gap.dot
  )
}

/** Reads `-E03`, `E03`, `-03`, `+E03`, `, 04` behind an episode. Returns the index behind. */
function continueEpisodes(numbering: Numbering, index: number, last: Last): number {
  let at = index
  for (;;) {
    const token = wordAt(numbering, at)
    if (!token) return at
    const isRange = (token.gap & ranging) !== 0
    if (token.number >= 0) {
      if (isYear(token.number) && widthOf(token) === 4 && last.value < 1_000) return at
      const isNext = (token.gap & listing) !== 0 && token.number === last.value + 1
      const isEnd =
        isRange &&
        !isSpaced(token) &&
        token.number > last.value &&
        widthOf(token) >= last.width - 1 &&
        token.number - last.value < 400 &&
        !goesOn(numbering, at)
      if (!isNext && !isEnd) return at
      addEpisodes(numbering, isEnd ? last.value : token.number, token.number)
      last.value = token.number
    } else {
      const runs = token.mixed ? splitRuns(token.text) : null
      const value = runs ? episodeOfFollower(runs, numbering, last) : -1
      if (value <= last.value) return at
      addEpisodes(numbering, isRange ? last.value : value, value)
      last.value = value
    }
    mark(numbering, at)
    at += 1
  }
}

/** The episode of `E03`, `x03`, or of `S01E03` of the same season, behind an episode written alike; else -1. */
function episodeOfFollower({ letters, numbers }: Runs, numbering: Numbering, last: Last): number {
  if (numbers.length === 1) {
    const isCounted = letters[0] === '' && episodeCounters.has(letters[1]![0] ?? '')
    return letters[0] === last.letters || isCounted ? numbers[0]! : -1
  }
  const repeats = numbers.length >= 2 && numbers[0] === numbering.seasons[0]
  return repeats && (letters[0] === 's' || letters[0] === '') && letters[1] === last.letters
    ? numbers[1]!
    : -1
}

/** Reads `-S03`, `-03`, `E05`, `.05` behind a season. Returns the index behind. */
function continueSeason(
  numbering: Numbering,
  index: number,
  season: number,
  width: number,
): number {
  let at = index
  let last = season
  for (;;) {
    const token = wordAt(numbering, at)
    if (!token) return at
    const isRange = (token.gap & ranging) !== 0
    if (token.mixed) {
      const runs = splitRuns(token.text)
      const { letters, numbers } = runs
      if (numbers.length === 1 && letters[0] === 's' && letters[1] === '') {
        if (numbers[0]! > last) addSeasons(numbering, isRange ? last : numbers[0]!, numbers[0]!)
        last = numbers[0]!
        mark(numbering, at)
        at += 1
        continue
      }
      if (episodeMarks.has(letters[0]!) && numbers.length > 0) {
        return readEpisodes(numbering, at, runs, 0)
      }
      return at
    }
    if (token.number < 0 || isYear(token.number)) return at
    if (isRange && !isSpaced(token)) {
      const isSeasonRange = widthOf(token) === width && token.number > last && token.number < 60
      if (isSeasonRange) addSeasons(numbering, last, token.number)
      else addEpisodes(numbering, token.number)
      mark(numbering, at)
      return isSeasonRange
        ? at + 1
        : continueEpisodes(numbering, at + 1, {
            value: token.number,
            width: widthOf(token),
            letters: 'e',
          })
    }
    const isBeside =
      token.gap === Gap.dot || token.gap === Gap.space || token.gap === Gap.underscore
    if (!isBeside || widthOf(token) < 2 || widthOf(token) > 3 || goesOn(numbering, at)) return at
    addEpisodes(numbering, token.number)
    mark(numbering, at)
    return continueEpisodes(numbering, at + 1, {
      value: token.number,
      width: widthOf(token),
      letters: 'e',
    })
  }
}

/** Reads the episodes of one word from the run `run` on, `e01e02`, and what follows it. Returns the index behind. */
function readEpisodes(
  numbering: Numbering,
  index: number,
  { letters, numbers, widths }: Runs,
  run: number,
): number {
  let at = run
  const mark0 = letters[run]!
  addEpisodes(numbering, numbers[run]!)
  while (at + 1 < numbers.length && (letters[at + 1] === mark0 || letters[at + 1] === 'e')) {
    at += 1
    addEpisodes(numbering, numbers[at]!)
  }
  mark(numbering, index)
  const last = { value: numbers[at]!, width: widths[at]!, letters: mark0 === 'xe' ? 'e' : mark0 }
  return continueEpisodes(numbering, index + 1, last)
}

/** `S01E02`, `S01E01E02`, `S01`, `SO2E04`, `T02E05`, `S01xE03`, `S0615`, `Season1`. */
export function readSeasonCode(numbering: Numbering, index: number): number {
  const token = wordAt(numbering, index)
  if (!token?.mixed) return index
  const runs = splitRuns(token.text)
  const { letters, numbers, widths } = runs
  for (let run = 0; run < numbers.length && run < 3; run++) {
    const hasEpisode = run + 1 < numbers.length && episodeMarks.has(letters[run + 1]!)
    if (run > 0 && !hasEpisode) continue
    if (widths[run]! > 4 || !isSeasonLetters(letters[run]!, hasEpisode)) continue
    const season = numbers[run]!
    if (hasEpisode && widths[run + 1]! <= 4) {
      if (run === 0 && letters[0]!.length > 2 && !seasonWords.has(letters[0]!))
        token.lead = letters[0]!.length - 1
      if (numbering.seasons.length > 0 && !numbering.seasons.includes(season)) return index
      addSeasons(numbering, season)
      return readEpisodes(numbering, index, runs, run + 1)
    }
    // `S01D03` is a disc of the season.
    const isDisc = run + 2 === numbers.length && letters[run + 1] === 'd'
    const isWhole = run + 1 === numbers.length && letters[run + 1] === ''
    if ((!isDisc && !isWhole) || isGroup(numbering, index)) return index
    mark(numbering, index)
    if (widths[run] === 4 && !isYear(season)) {
      addSeasons(numbering, Math.floor(season / 100))
      addEpisodes(numbering, season % 100)
      return index + 1
    }
    addSeasons(numbering, season)
    return continueSeason(numbering, index + 1, season, widths[run]!)
  }
  return index
}

/** Whether a word such as `S56` stands where a group does. */
function isGroup({ tokens, end }: Numbering, index: number): boolean {
  const { list } = tokens
  if (list[index]!.gap !== Gap.hyphen || list[index - 1]?.role !== 'tag') return false
  return index === end - 1 || (gapAfter(tokens, index) & (Gap.open | Gap.close)) !== 0
}

/** `1x05`, `01x05-06`, `Castle1x01`; the x may be the Cyrillic letter. */
export function readCrossCode(numbering: Numbering, index: number): number {
  const token = wordAt(numbering, index)
  if (!token?.mixed) return index
  const runs = splitRuns(token.text)
  const { letters, numbers, widths } = runs
  if (numbers.length < 2 || (letters[1] !== 'x' && letters[1] !== 'х')) return index
  const isBare = letters[0] === ''
  if (widths[0]! > 2 || widths[1]! > 4 || (!isBare && (letters[0]!.length < 4 || widths[1] !== 2)))
    return index
  if (numbers[0] === 0 && (numbering.tokens.list[index - 1]?.number ?? -1) >= 0) return index
  if (!isBare) token.lead = letters[0]!.length
  addSeasons(numbering, numbers[0]!)
  return readEpisodes(
    numbering,
    index,
    { ...runs, letters: letters.map((one) => (one === 'х' ? 'x' : one)) },
    1,
  )
}

/** `E05`, `Ep05v2`, `Cap12`, `第05話`, `第3季`, `5of6`. */
export function readEpisodeCode(numbering: Numbering, index: number): number {
  const token = wordAt(numbering, index)
  if (!token?.mixed) return index
  const runs = splitRuns(token.text)
  const { letters, numbers, widths } = runs
  const [before = '', after = ''] = letters
  if (ofWords.has(after) && before === '' && numbers.length === 2) {
    addEpisodes(numbering, numbers[0]!)
    mark(numbering, index)
    return index + 1
  }
  if (numbering.episodes.length > 0) return index
  const counter = after[0] ?? ''
  if (seasonCounters.has(counter) || seasonCounters.has(after)) {
    addSeasons(numbering, numbers[0]!)
    mark(numbering, index)
    return index + 1
  }
  const isCounted = before === '第' || episodeCounters.has(counter)
  const isWord =
    episodeWords.has(before) || (before === 'e' && (widths[0]! > 1 || numbering.end === 1))
  if (!isCounted && !isWord) return index
  return readEpisodes(numbering, index, runs, 0)
}
