import DataLoader from 'dataloader'
import { AppError } from '../../core/errors.ts'
import type { AnimeMapping, AnimeQuery } from '../../model/anime.ts'
import type { AnimeService } from '../../services/anime.ts'
import type { AnimeAnswer } from '../../services/anime-lookups.ts'

const maxBatch = 100

export type AnimeLoader = ReturnType<typeof createAnimeLoader>

/** Answers all anime look-ups of a request from the same version of the data. */
export function createAnimeLoader(anime: Pick<AnimeService, 'lookupMany'>) {
  return new DataLoader<AnimeQuery, AnimeAnswer>(
    async (queries: readonly AnimeQuery[]) => anime.lookupMany(queries),
    { cache: false, maxBatchSize: maxBatch },
  )
}

/** Throws for an invalid query. */
export async function loadEntry(
  loader: AnimeLoader,
  query: AnimeQuery,
): Promise<AnimeMapping | null> {
  const answer = await loader.load(query)
  if ('data' in answer) return answer.data
  throw new AppError(answer.error.code, answer.error.message)
}

/** One answer per query; throws only if all fail, or if there are no queries. */
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
