import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { EpisodeMarks, FillerSource } from '../model/filler.ts'
import { askJson } from './ask-json.ts'
import type { AskOptions } from './ask-json.ts'
import { readAnswer, readable } from './read-answer.ts'

/** Of a hundred episodes each. */
const maxPages = 30
const pageSize = 100

const answer = z.object({
  data: readable(
    z.object({
      mal_id: z.number().int().positive(),
      filler: z.boolean().nullish(),
      recap: z.boolean().nullish(),
    }),
    pageSize,
  ),
  pagination: z.object({ has_next_page: z.boolean() }).nullish().catch(null),
})

/** Which episodes are fillers or recaps, by MyAnimeList's ids. One request at a time, with a pause after each. */
export function createJikan(options: AskOptions & { readonly pauseMs: number }): FillerSource {
  return async function episodes(malId, signal): Promise<EpisodeMarks> {
    const filler: number[] = []
    const recap: number[] = []
    for (let page = 1; page <= maxPages; page++) {
      const json = await askJson(options, `/v4/anime/${malId}/episodes?page=${page}`, signal)
      await setTimeout(options.pauseMs, undefined, { signal, ref: false })
      if (json === null) break
      const { data, pagination } = readAnswer(answer, json, 'Jikan')
      for (const one of data) {
        if (one.filler) filler.push(one.mal_id)
        if (one.recap) recap.push(one.mal_id)
      }
      if (pagination?.has_next_page !== true) break
    }
    return { filler, recap }
  }
}
