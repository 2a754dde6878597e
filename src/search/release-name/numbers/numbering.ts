import { Gap } from '../characters.ts'
import type { Token, Tokens } from '../tokens.ts'

const maxEpisodes = 2_000
const maxSeasons = 100

export const ranging = Gap.hyphen | Gap.tilde
export const listing = Gap.comma | Gap.ampersand | Gap.plus | Gap.slash

export type Numbering = {
  readonly tokens: Tokens
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

/** No series has more; a larger number would also be too large for clients. */
const largestNumber = 99_999

export function addEpisodes({ episodes }: Numbering, from: number, to = from): void {
  if (to > largestNumber) return
  addRange(episodes, from, to, maxEpisodes)
}

export function addSeasons({ seasons }: Numbering, from: number, to = from): void {
  if (to > largestNumber) return
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

export const isSpaced = ({ gap }: Token): boolean => (gap & (Gap.space | Gap.underscore)) !== 0

export const isDash = (gap: number): boolean =>
  (gap & ranging) !== 0 && (gap & (Gap.space | Gap.underscore | Gap.dot)) !== 0

export const isAttached = (token: Token, before: Token): boolean => token.start - before.end === 1

export function wordAt({ tokens, end }: Numbering, index: number): Token | null {
  if (index < 0 || index >= end) return null
  const token = tokens.list[index]!
  const isWord = token.role === 'word' || (token.role === 'hint' && token.tag?.grade === 'listed')
  return isWord ? token : null
}

export function numberAt(numbering: Numbering, index: number): Token | null {
  const token = wordAt(numbering, index)
  return token !== null && token.number >= 0 ? token : null
}
