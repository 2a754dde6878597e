import { Gap, type Token, type Tokens } from './tokens.ts'

/** A range that claims more is no range. */
const maxEpisodes = 2_000
const maxSeasons = 100

/** Between the two ends of a range, and between the items of a list. */
export const ranging = Gap.hyphen | Gap.tilde
export const listing = Gap.comma | Gap.ampersand | Gap.plus | Gap.slash

/** A name whose season and episode numbers are being read; what is found grows. */
export type Numbering = {
  readonly tokens: Tokens
  /** The part of the tokens that may hold numbers. */
  readonly from: number
  readonly end: number
  readonly seasons: number[]
  readonly episodes: number[]
}

function addRange(numbers: number[], from: number, to: number, most: number): void {
  if (to - from >= most || numbers.length >= most) return
  const known = new Set(numbers)
  for (let value = from; value <= to; value++) if (!known.has(value)) numbers.push(value)
}

export function addEpisodes({ episodes }: Numbering, from: number, to = from): void {
  addRange(episodes, from, to, maxEpisodes)
}

export function addSeasons({ seasons }: Numbering, from: number, to = from): void {
  addRange(seasons, from, to, maxSeasons)
}

export function mark({ tokens }: Numbering, first: number, last = first): void {
  for (let at = first; at <= last; at++) {
    const token = tokens.list[at]!
    token.role = 'marker'
    token.tag = null
    token.head = at
  }
}

export const isYear = (value: number): boolean => value >= 1_895 && value <= 2_035

export const widthOf = (token: Token): number => token.end - token.start

/** The token at an index if it is a word of nothing known yet, or only of what needs company. */
export function wordAt({ tokens, end }: Numbering, index: number): Token | null {
  if (index < 0 || index >= end) return null
  const token = tokens.list[index]!
  const isWord = token.role === 'word' || (token.role === 'hint' && token.tag?.grade === 'listed')
  return isWord ? token : null
}
