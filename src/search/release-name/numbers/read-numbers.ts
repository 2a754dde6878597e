import { readAbsolute, readRange } from './absolute.ts'
import { readCrossCode, readEpisodeCode, readSeasonCode } from './codes.ts'
import { readDate } from './dates.ts'
import type { NameKind } from './name-kind.ts'
import { type Numbering, wordAt } from './numbering.ts'
import { readPair } from './pairs.ts'
import { readEpisodeWord, readOfWord, readSeasonPrefix, readSeasonWord } from './words.ts'

type Reader = (numbering: Numbering, index: number) => number

/** For words that mix letters and digits, and for the others; the first reader that knows a word takes it. */
type Readers = { readonly mixed?: readonly Reader[]; readonly plain?: readonly Reader[] }

function readAll(numbering: Numbering, { mixed = [], plain = [] }: Readers): void {
  for (let index = numbering.from; index < numbering.end;) {
    const token = wordAt(numbering, index)
    let behind = index
    if (token !== null && token.number < 0) {
      for (const read of token.mixed ? mixed : plain) {
        behind = read(numbering, index)
        if (behind > index) break
      }
    }
    index = Math.max(behind, index + 1)
  }
}

/** Plainest spellings first: a bare number is an episode only where nothing better is found. Returns the date. */
export function readNumbers(numbering: Numbering, kind: NameKind): string | null {
  const { seasons, episodes } = numbering
  readAll(numbering, {
    mixed: [readSeasonCode, readEpisodeCode],
    plain: [readSeasonWord, readEpisodeWord],
  })
  if (episodes.length === 0) readAll(numbering, { mixed: [readCrossCode] })
  if (episodes.length === 0) readAll(numbering, { plain: [readOfWord] })
  if (seasons.length === 0) readAll(numbering, { plain: [readSeasonPrefix] })
  const date = readDate(numbering)
  if (episodes.length > 0 || date !== null) return date
  if (seasons.length === 0 && readPair(numbering, kind)) return null
  if (!readRange(numbering)) readAbsolute(numbering, kind)
  return null
}
