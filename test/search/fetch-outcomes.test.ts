import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryCache } from '../../src/cache/memory.ts'
import { createScheduler } from '../../src/core/scheduler.ts'
import { parseMediaId } from '../../src/model/media-id.ts'
import type { SourceClient } from '../../src/model/source-client.ts'
import type { FetcherOptions, SourceAnswer } from '../../src/search/fetch.ts'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import { createStremioClient } from '../../src/sources/stremio/client.ts'
import { fakeClient, fetchWith } from '../support/fake-client.ts'
import { source } from '../support/sources.ts'
import {
  drip,
  endless,
  json,
  silent,
  startUpstream,
  status,
  type Handler,
} from '../support/upstream.ts'

type Hook = NonNullable<FetcherOptions['onSourceResult']>

/** Settles only when its signal does. */
function hang(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

/** Offers streams of films under the manifest's own address, answered by the handler. */
const addon =
  (streams: Handler): Handler =>
  (request, response) =>
    request.url?.endsWith('/manifest.json')
      ? json({ name: 'A', types: ['movie'], idPrefixes: ['tt'], resources: ['stream'] })(
          request,
          response,
        )
      : streams(request, response)

function realClient(): SourceClient {
  const guarded = createGuardedFetch({ allowPrivate: true })
  onTestFinished(() => guarded.close())
  return createStremioClient({
    fetch: guarded.fetch,
    cache: createMemoryCache({ maxBytes: 1e6 }),
    stored: createMemoryCache({ maxBytes: 1e6 }),
    scheduler: createScheduler(),
    timeoutMs: 5_000,
    maxBytes: 2 ** 20,
  })
}

describe('asking the sources of a search', () => {
  it('tells the hook what became of each source, and its host without secrets', async () => {
    const onSourceResult = vi.fn<Hook>()
    const url = 'stremio://user:pass@a.example:8443/key/manifest.json?token=t'
    await fetchWith(fakeClient(), { sources: [source({ url })] }, { onSourceResult })
    const answered = { name: 'Alpha', status: 'answered', count: 1, failure: null }
    const answer = expect.objectContaining(answered) as SourceAnswer
    expect(onSourceResult).toHaveBeenCalledExactlyOnceWith(answer, 'a.example:8443', null)
  })

  it.each([
    { limit: 'its own time', source: { timeout: 30 }, overall: 5_000, within: 'within 30 ms' },
    {
      limit: 'the time of all sources',
      source: {},
      overall: 5_000,
      own: 30,
      within: 'within 30 ms',
    },
    {
      limit: 'the time of the search',
      source: {},
      overall: 30,
      within: 'before the search ended after 30 ms',
    },
  ])('gives up on a source after $limit', async ({ source: values, overall, own, within }) => {
    const client = fakeClient({ streams: (_source, _type, _id, options) => hang(options?.signal) })
    const [answer] = await fetchWith(
      client,
      { sources: [source(values)], overallDeadlineMs: overall },
      { timeoutMs: own ?? 5_000 },
    )
    expect(answer).toMatchObject({
      status: 'failed',
      error: { description: `addon.example did not answer ${within}` },
    })
  })

  it('does not wait for a translator beyond the time', async () => {
    const translators = [{ translate: () => new Promise<never>(() => {}) }]
    const request = { id: parseMediaId('kitsu:1'), overallDeadlineMs: 30 }
    const [answer] = await fetchWith(fakeClient(), request, { translators })
    expect(answer!.status).toBe('failed')
  })

  it('ends with the signal, and reports nothing any more', async () => {
    const controller = new AbortController()
    const onAnswer = vi.fn<(answer: SourceAnswer) => void>()
    const onSourceResult = vi.fn<Hook>()
    const client = fakeClient({ streams: (_source, _type, _id, options) => hang(options?.signal) })
    const request = { signal: controller.signal, onAnswer }
    const fetching = fetchWith(client, request, { onSourceResult })
    controller.abort(new Error('client left'))
    await expect(fetching).rejects.toThrow('client left')
    await expect(fetchWith(client, request)).rejects.toThrow('client left')
    expect(onAnswer).not.toHaveBeenCalled()
    expect(onSourceResult).not.toHaveBeenCalled()
  })

  it('shares the memory for answers among the sources', async () => {
    const asked: (number | undefined)[] = []
    const client = fakeClient({
      streams: (_source, _type, _id, options) => {
        asked.push(options?.maxBytes)
        return Promise.resolve({ value: [], fromCache: null })
      },
    })
    const many = Array.from({ length: 100 }, (_, i) => source({ id: `s${i}` }))
    await fetchWith(client, { sources: many })
    expect(asked).toHaveLength(100)
    expect(100 * asked[0]!).toBeLessThanOrEqual(160 * 2 ** 20)
  })

  it('has no answers where there are no sources', async () => {
    expect(await fetchWith(fakeClient(), { sources: [] })).toEqual([])
  })

  it('gets through with one good source among every kind of bad one', async () => {
    const handlers: [Handler, string][] = [
      [addon(json({ streams: [{ url: 'https://x/1' }] })), ''],
      [silent, 'did not answer within'],
      [addon(silent), 'did not answer within'],
      [addon(drip), 'did not answer within'],
      [addon(endless().handler), 'sent an answer of more than 1 MB'],
      [addon((_request, response) => response.end('<html>')), 'answered a web page'],
      [addon((_request, response) => response.destroy()), 'closed the connection'],
      [addon(status(500)), 'has a fault of its own'],
      [json({ detail: 'nope' }), 'answered something that is no manifest'],
      [status(404), 'has nothing at this address'],
    ]
    const upstreams = await Promise.all(handlers.map(([handler]) => startUpstream(handler)))
    const sources = upstreams.map(({ url }, i) =>
      source({ id: `s${i}`, url: `${url}/secret/manifest.json`, timeout: 1_500 }),
    )
    const answers = await fetchWith(realClient(), { sources })
    expect(answers.map((answer) => answer.status)).toEqual([
      'answered',
      ...Array.from({ length: 9 }, () => 'failed'),
    ])
    const descriptions = answers.map(({ error }) => error?.description ?? '')
    const expected = handlers.map(([, text], i) => (text ? `${upstreams[i]!.host} ${text}` : ''))
    expect(descriptions.map((text, i) => text.slice(0, expected[i]!.length))).toEqual(expected)
    expect(descriptions[0]).toBe('')
    expect(JSON.stringify(answers.map(({ error }) => error))).not.toContain('secret')
  })
})
