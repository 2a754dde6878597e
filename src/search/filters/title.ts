import { withPlainLetters } from '../../core/folded-text.ts'

const numerals = 'I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX'
const numberOf = new Map(
  numerals
    .toLowerCase()
    .split(' ')
    .map((numeral, index) => [numeral, String(index + 1)]),
)
const maxLength = 200

/** Without accents, punctuation, a leading `the`, any `and` or `&`; Roman numerals become numbers. May be empty. */
export function titleWords(title: string): string[] {
  const plain = withPlainLetters(
    title
      .slice(0, maxLength)
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[\u0300-\u036f'’‘`´]/g, ''),
  )
  const all = plain.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
  const words = all.filter((word, index) => word !== 'and' && !(index === 0 && word === 'the'))
  return (words.length > 0 ? words : all).map(withoutNumeral)
}

/** A single letter is a number only at the end and after a real word: `Rocky V`, not `X-Men` or `A.I.` */
function withoutNumeral(word: string, index: number, words: readonly string[]): string {
  if (word.length === 1) {
    const closes = index > 0 && index === words.length - 1 && words[index - 1]!.length > 1
    if (!closes) return word
  }
  return numberOf.get(word) ?? word
}

export function differsAtMost(limit: number, left: string, right: string): boolean {
  // Cells further than the limit from the diagonal cannot matter; they hold a value beyond it.
  let row = new Uint16Array(right.length + 2).fill(limit + 1)
  let next = new Uint16Array(right.length + 2).fill(limit + 1)
  for (let j = 0; j <= Math.min(limit, right.length); j++) row[j] = j
  for (let i = 1; i <= left.length; i++) {
    const first = Math.max(1, i - limit)
    const last = Math.min(right.length, i + limit)
    next[first - 1] = first === 1 ? i : limit + 1
    let best = next[first - 1]!
    for (let j = first; j <= last; j++) {
      const replaced = row[j - 1]! + (left.charCodeAt(i - 1) === right.charCodeAt(j - 1) ? 0 : 1)
      const distance = Math.min(replaced, row[j]! + 1, next[j - 1]! + 1)
      next[j] = distance
      if (distance < best) best = distance
    }
    next[last + 1] = limit + 1
    if (best > limit) return false
    const spare = row
    row = next
    next = spare
  }
  return row[right.length]! <= limit
}
