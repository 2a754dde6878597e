import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createScheduler } from '../../src/core/scheduler.ts'
import { createPipeline } from '../../src/search/pipeline.ts'
import { compilePlan } from '../../src/search/plan.ts'
import { parseReleaseName } from '../../src/search/release-name/parse-release-name.ts'
import { query, sourceStream } from '../support/streams.ts'

const film = (tags: string) => `Film.2020.${tags}-GRP.mkv`

function pipeline() {
  return createPipeline({
    scheduler: createScheduler(),
    parseName: parseReleaseName,
    maxResults: 5_000,
  })
}

describe('pipeline', () => {
  it('serves searches in the order in which they began', async () => {
    const shared = pipeline()
    const plan = compilePlan({})
    const streams = Array.from({ length: 200 }, (_, index) =>
      sourceStream({ url: `https://h.example/${index}` }),
    )
    const ended: number[] = []
    const runs = Array.from({ length: 5 }, () => shared.begin({ plan, sources: 1 }))
    await Promise.all(
      runs.toReversed().map(async (run) => {
        run.add({ source: { id: 'a', name: 'A' }, streams }, 0)
        await run.finish({ query: query() })
        ended.push(runs.indexOf(run))
      }),
    )
    expect(ended).toEqual([0, 1, 2, 3, 4])
  })

  it('ends when its caller leaves, with the signal’s reason', async () => {
    const gone = new Error('gone')
    const leaving = new AbortController()
    const run = pipeline().begin({ plan: compilePlan({}), sources: 1, signal: leaving.signal })
    const streams = Array.from({ length: 1_000 }, (_, index) =>
      sourceStream({ url: `https://h.example/${index}` }),
    )
    run.add({ source: { id: 'a', name: 'A' }, streams }, 0)
    await nextTurn()
    leaving.abort(gone)
    await expect(run.finish({ query: query() })).rejects.toBe(gone)
  })

  it('leaves no unhandled rejection where a search is given up before its end', async () => {
    const run = pipeline().begin({ plan: compilePlan({}), sources: 1, signal: AbortSignal.abort() })
    run.add({ source: { id: 'a', name: 'A' }, streams: [sourceStream()] }, 0)
    await nextTurn()
    await expect(run.finish({ query: query() })).rejects.toThrow('aborted')
  })

  it('keeps two searches with one plan apart', async () => {
    const shared = pipeline()
    const plan = compilePlan({
      formatter: { name: '{{ query.title }} {{ stream.filename }}', description: '' },
    })
    const names = await Promise.all(
      ['One', 'Two'].map(async (title) => {
        const run = shared.begin({ plan, sources: 1 })
        run.add(
          {
            source: { id: 'a', name: 'A' },
            streams: [sourceStream({ filename: film(title), url: 'https://h.example' })],
          },
          0,
        )
        const { results } = await run.finish({ query: query({ titles: [title] }), format: true })
        return results[0]?.name
      }),
    )
    expect(names).toEqual([`One ${film('One')}`, `Two ${film('Two')}`])
  })
})
