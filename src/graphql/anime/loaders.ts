import DataLoader from 'dataloader'
import { AppError } from '../../core/errors.ts'
import type { AnimeMapping, AnimeQuery } from '../../model/anime.ts'
import type { AnimeService } from '../../services/anime.ts'
import { maxQueries } from '../../services/anime-lookups.ts'
import type { AnimeAnswer } from '../../services/anime-lookups.ts'

export type AnimeLoader = ReturnType<typeof createAnimeLoader>

/** Answers all anime look-ups of a request from the same version of the data. */
export function createAnimeLoader(anime: Pick<AnimeService, 'lookupMany'>) {
  return new DataLoader<AnimeQuery, AnimeAnswer>(
    async (queries: readonly AnimeQuery[]) => anime.lookupMany(queries),
    { cache: false, maxBatchSize: maxQueries },
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
  anime: { requireMany(queries: unknown): void },
  loader: AnimeLoader,
  queries: readonly AnimeQuery[],
): Promise<AnimeAnswer[]> {
  anime.requireMany(queries)
  return Promise.all(queries.map((query) => loader.load(query)))
}
