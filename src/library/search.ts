import { folded } from '../core/folded-text.ts'
import { withoutArticle, wordsOf } from './names.ts'

type Named = { readonly folded: string }

/** 0: it is the name, 1: begins it, 2: each word begins one of it, 3: each is in it; null: not at all. */
export function createNameRank(search: string): (named: Named) => number | null {
  const text = folded(search)
  const words = [...new Set(wordsOf(text))]
  if (words.length === 0) return rankOfSigns(text)
  const wanted = wordsOf(text).join(' ')
  return ({ folded: name }) => {
    if (!words.every((word) => name.includes(word))) return null
    const whole = wordsOf(name).join(' ')
    const forms = [whole, withoutArticle(whole)]
    if (forms.includes(wanted)) return 0
    if (forms.some((form) => form.startsWith(wanted))) return 1
    const padded = ` ${whole}`
    return words.every((word) => padded.includes(` ${word}`)) ? 2 : 3
  }
}

function rankOfSigns(text: string) {
  return ({ folded: name }: Named): number | null => {
    if (!name.includes(text)) return null
    return name === text ? 0 : name.startsWith(text) ? 1 : 3
  }
}

/** Best first, ties in their order; last those found by another name. */
export function rankedBy<T>(
  list: readonly T[],
  search: string,
  namedOf: (one: T) => Named,
): readonly T[] {
  const rankOf = createNameRank(search)
  const ranks = new Map(list.map((one) => [one, rankOf(namedOf(one)) ?? Infinity]))
  return list.toSorted((a, b) => ranks.get(a)! - ranks.get(b)! || 0)
}
