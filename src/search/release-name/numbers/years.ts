import { Gap } from '../characters.ts'
import { type Tokens, widthOf } from '../tokens.ts'
import { isYear } from './numbering.ts'

export type YearAt = { readonly year: number; readonly first: number; readonly last: number }

function yearOf({ list }: Tokens, index: number): number {
  const token = list[index]!
  if (token.role !== 'word') return 0
  const number = token.mixed ? Number(/^(\d{4})гг?$/.exec(token.text)?.[1]) : token.number
  const isWhole = token.mixed || widthOf(token) === 4
  return isWhole && isYear(number) ? number : 0
}

function endOfRange({ list }: Tokens, index: number, end: number): number {
  const next = index + 1 < end ? list[index + 1]! : null
  if (next?.role !== 'word' || next.number < 0) return index
  const ranging = Gap.hyphen | Gap.tilde
  if ((next.gap & ranging) === 0 || (next.gap & ~(ranging | Gap.space)) !== 0) return index
  const start = list[index]!.number
  const isLong = isYear(next.number) && next.number > start
  const isShort = widthOf(next) === 2 && next.number > start % 100
  return isLong || isShort ? index + 1 : index
}

function hasTitleBehind({ list }: Tokens, index: number, end: number): boolean {
  let at = index + 1
  while (at < end && list[at]!.role === 'word') at += 1
  return at - index > 2
}

/** Titles hold years too: the one in brackets counts, or the last before the first tag or number, but not a leading one. */
export function findYear(tokens: Tokens, end: number): YearAt | null {
  const { list, brackets } = tokens
  let best: YearAt | null = null
  let leading: YearAt | null = null
  let isPastTitle = false
  for (let index = 0; index < end; index++) {
    const { role, bracket } = list[index]!
    if ((role === 'tag' || role === 'marker') && index > 0) isPastTitle = true
    const year = yearOf(tokens, index)
    if (year === 0) continue
    const found = { year, first: index, last: endOfRange(tokens, index, end) }
    const around = bracket >= 0 ? brackets[bracket]! : null
    if (around?.first === index && around.last === found.last) return found
    if (index === 0) leading = found
    else if (best === null || !isPastTitle) best = found
    index = found.last
  }
  if (best !== null || leading === null) return best
  return hasTitleBehind(tokens, leading.last, end) ? leading : null
}
