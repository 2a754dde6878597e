import { describe, expect, it } from 'vitest'
import { createScheduler } from '../../src/core/scheduler.ts'
import type { SourceStream } from '../../src/model/source.ts'
import type { UserData } from '../../src/model/user-data.ts'
import { createPipeline } from '../../src/search/pipeline.ts'
import type { FinishOptions } from '../../src/search/run-plan.ts'
import { compilePlan } from '../../src/search/plan.ts'
import { parseReleaseName } from '../../src/search/release-name/parse-release-name.ts'
import { query, sourceStream } from '../support/streams.ts'

type Answers = readonly (readonly Partial<SourceStream>[])[]

const film = (tags: string) => `Film.2020.${tags}-GRP.mkv`
const hashOf = (digit: number | string) => String(digit).repeat(40)

function pipeline() {
  return createPipeline({
    scheduler: createScheduler(),
    parseName: parseReleaseName,
    maxResults: 5_000,
  })
}

/** Runs a search over the answers of sources called Source 0, Source 1 … */
function search(answers: Answers, userData: UserData = {}, options: Partial<FinishOptions> = {}) {
  const run = pipeline().begin({ plan: compilePlan(userData), sources: answers.length })
  for (const [index, streams] of answers.entries()) {
    const source = { id: `s${index}`, name: `Source ${index}` }
    run.add({ source, streams: streams.map((one) => sourceStream(one)) }, index)
  }
  return run.finish({ query: query(), ...options })
}

