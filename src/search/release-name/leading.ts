import type { LeadingGroup } from './group.ts'
import { indexers } from './tables/groups.ts'
import { Gap, type Token, type Tokens } from './tokens.ts'

/** What stands before the title. */
export type Leading = {
  /** Index of the first token that may belong to the title or its numbers. */
  readonly from: number
  readonly group: LeadingGroup | null
  /** The bracket that holds the title, where all of the name is in brackets. */
  readonly titleBracket: { readonly first: number; readonly last: number } | null
}

const latinWord = /[a-z]{2}/

function isAll(
  list: readonly Token[],
  first: number,
  last: number,
  test: (token: Token) => boolean,
): boolean {
  for (let at = first; at <= last; at++) if (!test(list[at]!)) return false
  return last >= first
}

function isSome(
  list: readonly Token[],
  first: number,
  last: number,
  test: (token: Token) => boolean,
): boolean {
  for (let at = first; at <= last; at++) if (test(list[at]!)) return true
  return false
}

const isKnown = ({ role }: Token) => role !== 'word'
const isLatin = ({ role, text }: Token) => role === 'word' && latinWord.test(text)

/** The title where only brackets follow: the first with Latin letters, else the first that holds no tags. */
function titleBracketFrom(
  { list, brackets }: Tokens,
  from: number,
  end: number,
): Leading['titleBracket'] {
  let best: Leading['titleBracket'] = null
  for (const { first, last, parent } of brackets) {
    if (first < from || parent >= 0 || last >= end || last < first) continue
    if (isSome(list, first, last, isKnown) || isAll(list, first, last, ({ number }) => number >= 0))
      continue
    if (isSome(list, first, last, isLatin)) return { first, last }
    best ??= { first, last }
  }
  return best
}

/** Whether words outside brackets stand between two indexes. */
function hasFreeWords(
  { list }: Tokens,
  first: number,
  end: number,
  test: (token: Token) => boolean,
): boolean {
  for (let at = first; at < end; at++) {
    const token = list[at]!
    if (token.bracket < 0 && token.number < 0 && test(token)) return true
    if (token.role === 'tag' && token.bracket < 0) return false
  }
  return false
}

/** Steps over sites, brackets of tags and the group's bracket at the start of a name. */
export function readLeading(tokens: Tokens, end: number): Leading {
  const { list, brackets, name } = tokens
  let group: LeadingGroup | null = null
  let at = 0
  while (at < end) {
    const token = list[at]!
    if (token.role === 'site') {
      at += 1
      continue
    }
    if (token.bracket < 0 || (token.gap & Gap.open) === 0) break
    let outer = token.bracket
    while (brackets[outer]!.parent >= 0) outer = brackets[outer]!.parent
    const { first, last } = brackets[outer]!
    if (first !== at || last >= end - 1 || last < first) break
    const isRound = name[token.start - 1] === '('
    const isYear =
      last === first && token.text.length === 4 && token.number > 1_894 && token.number < 2_036
    if (isAll(list, first, last, isKnown) || (isRound && isYear)) {
      for (let inner = first; inner <= last; inner++)
        if (list[inner]!.role === 'hint') list[inner]!.role = 'tag'
      at = last + 1
      continue
    }
    if (isRound || (last === first + 1 && list[last]!.gap === Gap.dot && list[last]!.number >= 0))
      break
    const text = name.slice(list[first]!.start, list[last]!.end)
    if (group === null) {
      group = { name: text, first, last }
    } else if (!hasFreeWords(tokens, last + 1, end, ({ role }) => role === 'word')) {
      break
    }
    at = last + 1
  }
  if (at >= end) return { from: 0, group: null, titleBracket: null }
  const titleBracket = hasFreeWords(tokens, at, end, isLatin)
    ? null
    : titleBracketFrom(tokens, at, end)
  const hasOther =
    titleBracket !== null &&
    (list[at]!.bracket >= 0 || isSome(list, titleBracket.first, titleBracket.last, isLatin))
  if (group && indexers.has(group.name.toLowerCase())) group = null
  return { from: at, group, titleBracket: group !== null && hasOther ? titleBracket : null }
}
