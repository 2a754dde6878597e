import {
  addEpisodes,
  addSeasons,
  isYear,
  mark,
  type Numbering,
  ranging,
  widthOf,
  wordAt,
} from './numbering.ts'
import { splitRuns } from './runs.ts'
import { Gap, gapAfter, type Token } from './tokens.ts'

/** What the rest of the name says about how its bare numbers are to be read. */
export type LooseContext = {
  /** The name begins with a fansub group in brackets. */
  readonly isFansub: boolean
  readonly hasYear: boolean
  /** The name ends with the ending of a file. */
  readonly isFile: boolean
}

const spacing = Gap.space | Gap.underscore | Gap.dot

/** ` - ` in its spellings. */
const isDash = (gap: number) => (gap & ranging) !== 0 && (gap & spacing) !== 0

/** Words that count films, discs and parts by the number beside them. */
const otherCounters = new Set(
  'movie film part pt vol volume cd disc disk dvd teil parte act'.split(' '),
)

const articles = new Set(['the', 'a', 'an', 'la', 'le', 'el', 'die', 'der', 'das'])

const isAttached = (token: Token, before: Token) => token.start - before.end === 1

/** `03x20` written as `3-20`, `03_20`, `3.20`, where a file name leaves no better reading. */
export function readPair(
  numbering: Numbering,
  { isFansub, hasYear, isFile }: LooseContext,
): boolean {
  const { tokens, from, end } = numbering
  const { list, brackets } = tokens
  for (let index = from; index + 1 < end; index++) {
    const first = wordAt(numbering, index)
    const second = wordAt(numbering, index + 1)
    if (!first || !second || first.number < 0 || second.number < 0) continue
    if (
      widthOf(first) > 2 ||
      widthOf(second) < 2 ||
      widthOf(second) > 3 ||
      !isAttached(second, first)
    )
      continue
    const { gap } = second
    const before = list[index - 1]
    const after = list[index + 2]
    if (
      before !== undefined &&
      ((before.number >= 0 && first.gap === gap && isAttached(first, before)) ||
        before.role === 'tag')
    )
      continue
    if (after !== undefined && after.number >= 0 && isAttached(after, second)) continue
    const isLast = index + 2 === end || (index + 3 === end && after!.text === 'f')
    const isFirst = index === from
    const bracket = first.bracket >= 0 ? brackets[first.bracket]! : null
    const isBracket = bracket !== null && bracket.first === index && bracket.last === index + 1
    const isPair =
      gap === Gap.dot
        ? !hasYear && (isFirst || isBracket || isDash(first.gap) || (isLast && isFile))
        : (gap === Gap.hyphen || gap === Gap.underscore) &&
          widthOf(second) === 2 &&
          !isFansub &&
          isFile &&
          !(gap === Gap.hyphen && (hasYear || first.gap === Gap.hyphen)) &&
          (isLast || (isFirst && gap === Gap.hyphen))
    if (!isPair) continue
    addSeasons(numbering, first.number)
    addEpisodes(numbering, second.number)
    mark(numbering, index, index + 1)
    return true
  }
  return false
}

/** Whether nothing of the title can follow: the end, a bracket, ` - `, or a tag. */
function stops(numbering: Numbering, index: number): boolean {
  const { tokens, end } = numbering
  if (index + 1 >= end) return true
  const gap = gapAfter(tokens, index)
  if ((gap & (Gap.open | Gap.close | Gap.plus)) !== 0 || isDash(gap)) return true
  const next = tokens.list[index + 1]!
  return next.role !== 'word' || /^v\d$/.test(next.text)
}

/** Whether a range of two numbers goes on into a third, as days and hours do. */
function isChained({ tokens: { list }, end }: Numbering, first: number, last: number): boolean {
  const before = list[first - 1]
  const after = list[last + 1]
  const leads = before !== undefined && before.number >= 0 && isAttached(list[first]!, before)
  return (
    leads ||
    (after !== undefined && last + 1 < end && after.number >= 0 && isAttached(after, list[last]!))
  )
}

