import { Gap, gapOf, isApostrophe, isAsciiLetter, isDigit } from './characters.ts'
import type { Tag } from './tags/tag.ts'

/** `hint`: a tag that counts only in the right place; `marker`: a season, episode, date or year; `noise`: a check sum. */
export type Role = 'word' | 'hint' | 'tag' | 'marker' | 'site' | 'group' | 'noise'

export type Token = {
  readonly start: number
  readonly end: number
  /** Lower case, without apostrophes. */
  readonly text: string
  /** What stands before it, as bits of `Gap`. */
  readonly gap: number
  /** Its value if it is only digits, else -1. */
  readonly number: number
  /** Contains digits and other characters. */
  readonly mixed: boolean
  /** Index of the innermost bracket around it; -1 outside. */
  readonly bracket: number
  role: Role
  /** Null except on the first token of a phrase. */
  tag: Tag | null
  head: number
  /** Leading letters that belong to the title: `LanternS01E02`. */
  lead: number
}

export type Bracket = { readonly first: number; last: number; readonly parent: number }

export type Tokens = {
  readonly name: string
  readonly list: Token[]
  readonly brackets: Bracket[]
  readonly tail: number
  /** Whether it has letters beyond Latin. */
  readonly isForeign: boolean
}

function endsWithPlus(name: string, at: number): boolean {
  if (name.charCodeAt(at) !== 43) return false
  const next = name.charCodeAt(at + 1)
  return !(isAsciiLetter(next) || (isDigit(next) && isDigit(name.charCodeAt(at - 1))))
}

const withoutApostrophes = (text: string) => text.replaceAll(/['`\u2019]/g, '')

export function tokenize(name: string): Tokens {
  const lowered = name.toLowerCase()
  // A few letters change length in lower case; offsets must hold in both.
  const lower = lowered.length === name.length ? lowered : name
  const list: Token[] = []
  const brackets: Bracket[] = []
  let bracket = -1
  let gap = 0
  let at = 0
  let isForeign = false
  while (at < name.length) {
    const separator = gapOf(name.charCodeAt(at))
    if (separator !== 0) {
      gap |= separator
      if (separator === Gap.open) {
        brackets.push({ first: list.length, last: -1, parent: bracket })
        bracket = brackets.length - 1
      } else if (separator === Gap.close && bracket >= 0) {
        brackets[bracket]!.last = list.length - 1
        bracket = brackets[bracket]!.parent
      }
      at += 1
      continue
    }
    const start = at
    let value = 0
    let digits = 0
    let hasApostrophe = false
    while (at < name.length) {
      const code = name.charCodeAt(at)
      if (gapOf(code) !== 0) break
      if (isApostrophe(code)) hasApostrophe = true
      else if (code > 0x36f) isForeign = true
      if (isDigit(code)) {
        digits += 1
        value = value * 10 + (code - 48)
      }
      at += 1
    }
    if (endsWithPlus(name, at)) at += 1
    const isNumber = digits === at - start
    list.push({
      start,
      end: at,
      text: hasApostrophe ? withoutApostrophes(lower.slice(start, at)) : lower.slice(start, at),
      gap,
      number: isNumber && digits <= 9 ? value : -1,
      mixed: digits > 0 && !isNumber,
      bracket,
      role: 'word',
      tag: null,
      head: list.length,
      lead: 0,
    })
    gap = 0
  }
  while (bracket >= 0) {
    brackets[bracket]!.last = list.length - 1
    bracket = brackets[bracket]!.parent
  }
  return { name, list, brackets, tail: gap, isForeign }
}

export function gapAfter({ list, tail }: Tokens, index: number): number {
  return index + 1 < list.length ? list[index + 1]!.gap : tail
}

export const widthOf = ({ start, end }: Token): number => end - start
