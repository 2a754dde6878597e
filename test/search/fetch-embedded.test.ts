import { afterEach, describe, expect, it, vi } from 'vitest'
import { UpstreamError } from '../../src/core/upstream-error.ts'
import { parseMediaId } from '../../src/model/media-id.ts'
import type { SourceClient } from '../../src/model/source-client.ts'
import type { Source } from '../../src/model/source.ts'
import { fakeClient, fetchWith } from '../support/fake-client.ts'
import { sourceMeta, sourceVideo } from '../support/source-meta.ts'
import { manifest, source } from '../support/sources.ts'
import { sourceStream } from '../support/streams.ts'

afterEach(() => {
  vi.useRealTimers()
})

const id = 'own:show:1:2'
const embedded = sourceStream({ name: 'embedded' })
const usual = sourceStream({ name: 'usual' })
const video = sourceVideo({ id, streams: [embedded] })
const show = { value: sourceMeta({ id: 'own:show', videos: [video] }), fromCache: null }
const down = new UpstreamError('status', 'a.example has a fault of its own', 500)
const offers = (names: readonly string[]) =>
  manifest({
    resources: names.map((name) => ({ name, types: ['series'], idPrefixes: null })),
  })

function asking(answers: Partial<SourceClient>, set: Partial<Source> = {}, names = both) {
  const known = { value: offers(names), fromCache: 'fresh' as const }
  const usually = { streams: async () => ({ value: [usual], fromCache: null }) }
  const client = fakeClient({ manifest: async () => known, ...usually, ...answers })
  const sources = [source(set)]
  return fetchWith(client, { sources, type: 'series', id: parseMediaId(id) })
}

const both = ['stream', 'meta']
const namesOf = ([answer]: Awaited<ReturnType<typeof asking>>) =>
  answer!.streams.map(({ name }) => name)

describe('streams inside a title', () => {
  it('are found where the source fails for other ids that might have been the title’s', async () => {
    const asked: unknown[] = []
    const meta: SourceClient['meta'] = async (_source, _type, titleId, options) => {
      asked.push([titleId, options?.guess])
      if (titleId !== 'own:show') throw down
      return show
    }
    expect(namesOf(await asking({ meta }, {}, ['meta']))).toEqual(['embedded'])
    expect(asked).toEqual([
      ['own:show', true],
      [`own:show:1`, true],
    ])
  })

  it('are asked for by their own id, as a guess too, where no other title has come soon', async () => {
    vi.useFakeTimers()
    const asked: unknown[] = []
    const meta: SourceClient['meta'] = (_source, _type, titleId, options) => {
      asked.push([titleId, options?.guess])
      return new Promise(() => {})
    }
    const found = asking({ meta })
    await vi.advanceTimersByTimeAsync(249)
    expect(asked).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toHaveLength(3)
    expect(asked.at(-1)).toEqual([id, true])
    await vi.advanceTimersByTimeAsync(250)
    expect(namesOf(await found)).toEqual(['usual'])
  })

  it('are not asked for by their own id where a title names the video without any', async () => {
    const asked: string[] = []
    const meta: SourceClient['meta'] = async (_source, _type, titleId) => {
      asked.push(titleId)
      return { ...show, value: sourceMeta({ id: titleId, videos: [sourceVideo({ id })] }) }
    }
    expect(namesOf(await asking({ meta }))).toEqual(['usual'])
    expect(asked).toEqual(['own:show', 'own:show:1'])
  })

  it.each([id, 'own:show:1'])(
    'are found where %s names the video without any, and sooner',
    async (soonId) => {
      const answered = Promise.withResolvers<void>()
      const meta: SourceClient['meta'] = async (_source, _type, titleId) => {
        if (titleId === 'own:show') await answered.promise
        if (titleId === 'own:show') return show
        if (titleId !== soonId) throw down
        answered.resolve()
        return { ...show, value: sourceMeta({ id: titleId, videos: [sourceVideo({ id })] }) }
      }
      expect(namesOf(await asking({ meta }))).toEqual(['embedded', 'usual'])
    },
  )

  it('are found while the source is silent about other ids', async () => {
    const meta: SourceClient['meta'] = async (_source, _type, titleId) =>
      titleId === id
        ? { ...show, value: sourceMeta({ id, videos: [video] }) }
        : new Promise(() => {})
    expect(namesOf(await asking({ meta }))).toEqual(['embedded', 'usual'])
  })

  it('come from a title as its source answers it now', async () => {
    const meta: SourceClient['meta'] = async (_source, _type, titleId, options) => {
      const streams = [sourceStream({ name: options?.recent ? 'new' : 'expired' })]
      const videos = [sourceVideo({ id, streams })]
      return { value: sourceMeta({ id: titleId, videos }), fromCache: null }
    }
    expect(namesOf(await asking({ meta }))).toEqual(['new', 'usual'])
  })

  it('say whether they were asked for, and why nothing else was', async () => {
    const meta = async () => ({ ...show, fromCache: 'fresh' as const })
    expect(await asking({ meta }, {}, ['meta'])).toMatchObject([
      { status: 'answered', count: 1, fromCache: 'fresh', reason: 'offers no stream resource' },
    ])
    expect(await asking({ meta })).toMatchObject([{ count: 2, fromCache: null, reason: null }])
  })

  it('are found after an id for which the source fails', async () => {
    const whole = { ...show, value: sourceMeta({ id: 'own:show:1', videos: [video] }) }
    const meta: SourceClient['meta'] = async (_source, _type, titleId) => {
      if (titleId !== 'own:show:1') throw down
      return whole
    }
    expect(namesOf(await asking({ meta }))).toEqual(['embedded', 'usual'])
  })

  it('are there where the source fails for its other streams, beside the failure', async () => {
    const streams = () => Promise.reject(down)
    const failed = { status: 'failed', failure: 'status', error: { description: down.message } }
    const [answer] = await asking({ meta: async () => show, streams })
    expect(answer).toMatchObject({ ...failed, streams: [embedded], count: 1 })
    const [without] = await asking({ streams })
    expect(without).toMatchObject({ ...failed, streams: [], count: 0 })
  })

  it.each([
    ['other streams of the source', {}, ['usual']],
    ['the failure of its other streams', { streams: () => Promise.reject(down) }, []],
  ])('hold up %s for half a second', async (_what, answers, names) => {
    vi.useFakeTimers()
    const hanging = Promise.withResolvers<never>()
    const settled = vi.fn<() => void>()
    const found = asking({ meta: () => hanging.promise, ...answers })
    found.then(settled, settled)
    await vi.advanceTimersByTimeAsync(499)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledOnce()
    expect(namesOf(await found)).toEqual(names)
  })

  it('are waited for three seconds where the source has no others', async () => {
    vi.useFakeTimers()
    const settled = vi.fn<() => void>()
    const found = asking({ meta: () => new Promise(() => {}) }, {}, ['meta'])
    found.then(settled, settled)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await found).toMatchObject([{ status: 'skipped', reason: 'offers no stream resource' }])
  })

  it('are not read from a source that is set up for other requests', async () => {
    const meta = async () => show
    expect(await asking({ meta }, { resources: ['meta'] })).toMatchObject([
      { status: 'skipped', streams: [], reason: 'is not set up for stream requests' },
    ])
    expect(namesOf(await asking({ meta }, { resources: ['stream'] }))).toEqual(['usual'])
    expect(namesOf(await asking({ meta }, { resources: both }))).toEqual(['embedded', 'usual'])
  })
})
