import { isYear, widthOf } from './numbering.ts'
import { Gap, type Tokens } from './tokens.ts'

/** Indexes of the tokens that say the year, the last one included, and whether it is a range. */
export type YearAt = { readonly year: number; readonly first: number; readonly last: number }

function yearOf(tokens: Tokens, index: number): number {
  const token = tokens.list[index]!
  if (token.role !== 'word') return 0
  if (token.number >= 0) return widthOf(token) === 4 && isYear(token.number) ? token.number : 0
  if (!token.mixed || token.text.length > 6) return 0
  const match = /^(\d{4})гг?$/.exec(token.text)
  return match && isYear(Number(match[1])) ? Number(match[1]) : 0
}

/** The index of the end of a range that begins at a year, `1960-1961` or `1988-89`; the same index without one. */
function endOfRange({ list }: Tokens, index: number, end: number): number {
  const next = list[index + 1]
  const isRange =
    index + 1 < end &&
    next!.number >= 0 &&
    (next!.gap & (Gap.hyphen | Gap.tilde)) !== 0 &&
    (next!.gap & ~(Gap.hyphen | Gap.tilde | Gap.space)) === 0
  if (!isRange || next!.role !== 'word') return index
  const isLong = isYear(next!.number) && next!.number > list[index]!.number
  const isShort = widthOf(next!) === 2 && next!.number > list[index]!.number % 100
  return isLong || isShort ? index + 1 : index
}

/**
 * The year of the film or series: the one alone in brackets, or the last before the first tag or
 * number, since titles hold years too; a name that begins with one has it as its title unless more
 * of a title follows.
 */
export function findYear(tokens: Tokens, from: number, end: number): YearAt | null {
  const { list, brackets } = tokens
  let best: YearAt | null = null
  let leading: YearAt | null = null
  let isPastTitle = false
  for (let index = from; index < end; index++) {
    const role = list[index]!.role
    if ((role === 'tag' || role === 'marker') && index > from) isPastTitle = true
    const year = yearOf(tokens, index)
    if (year === 0) continue
    const last = endOfRange(tokens, index, end)
    const found = { year, first: index, last }
    const bracket = list[index]!.bracket
    const isAlone =
      bracket >= 0 && brackets[bracket]!.first === index && brackets[bracket]!.last === last
    if (isAlone) return found
    if (index === from) leading = found
    else if (best === null || !isPastTitle) best = found
    index = last
  }
  if (best !== null || leading === null) return best
  return hasTitleBehind(tokens, leading.last, end) ? leading : null
}

/** Whether at least two words stand between an index and the first tag or number. */
function hasTitleBehind({ list }: Tokens, index: number, end: number): boolean {
  let at = index + 1
  while (at < end && list[at]!.role === 'word') at += 1
  return at - index > 2
}
