import { isYear, mark, type Numbering, widthOf, wordAt } from './numbering.ts'
import { monthNames } from './tables/number-words.ts'
import { Gap, gapAfter, type Token } from './tokens.ts'

/** `YYYY-MM-DD`, or null where no such day can be. */
function written(year: number, month: number, day: number): string | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

const century = (year: number) => (year > 40 ? 1_900 : 2_000) + year

/** Three numbers as a day: the year leads or ends; two-digit years are read in the order that fits. */
function fromNumbers(first: Token, second: Token, third: Token): string | null {
  const [a, b, c] = [first.number, second.number, third.number]
  const widths = [widthOf(first), widthOf(second), widthOf(third)].join('')
  if (/^4[12][12]$/.test(widths)) return isYear(a) ? written(a, b, c) : null
  if (/^[12][12]4$/.test(widths)) return isYear(c) ? (written(c, b, a) ?? written(c, a, b)) : null
  if (widths !== '222') return null
  return second.gap === Gap.dot
    ? (written(century(a), b, c) ?? written(century(c), b, a))
    : (written(century(c), a, b) ?? written(century(c), b, a))
}

/** The month that a word names: `May`, `September`. */
function monthOf({ text }: Token): number {
  const month = monthNames.get(text.slice(0, 3)) ?? 0
  return text.length === 3 ||
    text.length > 4 ||
    text === 'june' ||
    text === 'july' ||
    text === 'sept'
    ? month
    : 0
}

const dayOf = ({ text }: Token) =>
  /^\d{1,2}(st|nd|rd|th)?$/.test(text) ? Number.parseInt(text, 10) : 0

/** `23 May 2014`, `May 23, 2014`. */
function fromWords(first: Token, second: Token, third: Token): string | null {
  if (!isYear(third.number)) return null
  const [day, month] =
    second.number < 0 && !second.mixed
      ? [dayOf(first), monthOf(second)]
      : [dayOf(second), monthOf(first)]
  return written(third.number, month, day)
}

/** `20140523` */
function fromDigits({ number }: Token): string | null {
  const year = Math.floor(number / 10_000)
  return isYear(year) ? written(year, Math.floor(number / 100) % 100, number % 100) : null
}

const dateGap = Gap.space | Gap.dot | Gap.hyphen | Gap.underscore | Gap.slash

const isApart = ({ gap }: Token) => gap === 0 || (gap & ~dateGap) !== 0

/** The day of a daily show, whose tokens become markers; null where the name tells none. */
export function readDate(numbering: Numbering): string | null {
  const { tokens, from, end } = numbering
  for (let index = from; index < end; index++) {
    const first = wordAt(numbering, index)
    if (!first) continue
    if (first.number > 18_000_000 && widthOf(first) === 8) {
      const date = fromDigits(first)
      if (date !== null) mark(numbering, index)
      if (date !== null) return date
    }
    const second = wordAt(numbering, index + 1)
    const third = wordAt(numbering, index + 2)
    if (!second || !third || third.number < 0 || isApart(second)) continue
    const isNumeric = first.number >= 0 && second.number >= 0
    if (isNumeric && (second.gap !== third.gap || isChained(numbering, index))) continue
    const date = isNumeric ? fromNumbers(first, second, third) : fromWords(first, second, third)
    if (date === null) continue
    mark(numbering, index, index + 2)
    return date
  }
  return null

  function isChained({ tokens: { list } }: Numbering, index: number): boolean {
    const before = list[index - 1]
    const after = list[index + 3]
    const { gap } = list[index + 1]!
    const leads = before !== undefined && before.number >= 0 && list[index]!.gap === gap
    return (
      leads ||
      (after !== undefined &&
        after.number >= 0 &&
        after.gap === gap &&
        gapAfter(tokens, index + 2) === gap &&
        gap !== Gap.space &&
        gap !== Gap.dot)
    )
  }
}
