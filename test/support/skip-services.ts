import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect } from 'vitest'
import type { SegmentServiceName } from '../../src/model/segment.ts'
import type { Ending } from './ending.ts'
import { json, startUpstream } from './upstream.ts'
import type { Handler } from './upstream.ts'

/** Each of the services says something that the others do not. */
export const usualMarks = {
  aniskip: {
    said: {
      found: true,
      results: [
        {
          interval: { startTime: 0, endTime: 20 },
          skipType: 'recap',
          skipId: 'a',
          episodeLength: 1_420,
        },
      ],
    },
    shown: ['Recap', 0, 20],
  },
  theintrodb: {
    said: { type: 'tv', preview: [{ start_ms: 1_300_000, end_ms: 1_400_000 }] },
    shown: ['Preview', 1_300, 1_400],
  },
  introdb: {
    said: { intro: { start_ms: 30_000, end_ms: 90_000, confidence: 0.9 }, outro: null },
    shown: ['Intro', 30, 90],
  },
} as const

const none: Handler = (_request, response) => void response.writeHead(404).end('{}')

/** Local servers that answer as AniSkip, TheIntroDB and IntroDB do; tests say what. */
export async function startSkipServices(ends: Ending) {
  const answers: { [Name in SegmentServiceName]?: Handler | undefined } = {}
  const start = (name: SegmentServiceName) =>
    startUpstream(
      (request: IncomingMessage, response: ServerResponse) =>
        (answers[name] ?? none)(request, response),
      '127.0.0.1',
      ends,
    )
  const services = {
    aniskip: await start('aniskip'),
    theintrodb: await start('theintrodb'),
    introdb: await start('introdb'),
  }

  /** The value of `SKIP_SOURCES`, with some of them switched off. */
  const setting = (...off: readonly SegmentServiceName[]): string =>
    JSON.stringify({
      aniskip: services.aniskip.url,
      theintrodb: `${services.theintrodb.url}/`,
      introdb: services.introdb.url,
      ...Object.fromEntries(off.map((name) => [name, null])),
    })

  function sayUsual(): void {
    for (const name of ['aniskip', 'theintrodb', 'introdb'] as const) {
      answers[name] = json(usualMarks[name].said)
    }
  }
  return { ...services, answers, setting, sayUsual }
}

export type Segments = readonly (readonly [type: string, start: number, end: number])[]

type Send = (path: string) => Promise<{ body: SegmentsBody }>
// oxlint-disable-next-line typescript/no-explicit-any -- of an answer that was held against the standard
type SegmentsBody = any

/** Types with seconds of start and end, as an app reads them. */
export async function readSegments(send: Send, id: string, query = ''): Promise<Segments> {
  const { body } = await send(`/MediaSegments/${id}${query}`)
  expect(body.TotalRecordCount).toBe(body.Items.length)
  return body.Items.map((one: { Type: string; StartTicks: number; EndTicks: number }) => [
    one.Type,
    one.StartTicks / 1e7,
    one.EndTicks / 1e7,
  ])
}
