import { Gap } from '../characters.ts'
import { monthNames } from '../tables/number-words.ts'
import { type Token, widthOf } from '../tokens.ts'
import { isYear, mark, type Numbering, wordAt } from './numbering.ts'

function written(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

const inCentury = (year: number) => (year > 40 ? 1_900 : 2_000) + year

function fromNumbers(first: Token, second: Token, third: Token): string | null {
  const [a, b, c] = [first.number, second.number, third.number]
  const widths = `${widthOf(first)}${widthOf(second)}${widthOf(third)}`
  if (/^4[12][12]$/.test(widths)) return isYear(a) ? written(a, b, c) : null
  if (/^[12][12]4$/.test(widths)) return isYear(c) ? (written(c, b, a) ?? written(c, a, b)) : null
  if (widths !== '222') return null
  const byDay = written(inCentury(c), b, a)
  const byOther = second.gap === Gap.dot ? written(inCentury(a), b, c) : written(inCentury(c), a, b)
  return byOther ?? byDay
}

const dayOf = ({ text }: Token) =>
  /^\d{1,2}(?:st|nd|rd|th)?$/.test(text) ? Number.parseInt(text, 10) : 0

/** `23 May 2014`, `May 23, 2014`. */
function fromWords(first: Token, second: Token, third: Token): string | null {
  if (!isYear(third.number)) return null
  const [day, month] = monthNames.has(second.text) ? [first, second] : [second, first]
  return written(third.number, monthNames.get(month.text) ?? 0, dayOf(day))
}

/** `20140523` */
function fromDigits(token: Token): string | null {
  const year = Math.floor(token.number / 10_000)
  if (widthOf(token) !== 8 || !isYear(year)) return null
  return written(year, Math.floor(token.number / 100) % 100, token.number % 100)
}

const dateGap = Gap.space | Gap.dot | Gap.hyphen | Gap.underscore | Gap.slash

function isChained({ tokens: { list } }: Numbering, index: number): boolean {
  const { gap } = list[index + 1]!
  const before = list[index - 1]
  const after = list[index + 3]
  if (before !== undefined && before.number >= 0 && list[index]!.gap === gap) return true
  const isLoose = gap === Gap.space || gap === Gap.dot
  return !isLoose && after !== undefined && after.number >= 0 && after.gap === gap
}

function dateAt(numbering: Numbering, index: number): { date: string; length: number } | null {
  const first = wordAt(numbering, index)
  if (!first) return null
  const digits = fromDigits(first)
  if (digits !== null) return { date: digits, length: 1 }
  const second = wordAt(numbering, index + 1)
  const third = wordAt(numbering, index + 2)
  if (!second || !third || third.number < 0) return null
  if (second.gap === 0 || (second.gap & ~dateGap) !== 0) return null
  const isNumeric = first.number >= 0 && second.number >= 0
  if (isNumeric && (second.gap !== third.gap || isChained(numbering, index))) return null
  const date = isNumeric ? fromNumbers(first, second, third) : fromWords(first, second, third)
  return date === null ? null : { date, length: 3 }
}

export function readDate(numbering: Numbering): string | null {
  for (let index = numbering.from; index < numbering.end; index++) {
    const found = dateAt(numbering, index)
    if (found === null) continue
    mark(numbering, index, index + found.length - 1)
    return found.date
  }
  return null
}
