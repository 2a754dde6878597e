import { z } from 'zod'
import type { SegmentMark, SegmentSource, SegmentType } from '../../model/segment.ts'
import { askJson } from '../ask-json.ts'
import type { AskOptions } from '../ask-json.ts'
import { readAnswer, readable } from '../read-answer.ts'
import { confidence, mostEntries, saysWhere, timeMs, usualConfidence } from './read-marks.ts'

const typeOf = {
  intro: 'Intro',
  recap: 'Recap',
  credits: 'Outro',
  preview: 'Preview',
} as const satisfies Readonly<Record<string, SegmentType>>

const names = ['intro', 'recap', 'credits', 'preview'] as const

/** Null at the start is the beginning, at the end the end. */
const list = readable(
  z.object({
    start_ms: timeMs.nullish(),
    end_ms: timeMs.nullish(),
    duration_ms: timeMs.nullish(),
    confidence,
  }),
  mostEntries,
)

const answer = z.object({ intro: list, recap: list, credits: list, preview: list })

export function createTheIntroDb(options: AskOptions): SegmentSource {
  return {
    name: 'theintrodb',

    keyOf: ({ tmdb, lengthMs }) =>
      tmdb && `${tmdb.value}/${tmdb.season}/${tmdb.episode}/${secondsOf(lengthMs)}`,

    async ask({ tmdb, lengthMs }, signal) {
      const { value, season, episode } = tmdb!
      const query = new URLSearchParams({ tmdb_id: value })
      if (season !== null) query.set('season', String(season))
      if (episode !== null) query.set('episode', String(episode))
      if (lengthMs !== null) query.set('duration_ms', String(secondsOf(lengthMs) * 1_000))
      const json = await askJson(options, `/v3/media?${query}`, signal)
      if (json === null) return []
      const found = readAnswer(answer, json, 'TheIntroDB')
      return names.flatMap((name) =>
        found[name].filter(saysWhere).map((one): SegmentMark => ({
          service: 'theintrodb',
          type: typeOf[name],
          startMs: one.start_ms ?? 0,
          endMs: one.end_ms ?? null,
          lengthMs: one.duration_ms ?? null,
          confidence: one.confidence ?? usualConfidence,
        })),
      )
    },
  }
}

/** Nearly equal lengths share a kept answer. */
function secondsOf(lengthMs: number | null): number {
  return Math.round((lengthMs ?? 0) / 1_000)
}
