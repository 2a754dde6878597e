import { describe, expect, it } from 'vitest'
import { createScheduler } from '../../src/core/scheduler.ts'
import { compilePlan } from '../../src/search/plan.ts'
import { createPipeline } from '../../src/search/pipeline.ts'
import { parseReleaseName } from '../../src/search/release-name/parse-release-name.ts'
import { query, sourceStream } from '../support/streams.ts'

const maxResults = 10
const maxRead = 200

/** What remains of sources that send so many streams each, in the order of their answers. */
async function search(counts: readonly number[], sources = counts.length, options = {}) {
  const pipeline = createPipeline({
    scheduler: createScheduler(),
    parseName: parseReleaseName,
    maxResults,
    maxRead,
  })
  const plan = compilePlan({ sort: { global: [{ by: 'size' }] }, dedupe: { keys: [] } })
  const run = pipeline.begin({ plan, sources })
  for (const [index, count] of counts.entries()) {
    const streams = Array.from({ length: count }, (_, number) =>
      sourceStream({ url: `https://h.example/${index}/${number}`, videoSize: number + 1 }),
    )
    run.add({ source: { id: `s${index}`, name: `Source ${index}` }, streams }, index)
  }
  const { results, filtered, steps } = await run.finish({ query: query(), ...options })
  const bound = steps.find(({ step }) => step === 'maxResults')
  return { results, filtered, bound }
}

describe('one answer of a search', () => {
  it('holds as many results as it may, and says nothing of a bound that was not reached', async () => {
    const { results, bound } = await search([maxResults])
    expect(results).toHaveLength(maxResults)
    expect(bound).toBeUndefined()
  })

  it('holds the best of more, wherever they stood, and says how many were cut', async () => {
    const { results, bound } = await search([150])
    expect(results.map(({ size }) => size)).toEqual([
      150, 149, 148, 147, 146, 145, 144, 143, 142, 141,
    ])
    expect(bound).toMatchObject({
      before: 150,
      after: 10,
      dropped: [{ reason: 'over 10 in one answer (MAX_RESULTS)', count: 140 }],
    })
  })

  it('holds the best that have the required fields', async () => {
    const { results, filtered, bound } = await search([150], 1, { requiredFields: ['infoHash'] })
    expect({ results, filtered, bound }).toEqual({ results: [], filtered: 150, bound: undefined })
  })

  it.each([
    { what: 'one source', counts: [maxRead + 50], read: [maxRead] },
    {
      what: 'the first of two, and leaves the other its share',
      counts: [maxRead, 60],
      read: [150, 50],
    },
    {
      what: 'the second of two, and leaves the first what it has',
      counts: [60, maxRead],
      read: [60, 140],
    },
    {
      what: 'each of ten',
      counts: Array<number>(10).fill(100),
      read: [100, 20, 10, 10, 10, 10, 10, 10, 10, 10],
    },
    { what: 'none where all fit', counts: [50, 50, 50], read: [50, 50, 50] },
  ])('is made of bounded input: too much of $what', async ({ counts, read }) => {
    const { bound } = await search(counts)
    const sent = counts.reduce((sum, count) => sum + count, 0)
    const kept = read.reduce((sum, count) => sum + count, 0)
    expect(kept).toBeLessThanOrEqual(maxRead)
    expect(bound).toMatchObject({ before: sent, after: maxResults })
    const unread = bound!.dropped.find(({ reason }) => /not read/.test(reason))
    expect(unread?.count ?? 0).toBe(sent - kept)
  })
})