describe('pipeline', () => {
  it('answers nothing with nothing', async () => {
    expect(await search([])).toMatchObject({ results: [], filtered: 0 })
  })

  it('reads, filters, deduplicates, sorts and limits', async () => {
    const answers = [
      [
        { filename: film('720p.WEB-DL.x264'), infoHash: hashOf(1) },
        { filename: film('1080p.WEB-DL.x264'), infoHash: hashOf(2) },
        { filename: film('1080p.CAM.x264'), infoHash: hashOf(3) },
      ],
      [
        { filename: film('1080p.WEB-DL.x264'), infoHash: hashOf(2) },
        { filename: film('2160p.WEB-DL.x265'), infoHash: hashOf(4) },
      ],
    ]
    const { results, steps } = await search(answers, {
      filters: { quality: { exclude: ['CAM'] } },
      limits: { total: 2 },
    })
    expect(results.map(({ addon, filename }) => [addon, filename])).toEqual([
      ['Source 1', film('2160p.WEB-DL.x265')],
      ['Source 0', film('1080p.WEB-DL.x264')],
    ])
    expect(steps).toMatchObject([
      {
        step: 'filter',
        before: 5,
        after: 4,
        dropped: [{ reason: 'excluded quality: CAM', count: 1 }],
      },
      {
        step: 'dedupe',
        before: 4,
        after: 3,
        dropped: [{ reason: 'duplicate of a result from Source 0', count: 1 }],
      },
      { step: 'limit', before: 3, after: 2, dropped: [{ reason: 'over 2 in all', count: 1 }] },
      { step: 'requiredFields', before: 2, after: 2, dropped: [] },
    ])
    expect(steps.every(({ tookMs }) => tookMs >= 0)).toBe(true)
  })

  it('says how dense a stream is by the running time, where that is a number to answer', async () => {
    const answers = [[{ videoSize: 6_000 }, { videoSize: Number.MAX_SAFE_INTEGER }]]
    const bitrates = async (runtime: number) => {
      const streams = answers.map((list) =>
        list.map((one, index) => ({ ...one, infoHash: hashOf(index) })),
      )
      const { results } = await search(streams, {}, { query: query({ runtime }) })
      return new Set(results.map(({ bitrate }) => bitrate))
    }
    expect(await bitrates(100)).toEqual(new Set([8, Math.round((2 ** 53 * 8) / 6_000)]))
    expect(await bitrates(1 / 60)).toEqual(new Set([48_000, null]))
  })

  it('scores what is left before it sorts', async () => {
    const answers = [
      [
        { filename: film('2160p'), infoHash: hashOf(1) },
        { filename: film('480p'), infoHash: hashOf(2) },
      ],
    ]
    const { results } = await search(answers, { filters: { regex: { prefer: ['480p'] } } })
    expect(results.map(({ regexScore }) => regexScore)).toEqual([1, 0])
  })

  it('takes answers in any order and results stay in the order of the sources', async () => {
    const run = pipeline().begin({ plan: compilePlan({}), sources: 1 })
    for (const index of [2, 0, 1]) {
      const streams = [sourceStream({ url: `https://h.example/${index}` })]
      run.add({ source: { id: String(index), name: `Source ${index}` }, streams }, index)
    }
    const { results } = await run.finish({ query: query() })
    expect(results.map(({ addon }) => addon)).toEqual(['Source 0', 'Source 1', 'Source 2'])
  })

  it('leaves thousands of streams complete', async () => {
    const streams = Array.from({ length: 3_000 }, (_, index) => ({
      url: `https://h.example/${index}`,
    }))
    const { results } = await search([streams])
    expect(results.map(({ url }) => url)).toEqual(streams.map(({ url }) => url))
  })

  it('counts the reasons for drops, the most frequent first', async () => {
    const streams = ['CAM', 'TS', 'CAM'].map((quality, index) => ({
      filename: film(`1080p.${quality}`),
      infoHash: hashOf(index),
    }))
    const { steps } = await search([streams], { filters: { quality: { exclude: ['TS', 'CAM'] } } })
    expect(steps[0]?.dropped).toEqual([
      { reason: 'excluded quality: CAM', count: 2 },
      { reason: 'excluded quality: TS', count: 1 },
    ])
  })

  it('knows that what a television channel sends is live', async () => {
    const run = pipeline().begin({ plan: compilePlan({}), sources: 1, type: 'tv' })
    run.add(
      { source: { id: 'a', name: 'A' }, streams: [sourceStream({ url: 'https://h.example' })] },
      0,
    )
    const { results } = await run.finish({ query: query() })
    expect(results[0]?.type).toBe('live')
  })

  describe('bitrate', () => {
    const size = 900 * 2 ** 20
    it.each([
      {
        rule: 'is the size over the running time',
        text: '💾 900 MB',
        runtime: 120,
        bitrate: 1_048_576,
      },
      {
        rule: 'is what the source says, if it does',
        text: '💾 900 MB\n12 Mbps',
        runtime: 120,
        bitrate: 12_000_000,
      },
      {
        rule: 'is unknown without a running time',
        text: '💾 900 MB',
        runtime: null,
        bitrate: null,
      },
    ])('$rule', async ({ text, runtime, bitrate }) => {
      const answers = [[{ url: 'https://h.example', description: text }]]
      const { results } = await search(answers, {}, { query: query({ runtime }) })
      expect(results[0]).toMatchObject({
        size,
        bitrate,
      })
    })
  })

  describe('required fields', () => {
    const answers = [
      [
        { infoHash: hashOf(1), description: '👤 0', sources: ['tracker:x'] },
        { infoHash: hashOf(2) },
        { url: 'https://h.example/1', filename: film('1080p'), description: '👤 4' },
      ],
    ]
    it.each<{ fields: string[]; left: number; rule: string }>([
      { fields: [], left: 3, rule: 'nothing is dropped without one' },
      { fields: ['infoHash'], left: 2, rule: 'null is absent' },
      { fields: ['seeders'], left: 2, rule: '0 is present' },
      { fields: ['library'], left: 3, rule: 'false is present' },
      { fields: ['sources'], left: 1, rule: 'an empty list is absent' },
      { fields: ['infoHash', 'seeders'], left: 1, rule: 'all of them count' },
      {
        fields: ['parsedFile.resolution'],
        left: 1,
        rule: 'fields of the parsed name can be asked for',
      },
      { fields: ['parsedFile.languages'], left: 0, rule: 'empty lists in it are absent' },
      { fields: ['name'], left: 0, rule: 'there is no name without formatting' },
      { fields: ['constructor'], left: 0, rule: 'what is no field is in no result' },
    ])('$rule: $fields', async ({ fields, left }) => {
      const { results, filtered } = await search(answers, {}, { requiredFields: fields })
      expect(results).toHaveLength(left)
      expect(filtered).toBe(3 - left)
    })

    it('are looked for after the limits, and say what was missing', async () => {
      const { results, filtered, steps } = await search(
        answers,
        { limits: { total: 2 }, sort: { global: [{ by: 'seeders' }] } },
        { requiredFields: ['infoHash'] },
      )
      expect(results).toHaveLength(1)
      expect(filtered).toBe(1)
      expect(steps.at(-1)).toMatchObject({
        step: 'requiredFields',
        before: 2,
        after: 1,
        dropped: [{ reason: 'no infoHash', count: 1 }],
      })
    })

    it('may be the texts for display where these are being made', async () => {
      const { results } = await search(
        answers,
        {},
        { requiredFields: ['name', 'description'], format: true },
      )
      expect(results).toHaveLength(3)
    })
  })

  describe('formatting', () => {
    const userData: UserData = {
      formatter: {
        name: '{{ addon }} {{ stream.filename }}',
        description: '{{ stream.resolution }}',
      },
    }
    const answers = [
      [
        { filename: film('720p'), infoHash: hashOf(1) },
        { filename: film('2160p'), infoHash: hashOf(2), description: '👤 3' },
      ],
      [{ filename: film('1080p'), infoHash: hashOf(3), description: '👤 5' }],
    ]

    it('is left out unless asked for', async () => {
      const { results } = await search(answers, userData)
      expect(results.map(({ name, description }) => [name, description])).toEqual(
        results.map(() => [null, null]),
      )
    })

    it('gives every result its own text, whatever was dropped before', async () => {
      const { results } = await search(answers, userData, {
        requiredFields: ['seeders'],
        format: true,
      })
      expect(results.map(({ name, description }) => [name, description])).toEqual([
        [`Source 0 ${film('2160p')}`, '2160p'],
        [`Source 1 ${film('1080p')}`, '1080p'],
      ])
    })
  })
})
