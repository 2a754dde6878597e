import DataLoader from 'dataloader'
import { AppError } from '../../core/errors.ts'
import type { AnimeMapping, AnimeQuery } from '../../model/anime.ts'
import type { AnimeService } from '../../services/anime.ts'

const maxBatch = 100

/** Answers every anime look-up of one request in one pass, and so from the same data. */
export function createAnimeLoader(anime: Pick<AnimeService, 'lookupMany'>) {
  return new DataLoader<AnimeQuery, AnimeMapping | null>(
    async (queries: readonly AnimeQuery[]) =>
      anime
        .lookupMany(queries)
        .map((answer) =>
          'data' in answer ? answer.data : new AppError(answer.error.code, answer.error.message),
        ),
    { cache: false, maxBatchSize: maxBatch },
  )
}
