import { Gap } from '../characters.ts'
import {
  episodeCounters,
  episodeMarks,
  episodeWords,
  ofWords,
  seasonCounters,
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
  type Numbering,
  ranging,
  wordAt,
} from './numbering.ts'
import { type Runs, splitRuns } from './runs.ts'

type Last = { readonly value: number; readonly width: number; readonly letters: string }

/** A longer range is another kind of number. */
const longestRange = 400

/** `10.000` and `21.00` do not end a range. */
function goesOn({ tokens: { list }, end }: Numbering, index: number): boolean {
  const next = index + 1 < end ? list[index + 1]! : null
  return next?.number === 0 && next.gap === Gap.dot
}

/** `-03` or `, 04` after an episode; -1 for none. */
function bareFollower(numbering: Numbering, index: number, token: Token, last: Last): number {
  const { number, gap } = token
  if (isYear(number) && widthOf(token) === 4 && last.value < 1_000) return -1
  if ((gap & listing) !== 0 && number === last.value + 1) return number
  // `S04E16-074` repeats the episode by its absolute number.
  const isPadded = token.text.startsWith('0') && widthOf(token) > last.width
  const isEnd =
    (gap & ranging) !== 0 &&
    !isSpaced(token) &&
    !isPadded &&
    widthOf(token) >= last.width - 1 &&
    number - last.value < longestRange &&
    !goesOn(numbering, index)
  return isEnd ? number : -1
}

/** `E03`, `x03`, or `S01E03` of the same season after an episode; -1 for none. */
function markedFollower({ seasons }: Numbering, token: Token, last: Last): number {
  if (!token.mixed) return -1
  const { letters, numbers } = splitRuns(token.text)
  const [before = '', after = ''] = letters
  if (numbers.length === 1) {
    const isCounted = before === '' && episodeCounters.has(after[0] ?? '')
    return before === last.letters || isCounted ? numbers[0]! : -1
  }
  const repeatsSeason = (before === 's' || before === '') && numbers[0] === seasons[0]
  return repeatsSeason && after === last.letters ? numbers[1]! : -1
}

function continueEpisodes(numbering: Numbering, index: number, first: Last): number {
  let last = first
  let at = index
  for (;;) {
    const token = wordAt(numbering, at)
    if (!token) return at
    const value =
      token.number >= 0
        ? bareFollower(numbering, at, token, last)
        : markedFollower(numbering, token, last)
    if (value <= last.value) return at
    addEpisodes(numbering, (token.gap & ranging) !== 0 ? last.value : value, value)
    mark(numbering, at)
    last = { value, width: last.width, letters: last.letters }
    at += 1
  }
}

/** Reads `e01e02` from a run on, and what follows. Returns the index after it. */
function readEpisodes(numbering: Numbering, index: number, runs: Runs, run: number): number {
  const { letters, numbers, widths } = runs
  const letter = letters[run]!
  let at = run
  addEpisodes(numbering, numbers[run]!)
  while (at + 1 < numbers.length && (letters[at + 1] === letter || letters[at + 1] === 'e')) {
    at += 1
    addEpisodes(numbering, numbers[at]!)
  }
  mark(numbering, index)
  const last = { value: numbers[at]!, width: widths[at]!, letters: letter === 'xe' ? 'e' : letter }
  return continueEpisodes(numbering, index + 1, last)
}

function readBareEpisode(numbering: Numbering, index: number, token: Token): number {
  addEpisodes(numbering, token.number)
  mark(numbering, index)
  const last = { value: token.number, width: widthOf(token), letters: 'e' }
  return continueEpisodes(numbering, index + 1, last)
}

/** Reads `-S03`, `-03`, `E05`, `.05` after a season of `width` digits. Returns the index after it. */
function continueSeason(
  numbering: Numbering,
  index: number,
  season: number,
  width: number,
): number {
  const token = wordAt(numbering, index)
  if (!token) return index
  const isRange = (token.gap & ranging) !== 0
  if (token.mixed) {
    const runs = splitRuns(token.text)
    const [number = 0] = runs.numbers
    if (episodeMarks.has(runs.letters[0]!)) return readEpisodes(numbering, index, runs, 0)
    if (runs.numbers.length > 1 || runs.letters[0] !== 's' || runs.letters[1] !== '') return index
    if (number > season) addSeasons(numbering, isRange ? season : number, number)
    mark(numbering, index)
    return continueSeason(numbering, index + 1, number, width)
  }
  if (token.number < 0 || isYear(token.number)) return index
  if (isRange && !isSpaced(token)) {
    // `S01-07` are seasons, `S4-24` is an episode.
    const isSeason = widthOf(token) === width && token.number > season && token.number < 60
    if (!isSeason) return readBareEpisode(numbering, index, token)
    addSeasons(numbering, season, token.number)
    mark(numbering, index)
    return index + 1
  }
  const isBeside = (token.gap & ~(Gap.dot | Gap.space | Gap.underscore)) === 0
  const isNumber = widthOf(token) === 2 || widthOf(token) === 3
  return isBeside && isNumber && !goesOn(numbering, index)
    ? readBareEpisode(numbering, index, token)
    : index
}

