import DataLoader from 'dataloader'
import { AppError } from '../../core/errors.ts'
import type { AnimeMapping, AnimeQuery } from '../../model/anime.ts'
import type { AnimeService } from '../../services/anime.ts'
import type { AnimeAnswer } from '../../services/anime-lookups.ts'

const maxBatch = 100

export type AnimeLoader = ReturnType<typeof createAnimeLoader>

/** Answers every anime look-up of one request in one pass, and so from the same data. */
export function createAnimeLoader(anime: Pick<AnimeService, 'lookupMany'>) {
  return new DataLoader<AnimeQuery, AnimeAnswer>(
    async (queries: readonly AnimeQuery[]) => anime.lookupMany(queries),
    { cache: false, maxBatchSize: maxBatch },
  )
}

/** The entry that one query means; throws where the query is wrong. */
export async function loadEntry(
  loader: AnimeLoader,
  query: AnimeQuery,
): Promise<AnimeMapping | null> {
  const answer = await loader.load(query)
  if ('data' in answer) return answer.data
  throw new AppError(answer.error.code, answer.error.message)
}

/** An answer for each query; throws only where there can be none for any, also where there are no queries. */
export async function loadAnswers(
  anime: Pick<AnimeService, 'lookupMany'>,
  loader: AnimeLoader,
  queries: readonly AnimeQuery[],
): Promise<AnimeAnswer[]> {
  if (queries.length === 0) return anime.lookupMany([])
  if (queries.length > maxBatch) {
    throw new AppError('BAD_REQUEST', `queries may hold at most ${maxBatch} queries`)
  }
  return Promise.all(queries.map((query) => loader.load(query)))
}
