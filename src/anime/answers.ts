import type { AnimeMapping } from '../model/anime.ts'
import type { AnimeIndex } from './index.ts'
import { mappingOf } from './mapping.ts'

const maxKept = 8_192

type Answer = { readonly mapping: AnimeMapping; json: string | null }

/** Entries in the form they are sent in, kept for those that are asked for often. */
export function createAnswers(index: AnimeIndex) {
  const kept = new Map<number, Answer>()

  function answerOf(entry: number): Answer {
    let answer = kept.get(entry)
    if (!answer) {
      if (kept.size >= maxKept) kept.clear()
      answer = { mapping: mappingOf(index, entry), json: null }
      kept.set(entry, answer)
    }
    return answer
  }

  return {
    mapping: (entry: number): AnimeMapping => answerOf(entry).mapping,
    json(entry: number): string {
      const answer = answerOf(entry)
      return (answer.json ??= JSON.stringify(answer.mapping))
    },
  }
}
