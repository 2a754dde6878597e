import {
  type Hints,
  isTagBracket,
  settleBehind,
  settleMiddle,
  settleSubtitle,
  settleTitleEnd,
  type TitleEnd,
} from './tags/hints.ts'
import { letterCase } from './tags/letter-case.ts'
import type { Role, Tokens } from './tokens.ts'

export type Surroundings = {
  readonly from: number
  readonly end: number
  readonly year: number
  readonly isSeries: boolean
  readonly isSubtitle: boolean
}

export function indexOfRole({ list }: Tokens, from: number, end: number, role: Role): number {
  for (let at = from; at < end; at++) if (list[at]!.role === role) return at
  return end
}

function isTitleLoud({ name, list }: Tokens, from: number, behind: number): boolean {
  let isLoud = false
  for (let at = from; at < behind; at++) {
    const token = list[at]!
    if (token.role !== 'word') continue
    const written = letterCase(name, token)
    if (written === 'capitals') isLoud = true
    else if (written !== 'other') return false
  }
  return isLoud
}

/** Where the title begins outside the bracket. */
function outOfBracket({ list, brackets }: Tokens, from: number, index: number): number {
  let first = index
  for (let at = list[index]?.bracket ?? -1; at >= 0; at = brackets[at]!.parent) {
    if (brackets[at]!.first > from) first = Math.min(first, brackets[at]!.first)
  }
  return first
}

/** `Title (Extended) (2016)`: before a bracket of only hints. */
function beforeTagBracket(tokens: Tokens, from: number, behind: number): number {
  for (let at = from + 1; at < behind; at++) {
    const { bracket, role } = tokens.list[at]!
    const leads = bracket >= 0 && tokens.brackets[bracket]!.first === at
    if (role === 'hint' && leads && isTagBracket(tokens, bracket)) return at
  }
  return behind
}

/** A tag without digits that begins a name is the title: `Screener`. */
function demoteFirst({ list }: Tokens, from: number): void {
  const first = list[from]
  if (first?.role !== 'tag' || first.mixed || list[from + 1]?.role !== 'word') return
  first.role = 'word'
  first.tag = null
}

function isLanguageList({ list }: Tokens, from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const { role, head } = list[at]!
    if (role !== 'hint' || list[head]!.tag!.kind !== 'language') return false
  }
  return end - from > 1
}

export function findTitleEnd(tokens: Tokens, around: Surroundings): number {
  const { from, end, year, isSeries, isSubtitle } = around
  const { list } = tokens
  if (!isSubtitle) demoteFirst(tokens, from)
  const technical = indexOfRole(tokens, from, end, 'tag')
  const number = indexOfRole(tokens, from, end, 'marker')
  const bound = Math.min(technical, number)
  const hints: Hints = { tokens, from, end, isTitleLoud: isTitleLoud(tokens, from, bound) }
  if (isSubtitle || isLanguageList(tokens, from, end)) settleSubtitle(hints)
  if (list[from]?.role === 'tag') return from
  let titleEnd: TitleEnd = technical < end ? 'tag' : 'name'
  if (number < technical) titleEnd = number === year ? 'year' : 'number'
  const settled = settleTitleEnd(hints, bound, titleEnd)
  const behind = outOfBracket(tokens, from, beforeTagBracket(tokens, from, settled))
  settleMiddle(hints, behind, technical, isSeries)
  settleBehind(hints, technical)
  for (let at = from; at < behind; at++) {
    const token = list[at]!
    // `Moth 3D` is a title and a format.
    if (token.role === 'hint') token.role = token.text === '3d' ? 'tag' : 'word'
  }
  return behind
}
