import { Gap } from '../characters.ts'
import { type Token, widthOf } from '../tokens.ts'
import {
  addEpisodes,
  addSeasons,
  isAttached,
  isDash,
  mark,
  numberAt,
  type Numbering,
} from './numbering.ts'
import type { NameKind } from './name-kind.ts'

function isChained({ tokens: { list } }: Numbering, index: number): boolean {
  const [before, first, second, after] = list.slice(index > 0 ? index - 1 : 0, index + 3)
  const leads = index > 0 && before!.number >= 0 && first!.gap === second!.gap
  const last = index > 0 ? after : second
  return (
    leads || (last !== undefined && last.number >= 0 && last.start - list[index + 1]!.end === 1)
  )
}

/** `6.01` at either end, after a dash or in a bracket. */
function isDottedPair(numbering: Numbering, index: number, kind: NameKind): boolean {
  const { tokens, from, end } = numbering
  const first = tokens.list[index]!
  if (kind.hasYear) return false
  if (index === from || isDash(first.gap) || (kind.isFile && isLast(numbering, index))) return true
  const bracket = first.bracket >= 0 ? tokens.brackets[first.bracket]! : null
  return bracket !== null && bracket.first === index && bracket.last === index + 1 && end > 0
}

function isLast({ tokens: { list }, end }: Numbering, index: number): boolean {
  return index + 2 === end || (index + 3 === end && list[index + 2]!.text === 'f')
}

/** `3-20` or `04_05` as a file's only number. */
function isJoinedPair(numbering: Numbering, index: number, kind: NameKind): boolean {
  const { tokens, from } = numbering
  const [first, second] = [tokens.list[index]!, tokens.list[index + 1]!]
  if (kind.isFansub || !kind.isFile || widthOf(second) !== 2) return false
  if (second.gap === Gap.underscore) return isLast(numbering, index)
  if (second.gap !== Gap.hyphen || kind.hasYear || first.gap === Gap.hyphen) return false
  return index === from || isLast(numbering, index)
}

const isPairOfWidths = (first: Token, second: Token) =>
  widthOf(first) <= 2 && widthOf(second) >= 2 && widthOf(second) <= 3 && isAttached(second, first)

/** `3-20`, `03_20` or `3.20`, where a name has no better numbers. */
export function readPair(numbering: Numbering, kind: NameKind): boolean {
  const { tokens, from, end } = numbering
  for (let index = from; index + 1 < end; index++) {
    const first = numberAt(numbering, index)
    const second = numberAt(numbering, index + 1)
    if (!first || !second || !isPairOfWidths(first, second)) continue
    if (tokens.list[index - 1]?.role === 'tag' || isChained(numbering, index)) continue
    const isPair =
      second.gap === Gap.dot
        ? isDottedPair(numbering, index, kind)
        : isJoinedPair(numbering, index, kind)
    if (!isPair) continue
    addSeasons(numbering, first.number)
    addEpisodes(numbering, second.number)
    mark(numbering, index, index + 1)
    return true
  }
  return false
}
