import { z } from 'zod'
import type { SegmentMark, SegmentSource, SegmentType } from '../../model/segment.ts'
import { askJson } from '../ask-json.ts'
import type { AskOptions } from '../ask-json.ts'
import { readAnswer } from '../read-answer.ts'
import { confidence, saysWhere, timeMs, usualConfidence } from './read-marks.ts'

const typeOf = {
  intro: 'Intro',
  recap: 'Recap',
  outro: 'Outro',
} as const satisfies Readonly<Record<string, SegmentType>>

const names = ['intro', 'recap', 'outro'] as const

const segment = z
  .object({ start_ms: timeMs.nullish(), end_ms: timeMs.nullish(), confidence })
  .nullish()
  .catch(null)

const answer = z.object({ intro: segment, recap: segment, outro: segment })

/** Episodes, by IMDb's ids. It does not say of which cut. */
export function createIntroDb(options: AskOptions): SegmentSource {
  return {
    name: 'introdb',

    keyOf: ({ imdb }) =>
      imdb?.episode == null ? null : `${imdb.value}/${imdb.season}/${imdb.episode}`,

    async ask({ imdb }, signal) {
      const { value, season, episode } = imdb!
      const query = new URLSearchParams({
        imdb_id: value,
        season: String(season),
        episode: String(episode),
      })
      const json = await askJson(options, `/segments?${query}`, signal)
      if (json === null) return []
      const found = readAnswer(answer, json, 'IntroDB')
      return names.flatMap((name): SegmentMark[] => {
        const one = found[name]
        if (!one || !saysWhere(one)) return []
        return [
          {
            service: 'introdb',
            type: typeOf[name],
            startMs: one.start_ms ?? 0,
            endMs: one.end_ms ?? null,
            lengthMs: null,
            confidence: one.confidence ?? usualConfidence,
          },
        ]
      })
    },
  }
}
