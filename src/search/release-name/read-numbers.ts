import { readDate } from './dates.ts'
import { type Numbering, wordAt } from './numbering.ts'
import { readCrossCode, readEpisodeCode, readSeasonCode } from './numbering-codes.ts'
import { type LooseContext, readAbsolute, readPair, readRange } from './numbering-loose.ts'
import { readEpisodeWord, readOfWord, readSeasonPrefix, readSeasonWord } from './numbering-words.ts'

type Reader = (numbering: Numbering, index: number) => number

/** Readers of single words that mix letters and digits, and of plain words; the first that takes one wins. */
const ofMixedWords: readonly Reader[] = [readSeasonCode, readEpisodeCode]
const ofPlainWords: readonly Reader[] = [readSeasonWord, readEpisodeWord]

function readAll(
  numbering: Numbering,
  readers: { mixed: readonly Reader[]; plain: readonly Reader[] },
): void {
  for (let index = numbering.from; index < numbering.end;) {
    const token = numbering.tokens.list[index]!
    let behind = index
    if (token.number < 0 && wordAt(numbering, index) !== null) {
      for (const read of token.mixed ? readers.mixed : readers.plain) {
        behind = read(numbering, index)
        if (behind > index) break
      }
    }
    index = Math.max(behind, index + 1)
  }
}

/**
 * Finds seasons, episodes and the date among the words that are no tags, the plainest spellings
 * first: a bare number is an episode only where nothing better is found. Returns the date.
 */
export function readNumbers(numbering: Numbering, context: LooseContext): string | null {
  readAll(numbering, { mixed: ofMixedWords, plain: ofPlainWords })
  if (numbering.episodes.length === 0) readAll(numbering, { mixed: [readCrossCode], plain: [] })
  if (numbering.episodes.length === 0) readAll(numbering, { mixed: [], plain: [readOfWord] })
  if (numbering.seasons.length === 0) readAll(numbering, { mixed: [], plain: [readSeasonPrefix] })
  const date = readDate(numbering)
  if (numbering.episodes.length > 0 || date !== null) return date
  if (numbering.seasons.length === 0 && readPair(numbering, context)) return null
  if (!readRange(numbering)) readAbsolute(numbering, context)
  return null
}
