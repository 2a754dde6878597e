import { leaveOutData } from '../../support/missing-service.ts'
import { animeBatch } from './anime/batch.ts'
import { animeHttp } from './anime/http.ts'
import { animeInProcess } from './anime/in-process.ts'
import { animeRefresh } from './anime/refresh.ts'
import { animeStart } from './anime/start.ts'
import { makeAnimeStore } from './anime/store.ts'
import type { Row } from './row.ts'

const parts = [animeRefresh, animeInProcess, animeHttp, animeBatch, animeStart]

/** Making the anime database of real lists, and looking up in it. */
export const anime: Row = async ({ animeFolder, baseline, quick }) => {
  if (animeFolder === undefined) {
    leaveOutData('anime: skipped, BENCH_ANIME names no folder with anime lists')
    return []
  }
  const bench = { baseline, quick, lists: animeFolder, store: await makeAnimeStore(animeFolder) }
  const figures = []
  for (const part of parts) figures.push(...(await part(bench)))
  return figures
}
