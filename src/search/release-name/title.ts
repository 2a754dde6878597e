import { Gap } from './characters.ts'
import type { Token, Tokens } from './tokens.ts'

const cyrillic = /\p{Script=Cyrillic}/u
const asian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const asianRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}・ー、。！？：]+/u
const latin = /\p{Script=Latin}{2}/u

const countries = new Set('us uk au nz ca gb ie za in'.split(' '))
const articles = new Set(['the', 'a', 'an'])

/** Of a title in several scripts, the parts that Latin readers know it by. */
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

const isLetter = ({ start, end, number }: Token) => end - start === 1 && number < 0

/** Index behind the title without what hangs on at its end: another name in brackets, ` - The`. */
function trimEnd({ name, list, brackets }: Tokens, first: number, behind: number): number {
  const last = list[behind - 1]!
  const bracket = last.bracket >= 0 ? brackets[last.bracket]! : null
  if (
    bracket !== null &&
    bracket.first > first &&
    name[list[bracket.first]!.start - 1] === '(' &&
    !countries.has(last.text)
  )
    return bracket.first
  const isLoose = articles.has(last.text) && (last.gap & Gap.hyphen) !== 0 && behind - 1 > first
  return isLoose ? behind - 1 : behind
}

/** The characters between two tokens of a title as people write them. */
function separator(
  name: string,
  before: Token,
  token: Token,
  isDotted: boolean,
  isInitial: boolean,
): string {
  const { gap } = token
  if (gap === Gap.space || gap === Gap.underscore) return ' '
  if (isDotted && (gap & ~Gap.other) === Gap.dot) {
    if (isInitial && isLetter(before)) return '. '
    return isLetter(before) && isLetter(token) ? '.' : ' '
  }
  return name.slice(before.end, token.start).replaceAll(/[\s_\u200b-\u200f\u2060\ufeff]+/g, ' ')
}

/** Whether dots stand for spaces in a part of a name. */
function isDottedBetween({ list }: Tokens, first: number, behind: number): boolean {
  let balance = 1
  for (let at = first + 1; at < behind; at++) {
    const { gap } = list[at]!
    if (gap === Gap.dot) balance += 1
    else if ((gap & Gap.space) !== 0) balance -= 2
  }
  return balance > 0
}

/** The title between two tokens as people write it; null where nothing is left. */
export function titleBetween(tokens: Tokens, first: number, behind: number): string | null {
  if (behind <= first) return null
  const { name, list, brackets, isForeign } = tokens
  const end = trimEnd(tokens, first, behind)
  const isDotted = isDottedBetween(tokens, first, end)
  const start = list[first]!
  const opens =
    start.bracket >= 0 &&
    brackets[start.bracket]!.first === first &&
    brackets[start.bracket]!.last < end - 1
  let title = (opens ? name[start.start - 1]! : '') + name.slice(start.start, start.end)
  let isInitial = false
  for (let at = first + 1; at < end; at++) {
    const token = list[at]!
    const before = list[at - 1]!
    const between = separator(name, before, token, isDotted, isInitial)
    // Within `U.N.C.L.E` the dots stay; the last one is put back behind it.
    title += isInitial && isLetter(token) && between === '. ' ? '.' : between
    title += name.slice(token.start, token.end)
    isInitial = token.gap === Gap.dot && isLetter(before) && isLetter(token)
  }
  const next = list[end]
  if (next !== undefined && next.lead > 0) {
    title +=
      separator(name, list[end - 1]!, next, isDotted, false) +
      name.slice(next.start, next.start + next.lead)
    return title
  }
  if (isInitial) title += '.'
  const last = list[end - 1]!
  const mark = name[last.end]
  if (mark === '!' || mark === '?') title += mark
  else if (last.bracket >= 0 && brackets[last.bracket]!.first > first) title += mark ?? ''
  return isForeign ? latinPart(title) : title
}
