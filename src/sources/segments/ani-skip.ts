import { z } from 'zod'
import type { SegmentMark, SegmentSource, SegmentType } from '../../model/segment.ts'
import { askJson } from '../ask-json.ts'
import type { AskOptions } from '../ask-json.ts'
import { readAnswer, readable } from '../read-answer.ts'
import { mostEntries, usualConfidence } from './read-marks.ts'

const typeOf: Readonly<Record<string, SegmentType>> = {
  op: 'Intro',
  ed: 'Outro',
  recap: 'Recap',
  'mixed-op': 'Intro',
  'mixed-ed': 'Outro',
}

const seconds = z.number().min(0).max(86_400)

const answer = z.object({
  results: readable(
    z.object({
      interval: z.object({ startTime: seconds, endTime: seconds }),
      skipType: z.enum(Object.keys(typeOf)),
      episodeLength: seconds.nullish(),
    }),
    mostEntries,
  ),
})

export function createAniSkip(options: AskOptions): SegmentSource {
  return {
    name: 'aniskip',

    keyOf: ({ mal }) => mal && `${mal.value}/${mal.episode ?? 1}`,

    async ask({ mal }, signal) {
      const types = Object.keys(typeOf).map((type) => ['types', type])
      // 0 asks for every cut, so that one kept answer serves versions of any length.
      const query = new URLSearchParams([...types, ['episodeLength', '0']])
      const json = await askJson(
        options,
        `/v2/skip-times/${mal!.value}/${mal!.episode ?? 1}?${query}`,
        signal,
      )
      if (json === null) return []
      return readAnswer(answer, json, 'AniSkip').results.map(
        ({ interval, skipType, episodeLength }): SegmentMark => ({
          service: 'aniskip',
          type: typeOf[skipType]!,
          startMs: Math.round(interval.startTime * 1_000),
          endMs: Math.round(interval.endTime * 1_000),
          lengthMs: episodeLength ? Math.round(episodeLength * 1_000) : null,
          confidence: usualConfidence,
        }),
      )
    },
  }
}
