import { Gap } from '../characters.ts'
import { articles } from '../tables/articles.ts'
import { gapAfter, type Token, widthOf } from '../tokens.ts'
import {
  addEpisodes,
  isAttached,
  isDash,
  isYear,
  mark,
  numberAt,
  type Numbering,
  ranging,
  wordAt,
} from './numbering.ts'
import type { NameKind } from './name-kind.ts'
import { splitRuns } from './runs.ts'

const otherCounters = new Set(
  'movie film part pt vol volume cd disc disk dvd teil parte act'.split(' '),
)

const isCounted = (before: Token | undefined) =>
  before !== undefined && otherCounters.has(before.text)

function stops({ tokens, end }: Numbering, index: number): boolean {
  if (index + 1 >= end) return true
  const gap = gapAfter(tokens, index)
  if ((gap & (Gap.open | Gap.close | Gap.plus | Gap.ampersand)) !== 0 || isDash(gap)) return true
  const next = tokens.list[index + 1]!
  return next.role !== 'word' || /^v\d$/.test(next.text)
}

/** Days and hours have a third number. */
function isChained({ tokens: { list }, end }: Numbering, first: number, last: number): boolean {
  const before = list[first - 1]
  const after = last + 1 < end ? list[last + 1]! : undefined
  const leads = before !== undefined && before.number >= 0 && isAttached(list[first]!, before)
  return leads || (after !== undefined && after.number >= 0 && isAttached(after, list[last]!))
}

/** `01-12`, ` - 1-12`, `(1-8)`, `Full 1-8`. */
function isRangeStart(
  { tokens: { list } }: Numbering,
  index: number,
  first: Token,
  second: Token,
): boolean {
  if (widthOf(first) === widthOf(second) && widthOf(first) > 1) return true
  if (isDash(first.gap) || (first.gap & Gap.open) !== 0) return true
  return /^(?:full|complete|all)$/.test(list[index - 1]?.text ?? '')
}

/** `01-12`, `01 ~ 12`, `(1-8)`, `103, 104`. */
export function readRange(numbering: Numbering): boolean {
  const { tokens, from, end } = numbering
  for (let index = from; index + 1 < end; index++) {
    const first = numberAt(numbering, index)
    if (!first || first.number < 1 || isYear(first.number)) continue
    const isWorded = /^(?:ao|to)$/.test(tokens.list[index + 1]!.text)
    const last = isWorded ? index + 2 : index + 1
    const second = numberAt(numbering, last)
    if (!second || second.number <= first.number || widthOf(second) > 4) continue
    if ((isYear(second.number) && widthOf(second) === 4) || !stops(numbering, last)) continue
    const isRange = isWorded || (second.gap & ranging) !== 0
    const isNext =
      second.number === first.number + 1 && (second.gap & (Gap.comma | Gap.ampersand)) !== 0
    const isConvincing = isRange
      ? isRangeStart(numbering, index, first, second) &&
        !isChained(numbering, index, last) &&
        !isCounted(tokens.list[index - 1])
      : isNext
    if (!isConvincing) continue
    addEpisodes(numbering, first.number, second.number)
    mark(numbering, index, last)
    return true
  }
  return false
}

type Bare = {
  readonly token: Token
  readonly value: number
  readonly width: number
  readonly isPadded: boolean
  readonly isStop: boolean
}

/** `05`, `05v2`, `107a`, `14.5`; null for years and what counts other things. */
function bareAt(numbering: Numbering, index: number): Bare | null {
  const { tokens, end } = numbering
  const token = wordAt(numbering, index)
  if (!token || (token.number < 0 && !/^\d{1,4}(?:v\d|[a-d])$/.test(token.text))) return null
  const [value = -1] = token.number >= 0 ? [token.number] : splitRuns(token.text).numbers
  const width = token.number >= 0 ? widthOf(token) : splitRuns(token.text).widths[0]!
  const next = index + 1 < end ? tokens.list[index + 1]! : undefined
  if (width > 4 || (width === 4 && isYear(value)) || isCounted(tokens.list[index - 1])) return null
  if (next !== undefined && /^(?:movie|film)$/.test(next.text)) return null
  if (gapAfter(tokens, index) === Gap.comma) return null
  const isDecimal =
    next !== undefined && next.gap === Gap.dot && next.number >= 0 && widthOf(next) === 1
  const isStop = stops(numbering, isDecimal ? index + 1 : index)
  return { token, value, width, isPadded: width > 1 && token.text.startsWith('0'), isStop }
}

/** `02 Name`, `102 - Name`, `523 23`. */
function certaintyAtStart(numbering: Numbering, index: number, bare: Bare, kind: NameKind): number {
  const { tokens } = numbering
  const isBeforeDash = isDash(gapAfter(tokens, index))
  if (kind.hasYear || (!kind.isFile && !isBeforeDash)) return 0
  if (isBeforeDash) return bare.width > 1 ? 6 : 0
  const isLong = bare.width === 3 && (bare.isStop || (tokens.list[index + 1]?.number ?? -1) >= 0)
  return bare.isPadded || isLong ? 3 : 0
}

function certainty(numbering: Numbering, index: number, bare: Bare, kind: NameKind): number {
  const { tokens, from, end } = numbering
  const { list, brackets } = tokens
  const { token, width, isPadded, isStop } = bare
  if (index === from && !kind.isFansub) return certaintyAtStart(numbering, index, bare, kind)
  if ((token.gap & Gap.hash) !== 0) return 5
  if (isDash(token.gap)) {
    if (width === 1) return isStop && !kind.hasYear ? 7 : 0
    return isStop ? 7 : 4
  }
  if (token.bracket >= 0) {
    const { first, last } = brackets[token.bracket]!
    return first === index && last === index && kind.isFansub && width > 1 ? 5 : 0
  }
  if (kind.isFansub) return width > 1 && (isStop || isPadded) ? 3 : 0
  if (!isStop || kind.hasYear || width > 3) return 0
  // `One Show 412 720p`, but not `The 100 720p`.
  const isBeforeTag = index + 1 < end && list[index + 1]!.role !== 'word'
  const isLong = width === 3 && isBeforeTag && !articles.has(list[index - 1]!.text)
  return isPadded || isLong ? 2 : 0
}

export function readAbsolute(numbering: Numbering, kind: NameKind): void {
  let best: { index: number; value: number } | null = null
  let most = 0
  // In `Lantern 00 S01` the number belongs to the title.
  const season = numbering.tokens.list.findIndex(({ role }) => role === 'marker')
  for (let index = Math.max(numbering.from, season); index < numbering.end; index++) {
    const bare = bareAt(numbering, index)
    const sure = bare ? certainty(numbering, index, bare, kind) : 0
    if (bare === null || sure <= most) continue
    most = sure
    best = { index, value: bare.value }
  }
  if (best === null) return
  addEpisodes(numbering, best.value)
  mark(numbering, best.index)
}
