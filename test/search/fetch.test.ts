import { describe, expect, it, vi } from 'vitest'
import { UpstreamError } from '../../src/core/upstream-error.ts'
import { parseMediaId } from '../../src/model/media-id.ts'
import type { SourceClient } from '../../src/model/source-client.ts'
import type { FetcherOptions, SourceAnswer } from '../../src/search/fetch.ts'
import { fakeClient, fetchWith } from '../support/fake-client.ts'
import { source } from '../support/sources.ts'
import { sourceStream } from '../support/streams.ts'

type Hook = NonNullable<FetcherOptions['onSourceResult']>

describe('asking the sources of a search', () => {
  it('gives the answers in the order of the sources, and each as it comes', async () => {
    const slow = Promise.withResolvers<void>()
    const came: string[] = []
    const client = fakeClient({
      streams: async ({ id }) => {
        if (id === 'first') await slow.promise
        return { value: [sourceStream({ name: id })], fromCache: id === 'first' ? 'stale' : null }
      },
    })
    const answers = await fetchWith(client, {
      sources: [source({ id: 'first' }), source({ id: 'second' })],
      onAnswer: ({ source }) => {
        came.push(source.id)
        slow.resolve()
      },
    })
    expect(came).toEqual(['second', 'first'])
    expect(answers).toMatchObject([
      { source: { id: 'first' }, status: 'answered', count: 1, fromCache: 'stale', error: null },
      { source: { id: 'second' }, status: 'answered', count: 1, fromCache: null, reason: null },
    ])
    expect(answers[1]!.streams).toEqual([sourceStream({ name: 'second' })])
  })

  it('asks in the source’s own type and id, with translators of the service and of the search', async () => {
    const streams = vi.fn<SourceClient['streams']>(() =>
      Promise.resolve({ value: [], fromCache: null }),
    )
    const translator = (known: string[]) => ({
      translate: () => Promise.resolve(known.map(parseMediaId)),
    })
    const request = { type: 'anime', id: parseMediaId('kitsu:1376:5') }
    await fetchWith(fakeClient({ streams }), {
      ...request,
      translators: [translator(['tt7:1:5'])],
    })
    await fetchWith(fakeClient({ streams }), request, { translators: [translator(['tt8:1:5'])] })
    expect(streams.mock.calls.map(([, type, id]) => [type, id])).toEqual([
      ['series', 'tt7:1:5'],
      ['series', 'tt8:1:5'],
    ])
  })

  it('skips a source that has nothing for the question, and says why', async () => {
    const [answer] = await fetchWith(fakeClient(), { type: 'tv' })
    expect(answer).toMatchObject({
      status: 'skipped',
      reason: 'does not offer the type tv',
      streams: [],
      error: null,
    })
  })

  it.each<[string, Partial<SourceClient>]>([
    [
      'whose manifest fails',
      {
        manifest: () => Promise.reject(new UpstreamError('connect', 'a.example cannot be reached')),
      },
    ],
    [
      'whose streams fail',
      { streams: () => Promise.reject(new UpstreamError('reset', 'a.example cannot be reached')) },
    ],
  ])('reports a source %s and goes on', async (_name, failing) => {
    const good = fakeClient()
    const client = fakeClient({
      manifest: (asked) => (asked.id === 'bad' ? { ...good, ...failing } : good).manifest(asked),
      streams: (asked, ...rest) =>
        (asked.id === 'bad' ? { ...good, ...failing } : good).streams(asked, ...rest),
    })
    const sources = [source({ id: 'bad', name: 'Bad one' }), source({ id: 'good' })]
    expect(await fetchWith(client, { sources })).toMatchObject([
      {
        status: 'failed',
        streams: [],
        error: { title: 'Bad one', description: 'a.example cannot be reached' },
      },
      { status: 'answered', count: 1, error: null },
    ])
  })

  it.each([
    { why: 'as the configuration names it', name: 'Mine', shown: 'Mine' },
    { why: 'as it names itself', name: null, shown: 'Alpha' },
    {
      why: 'by its host where its manifest fails',
      name: null,
      broken: true,
      shown: 'addon.example',
    },
  ])('names a source $why', async ({ name, broken, shown }) => {
    const failure = new UpstreamError('connect', 'no')
    const client = fakeClient({
      streams: () => Promise.reject(failure),
      ...(broken && { manifest: () => Promise.reject(failure) }),
    })
    const [answer] = await fetchWith(client, { sources: [source({ name })] })
    expect([answer!.name, answer!.error?.title]).toEqual([shown, shown])
  })

  it('hides a fault of this service from people, and hands it to the hook', async () => {
    const bug = new TypeError('secret internals')
    const onSourceResult = vi.fn<Hook>()
    const client = fakeClient({ streams: () => Promise.reject(bug) })
    const [answer] = await fetchWith(client, {}, { onSourceResult })
    expect(answer!.error?.description).toBe(
      'it could not be asked because of a fault in this service',
    )
    const failed = expect.objectContaining({ status: 'failed', failure: 'fault' }) as SourceAnswer
    expect(onSourceResult).toHaveBeenCalledWith(failed, 'addon.example', bug)
  })
})
