import { Gap } from './characters.ts'
import { articles } from './tables/articles.ts'
import { type Token, type Tokens, widthOf } from './tokens.ts'

const cyrillic = /\p{Script=Cyrillic}/u
const asian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const asianRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}・ー、。！？：]+/u
const latin = /\p{Script=Latin}{2}/u

const countries = new Set('us uk au nz ca gb ie za in'.split(' '))

function latinPart(title: string): string {
  const isForeign = (text: string) => cyrillic.test(text) || asian.test(text)
  if (!isForeign(title) || !latin.test(title)) return title
  const parts = title.split(/ ?[/|] ?/).filter((part) => latin.test(part) && !isForeign(part))
  if (parts.length > 0) return parts.join(' / ')
  if (cyrillic.test(title)) return title
  const runs = title.split(asianRun).map((run) => run.trim())
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '')
  return longest.length >= 4 ? longest : title
}

/** Drops another name in brackets, or ` - The`, from the end. */
function trimEnd({ name, list, brackets }: Tokens, first: number, behind: number): number {
  const last = list[behind - 1]!
  const bracket = last.bracket >= 0 ? brackets[last.bracket]! : null
  if (bracket !== null && bracket.first > first && !countries.has(last.text)) {
    return name[list[bracket.first]!.start - 1] === '(' ? bracket.first : behind
  }
  const isLoose = articles.has(last.text) && (last.gap & Gap.hyphen) !== 0 && behind - 1 > first
  return isLoose ? behind - 1 : behind
}

function isDottedBetween({ list }: Tokens, first: number, behind: number): boolean {
  let balance = 1
  for (let at = first + 1; at < behind; at++) {
    const { gap } = list[at]!
    if (gap === Gap.dot) balance += 1
    else if ((gap & Gap.space) !== 0) balance -= 2
  }
  return balance > 0
}

const isLetter = (token: Token) => widthOf(token) === 1 && token.number < 0

/** A dot between letters of an acronym: `U.N.C.L.E`. */
const isAcronym = (before: Token, token: Token) =>
  token.gap === Gap.dot && isLetter(before) && isLetter(token)

function separator(
  name: string,
  [before, token]: readonly [Token, Token],
  isDotted: boolean,
  isInitial: boolean,
): string {
  const { gap } = token
  const isSpace = (gap & ~(Gap.dot | Gap.underscore | Gap.space | Gap.other)) === 0
  if (gap === Gap.space || gap === Gap.underscore) return ' '
  if (!isDotted || !isSpace || gap === Gap.other) {
    return name.slice(before.end, token.start).replaceAll(/[\s_\u200b-\u200f\u2060\ufeff]+/g, ' ')
  }
  if (isAcronym(before, token)) return '.'
  return isInitial ? '. ' : ' '
}

/** What belongs to the title at its edges: an opening bracket, a mark, a dot. */
function edges({ name, list, brackets }: Tokens, first: number, behind: number): [string, string] {
  const start = list[first]!
  const last = list[behind - 1]!
  const opening = start.bracket >= 0 ? brackets[start.bracket]! : null
  const closing = last.bracket >= 0 ? brackets[last.bracket]! : null
  const opens = opening?.first === first && opening.last < behind - 1
  const mark = name[last.end] ?? ''
  const closes = closing !== null && closing.first > first
  const ends = mark === '!' || mark === '?' || closes
  const isInitial = behind - 1 > first && isAcronym(list[behind - 2]!, last)
  return [opens ? name[start.start - 1]! : '', ends ? mark : isInitial ? '.' : '']
}

export function titleBetween(tokens: Tokens, first: number, behind: number): string | null {
  if (behind <= first) return null
  const { name, list, isForeign } = tokens
  const end = trimEnd(tokens, first, behind)
  const isDotted = isDottedBetween(tokens, first, end)
  const [opening, closing] = edges(tokens, first, end)
  let title = opening + name.slice(list[first]!.start, list[first]!.end)
  let isInitial = false
  for (let at = first + 1; at < end; at++) {
    const pair = [list[at - 1]!, list[at]!] as const
    title += separator(name, pair, isDotted, isInitial)
    title += name.slice(pair[1].start, pair[1].end)
    isInitial = isAcronym(...pair)
  }
  const next = list[end]
  if (next !== undefined && next.lead > 0) {
    const between = separator(name, [list[end - 1]!, next], isDotted, isInitial)
    title += between + name.slice(next.start, next.start + next.lead)
  } else {
    title += closing
  }
  return isForeign ? latinPart(title) : title
}