/** `01-12`, `01 ~ 12`, `(1-8)`, `103, 104`. */
export function readRange(numbering: Numbering): boolean {
  const { tokens, from, end } = numbering
  for (let index = from; index + 1 < end; index++) {
    const first = wordAt(numbering, index)
    const isWorded =
      first !== null && first.number >= 0 && /^(?:ao|to)$/.test(tokens.list[index + 1]!.text)
    const last = isWorded ? index + 2 : index + 1
    const second = wordAt(numbering, last)
    if (
      !first ||
      !second ||
      first.number < 1 ||
      second.number <= first.number ||
      widthOf(second) > 4
    )
      continue
    if (isYear(first.number) || (isYear(second.number) && widthOf(second) === 4)) continue
    const isPadded = widthOf(first) === widthOf(second) && widthOf(first) > 1
    const isSet =
      isPadded ||
      isDash(first.gap) ||
      (first.gap & Gap.open) !== 0 ||
      /^(?:full|complete|all)$/.test(tokens.list[index - 1]?.text ?? '')
    const isRange = isWorded || (second.gap & ranging) !== 0
    if (isRange && isChained(numbering, index, last)) continue
    const isNext =
      second.number === first.number + 1 && (second.gap & (Gap.comma | Gap.ampersand)) !== 0
    if (isRange ? !isSet || !stops(numbering, last) : !isNext || !stops(numbering, last)) continue
    if (isRange && isWordCounted(tokens.list[index - 1])) continue
    addEpisodes(numbering, first.number, second.number)
    mark(numbering, index, last)
    return true
  }
  return false
}

const isWordCounted = (token: Token | undefined) =>
  token !== undefined && otherCounters.has(token.text)

/** The number of `05`, `05v2`, `107a`; -1 for other words. */
function absoluteOf(token: Token): number {
  if (token.number >= 0) return token.number
  if (!token.mixed || token.text.length > 7) return -1
  const match = /^(\d{1,4})(?:v\d|[a-d])$/.exec(token.text)
  return match ? Number(match[1]) : -1
}

/** How surely a bare number is an episode; 0 for not at all. */
function certainty(numbering: Numbering, index: number, context: LooseContext): number {
  const { tokens, from, end } = numbering
  const { list, brackets } = tokens
  const token = list[index]!
  const value = absoluteOf(token)
  const width = splitWidth(token)
  if (value < 0 || width > 4 || (width === 4 && isYear(value))) return 0
  if (isWordCounted(list[index - 1]) || /^(?:movie|film)$/.test(list[index + 1]?.text ?? ''))
    return 0
  const gap = gapAfter(tokens, index)
  if (gap === Gap.comma) return 0
  const decimal = list[index + 1]
  const hasDecimal =
    index + 1 < end && decimal!.gap === Gap.dot && decimal!.number >= 0 && widthOf(decimal!) === 1
  const isStop = stops(numbering, hasDecimal ? index + 1 : index)
  const isPadded = token.text.startsWith('0') && width > 1
  const { isFansub, hasYear, isFile } = context
  if (index === from && !isFansub) {
    if (hasYear || (!isFile && !isDash(gap))) return 0
    if (isDash(gap)) return width > 1 ? 6 : 0
    return isPadded || (width === 3 && isStop) || (width === 3 && list[index + 1]?.number !== -1)
      ? 3
      : 0
  }
  if ((token.gap & Gap.hash) !== 0) return 5
  if (isDash(token.gap)) {
    if (width === 1 && (hasYear || !isStop)) return 0
    return isStop ? 7 : width > 1 ? 4 : 0
  }
  const bracket = token.bracket >= 0 ? brackets[token.bracket]! : null
  if (bracket !== null && bracket.first === index) {
    return bracket.last === index && isFansub && width > 1 ? 5 : 0
  }
  if (bracket !== null) return 0
  if (isFansub) return width > 1 && (isStop || isPadded) ? 3 : 0
  if (!isStop || hasYear || width > 3) return 0
  // `One Show 412 720p`, but not `The 100 720p`.
  const isLong =
    width === 3 &&
    index + 1 < end &&
    list[index + 1]!.role !== 'word' &&
    !articles.has(list[index - 1]!.text)
  return isPadded || isLong ? 2 : 0
}

const splitWidth = (token: Token) =>
  token.number >= 0 ? widthOf(token) : splitRuns(token.text).widths[0]!

/** The one bare number that counts episodes without a season, as fansubs number them. */
export function readAbsolute(numbering: Numbering, context: LooseContext): boolean {
  const { tokens, from, end } = numbering
  let best = -1
  let most = 1
  for (let index = from; index < end; index++) {
    const token = wordAt(numbering, index)
    if (!token || absoluteOf(token) < 0) continue
    const sure = certainty(numbering, index, context)
    if (sure > most) {
      most = sure
      best = index
    }
  }
  if (best < 0) return false
  addEpisodes(numbering, absoluteOf(tokens.list[best]!))
  mark(numbering, best)
  return true
}