/** `s`, `Sezon`, and the typing errors `so2` and `Sn4`. */
function isSeasonLetters(letters: string, hasEpisode: boolean): boolean {
  if (letters === 's' || letters === 'sn' || letters === 'so' || seasonWords.has(letters))
    return true
  if (letters.endsWith('so') && seasonWords.has(letters.slice(0, -2))) return true
  // `T02E05` is Spanish.
  return hasEpisode && (letters === 't' || letters === 'se' || isGlued(letters))
}

/** `ToRideS01E06` lost its separator. */
const isGlued = (letters: string) =>
  letters.length > 2 && letters.endsWith('s') && !seasonWords.has(letters)

/** A word such as `S56` where a group stands. */
function isGroup({ tokens, end }: Numbering, index: number): boolean {
  const { list } = tokens
  if (list[index]!.gap !== Gap.hyphen || list[index - 1]?.role !== 'tag') return false
  return index === end - 1 || (gapAfter(tokens, index) & (Gap.open | Gap.close)) !== 0
}

function readSeasonAlone(numbering: Numbering, index: number, runs: Runs, run: number): number {
  const { letters, numbers, widths } = runs
  const season = numbers[run]!
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

/** `S01E02`, `S01E01E02`, `S01`, `SO2E04`, `T02E05`, `S01xE03`, `S0615`, `Season1`. */
export function readSeasonCode(numbering: Numbering, index: number): number {
  const token = wordAt(numbering, index)
  if (!token?.mixed) return index
  const runs = splitRuns(token.text)
  const { letters, numbers, widths } = runs
  for (let run = 0; run < numbers.length && run < 3; run++) {
    const hasEpisode = run + 1 < numbers.length && episodeMarks.has(letters[run + 1]!)
    if ((run > 0 && !hasEpisode) || widths[run]! > 4) continue
    if (!isSeasonLetters(letters[run]!, hasEpisode)) continue
    if (!hasEpisode || widths[run + 1]! > 4) return readSeasonAlone(numbering, index, runs, run)
    const { seasons } = numbering
    if (seasons.length > 0 && !seasons.includes(numbers[run]!)) return index
    if (run === 0 && isGlued(letters[0]!)) token.lead = letters[0]!.length - 1
    addSeasons(numbering, numbers[run]!)
    return readEpisodes(numbering, index, runs, run + 1)
  }
  return index
}

/** `1x05`, `01x05-06`, `Lantern1x01`; the x may be the Cyrillic letter. */
export function readCrossCode(numbering: Numbering, index: number): number {
  const token = wordAt(numbering, index)
  if (!token?.mixed) return index
  const runs = splitRuns(token.text.replaceAll('х', 'x'))
  const { letters, numbers, widths } = runs
  if (numbers.length < 2 || letters[1] !== 'x' || widths[0]! > 2 || widths[1]! > 4) return index
  const glued = letters[0]!
  if (glued !== '' && (glued.length < 4 || widths[1] !== 2)) return index
  // `2.0x2` are two stereo tracks.
  const before = numbering.tokens.list[index - 1]
  if (numbers[0] === 0 && before !== undefined && before.number >= 0) return index
  token.lead = glued.length
  addSeasons(numbering, numbers[0]!)
  return readEpisodes(numbering, index, runs, 1)
}

/** `E05`, `Ep05v2`, `Cap12`, `第05話`, `第3季`, `5of6`. */
export function readEpisodeCode(numbering: Numbering, index: number): number {
  const token = wordAt(numbering, index)
  if (!token?.mixed || numbering.episodes.length > 0) return index
  const runs = splitRuns(token.text)
  const { letters, numbers, widths } = runs
  const [before = '', after = ''] = letters
  const counter = after[0] ?? ''
  if (seasonCounters.has(counter) || seasonCounters.has(after)) {
    addSeasons(numbering, numbers[0]!)
    mark(numbering, index)
    return index + 1
  }
  const isPart = before === '' && numbers.length === 2 && ofWords.has(after)
  const isCounted = before === '第' || episodeCounters.has(counter)
  const isMarked = before === 'e' && (widths[0]! > 1 || numbering.end === 1)
  const isEpisode = isPart || isCounted || isMarked || episodeWords.has(before)
  return isEpisode ? readEpisodes(numbering, index, runs, 0) : index
}
