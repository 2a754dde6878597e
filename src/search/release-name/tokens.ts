import type { Tag } from './tags.ts'

/** Characters between two tokens, as bits. */
export const Gap = {
  space: 1,
  dot: 2,
  hyphen: 4,
  underscore: 8,
  open: 16,
  close: 32,
  plus: 64,
  comma: 128,
  slash: 256,
  tilde: 512,
  ampersand: 1024,
  colon: 2048,
  hash: 4096,
  other: 8192,
} as const

/**
 * What a token is found to be: a word of the title or of nothing known, a tag of the tables that
 * counts only in the right place, a tag, a season, episode, date or year, a web site, the group,
 * or a check sum.
 */
export type Role = 'word' | 'hint' | 'tag' | 'marker' | 'site' | 'group' | 'noise'

export type Token = {
  /** Offsets into the name. */
  readonly start: number
  readonly end: number
  /** Lower case, without apostrophes. */
  readonly text: string
  /** What stands before it, as bits of `Gap`. */
  readonly gap: number
  /** Its value where it is only digits, else -1. */
  readonly number: number
  /** Whether it holds digits and other characters. */
  readonly mixed: boolean
  /** The innermost bracket around it, an index into `brackets`; -1 outside. */
  readonly bracket: number
  role: Role
  /** On the first token of a phrase of the tables; null on the others. */
  tag: Tag | null
  /** Index of the first token of its phrase. */
  head: number
  /** How many of its first letters belong to the title, as in `CastleS01E02`. */
  lead: number
}

export type Bracket = { readonly first: number; last: number; readonly parent: number }

export type Tokens = {
  readonly name: string
  readonly list: Token[]
  readonly brackets: Bracket[]
  /** What stands after the last token. */
  readonly tail: number
  /** Whether letters beyond Latin occur. */
  readonly isForeign: boolean
}

const asciiGaps = new Int32Array(128)
for (let code = 0; code < 128; code++) {
  asciiGaps[code] = /[\w$'`]/.test(String.fromCharCode(code)) ? 0 : Gap.other
}
const writtenGaps: readonly (readonly [string, number])[] = [
  [' \t\r\n', Gap.space],
  ['.', Gap.dot],
  ['-', Gap.hyphen],
  ['_', Gap.underscore],
  ['([{', Gap.open],
  [')]}', Gap.close],
  ['+', Gap.plus],
  [',', Gap.comma],
  ['/\\|', Gap.slash],
  ['~', Gap.tilde],
  ['&', Gap.ampersand],
  [':', Gap.colon],
  ['#', Gap.hash],
]
for (const [characters, gap] of writtenGaps) {
  for (const character of characters) asciiGaps[character.charCodeAt(0)] = gap
}

const wideGaps = new Map<number, number>()
const writtenWideGaps: readonly (readonly [string, number])[] = [
  ['\u3000\u00a0', Gap.space],
  ['。', Gap.dot],
  ['‐‑‒–—―', Gap.hyphen],
  ['【「『（［｛《〈〔', Gap.open],
  ['】」』）］｝》〉〕', Gap.close],
  ['＋', Gap.plus],
  ['，、', Gap.comma],
  ['／｜', Gap.slash],
  ['～〜', Gap.tilde],
  ['＆', Gap.ampersand],
  ['：', Gap.colon],
  ['№＃', Gap.hash],
]
for (const [characters, gap] of writtenWideGaps) {
  for (const character of characters) wideGaps.set(character.charCodeAt(0), gap)
}

/** 0 for characters of words. */
function gapOf(code: number): number {
  if (code < 128) return asciiGaps[code]!
  if (code < 0x2000) return code === 0xa0 ? Gap.space : 0
  const known = wideGaps.get(code)
  if (known !== undefined) return known
  const isSymbol =
    (code < 0x2070 && code !== 0x2019) ||
    (code >= 0x2190 && code < 0x2c00) ||
    (code >= 0x3008 && code < 0x3030) ||
    (code >= 0xd83c && code <= 0xd83f) ||
    (code >= 0xdc00 && code < 0xe000) ||
    (code >= 0xfe00 && code < 0xfe10) ||
    (code >= 0xff00 && code < 0xff10) ||
    code === 0xfeff
  return isSymbol ? Gap.other : 0
}

const isDigit = (code: number) => code >= 48 && code <= 57
const isAsciiLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122

/** Whether a plus sign belongs to the word before it, as in `HDR10+` and `DD+5.1`. */
function endsWithPlus(name: string, at: number): boolean {
  if (name.charCodeAt(at) !== 43) return false
  const next = name.charCodeAt(at + 1)
  return !(isAsciiLetter(next) || (isDigit(next) && isDigit(name.charCodeAt(at - 1))))
}

/** Cuts a name into words and numbers in one pass. */
export function tokenize(name: string): Tokens {
  const lowered = name.toLowerCase()
  // A few letters change their length in lower case; offsets must hold in both.
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
      if (code === 39 || code === 96 || code === 0x2019) hasApostrophe = true
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
      text: hasApostrophe
        ? lower.slice(start, at).replaceAll(/['`\u2019]/g, '')
        : lower.slice(start, at),
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

/** What stands after a token. */
export function gapAfter({ list, tail }: Tokens, index: number): number {
  return index + 1 < list.length ? list[index + 1]!.gap : tail
}
