import { describe, expect, it } from 'vitest'
import { createScheduler } from '../../src/core/scheduler.ts'
import { createPipeline } from '../../src/search/pipeline.ts'
import { parseReleaseName } from '../../src/search/release-name/parse-release-name.ts'
import { filmSearch } from '../support/search-service.ts'
import { query, sourceStream } from '../support/streams.ts'

/** Searches one source that answers so many streams of 900 MiB each, of a film of two hours. */
async function search(count: number, requiredFields: readonly string[] = []) {
  const streams = Array.from({ length: count }, (_, index) =>
    sourceStream({ url: `https://h.example/${index}`, videoSize: 900 * 2 ** 20 }),
  )
  const source = {
    id: 'a',
    name: 'A',
    type: 'stremio',
    url: 'https://a.example/manifest.json',
  } as const
  let described = 0
  const scheduler = createScheduler()
  const ask = filmSearch({
    sources: [source],
    fetcher: {
      fetchStreams: ({ sources, onAnswer }) => {
        const answers = sources.map((asked) => ({
          source: asked,
          name: 'A',
          status: 'answered' as const,
          streams,
          count,
          tookMs: 1,
          fromCache: null,
          error: null,
          failure: null,
          reason: null,
        }))
        for (const answer of answers) onAnswer?.(answer)
        return Promise.resolve(answers)
      },
    },
    metadata: {
      describeMedia: () => {
        described += 1
        return Promise.resolve(query({ runtime: 120 }))
      },
      translatorOf: () => ({ name: 'none', translate: () => Promise.resolve([]) }),
    },
    scheduler,
    pipeline: createPipeline({
      scheduler,
      parseName: parseReleaseName,
      maxResults: 5_000,
    }),
  })
  const response = await ask({ requiredFields })
  return { ...response, described }
}

describe('a search', () => {
  it('asks for the running time only where something needs it, such as a required bitrate', async () => {
    expect((await search(1)).described).toBe(0)
    expect((await search(1, ['size'])).described).toBe(0)
    const { described, results } = await search(1, ['bitrate'])
    expect(described).toBe(1)
    expect(results).toMatchObject([{ bitrate: 1_048_576 }])
  })

  it.each([
    [0, '0 streams'],
    [1, '1 stream'],
    [2, '2 streams'],
  ])('counts %d as %s', async (count, words) => {
    const { statistics } = await search(count)
    expect(statistics[0]!.description).toMatch(new RegExp(`^${words} in `))
    expect(statistics.at(-1)!.description).toMatch(new RegExp(` of ${words} in `))
  })
})
