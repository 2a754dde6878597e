import { Gap } from './characters.ts'
import type { LeadingGroup } from './group.ts'
import { isYear } from './numbers/numbering.ts'
import { indexers } from './tables/groups.ts'
import { type Bracket, type Token, type Tokens, widthOf } from './tokens.ts'

export type Leading = {
  readonly from: number
  readonly group: LeadingGroup | null
  readonly titleBracket: Bracket | null
}

const isWord = ({ role }: Token) => role === 'word'
const isLatin = ({ role, text }: Token) => role === 'word' && /[a-z]{2}/.test(text)

const isNameLike = ({ role, tag }: Token) => role === 'hint' || tag?.kind === 'language'

const inside = ({ list }: Tokens, { first, last }: Bracket) => list.slice(first, last + 1)

function bracketAt({ list, brackets }: Tokens, index: number): Bracket | null {
  let at = list[index]!.bracket
  if (at < 0 || (list[index]!.gap & Gap.open) === 0) return null
  while (brackets[at]!.parent >= 0) at = brackets[at]!.parent
  return brackets[at]!.first === index ? brackets[at]! : null
}

/** Whether such a word stands outside brackets before the first tag. */
function hasFreeWord(
  { list }: Tokens,
  from: number,
  end: number,
  test: (token: Token) => boolean,
): boolean {
  for (let at = from; at < end; at++) {
    const token = list[at]!
    if (token.bracket >= 0) continue
    if (token.role === 'tag') return false
    if (token.number < 0 && test(token)) return true
  }
  return false
}

function findTitleBracket(tokens: Tokens, from: number, end: number): Bracket | null {
  const candidates = tokens.brackets.filter((bracket) => {
    const { first, last, parent } = bracket
    if (first < from || last >= end || last < first || parent >= 0) return false
    const words = inside(tokens, bracket)
    return words.every(isWord) && words.some(({ number }) => number < 0)
  })
  const latin = candidates.find((bracket) => inside(tokens, bracket).some(isLatin))
  return latin ?? candidates[0] ?? null
}

function kindOf(tokens: Tokens, bracket: Bracket): 'tags' | 'group' | 'title' {
  const { first, last } = bracket
  const words = inside(tokens, bracket)
  const isRound = tokens.name[words[0]!.start - 1] === '('
  if (words.every((word) => !isWord(word))) return 'tags'
  if (isRound)
    return first === last && widthOf(words[0]!) === 4 && isYear(words[0]!.number) ? 'tags' : 'title'
  const isNumber = last === first + 1 && words[1]!.gap === Gap.dot && words[1]!.number >= 0
  return isNumber || /^s\d{1,2}(?:e\d+)?$/.test(words[0]!.text) ? 'title' : 'group'
}

export function readLeading(tokens: Tokens, end: number): Leading {
  const { list, name } = tokens
  let group: LeadingGroup | null = null
  let at = 0
  while (at < end) {
    if (list[at]!.role === 'site') {
      at += 1
      continue
    }
    const bracket = bracketAt(tokens, at)
    if (bracket === null || bracket.last >= end - 1 || bracket.last < at) break
    const kind = kindOf(tokens, bracket)
    if (kind === 'title') break
    if (kind === 'tags') {
      for (const token of inside(tokens, bracket)) if (token.role === 'hint') token.role = 'tag'
    } else if (group === null) {
      group = { name: name.slice(list[at]!.start, list[bracket.last]!.end) }
      for (const token of inside(tokens, bracket)) if (isNameLike(token)) token.role = 'noise'
    } else if (!hasFreeWord(tokens, bracket.last + 1, end, isWord)) {
      break
    }
    at = bracket.last + 1
  }
  if (at >= end) return { from: 0, group: null, titleBracket: null }
  if (group === null || indexers.has(group.name.toLowerCase())) {
    return { from: at, group: null, titleBracket: null }
  }
  if (hasFreeWord(tokens, at, end, isLatin)) return { from: at, group, titleBracket: null }
  const found = findTitleBracket(tokens, at, end)
  const isBetter = found !== null && (list[at]!.bracket >= 0 || inside(tokens, found).some(isLatin))
  return { from: at, group, titleBracket: isBetter ? found : null }
}
