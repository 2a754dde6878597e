import { describe, expect, it, vi } from 'vitest'
import type { Cache } from '../../../src/cache/cache.ts'
import { createMemoryCache } from '../../../src/cache/memory.ts'
import { createSealer } from '../../../src/security/seal.ts'
import { createStoredCache } from '../../../src/storage/repositories/stored-answers.ts'
import { dialects } from '../../support/dialects.ts'
import { source } from '../../support/sources.ts'
import {
  day,
  hour,
  inTurn,
  keepFor,
  openStremioClient,
  streams,
} from '../../support/stremio-client.ts'
import { until, untilSteady } from '../../support/until.ts'
import { json, startUpstream, status, type Handler } from '../../support/upstream.ts'

describe('a Stremio client with a cache', () => {
  async function start(...handlers: Handler[]) {
    const upstream = await startUpstream(inTurn(...handlers))
    const memory = createMemoryCache({ maxBytes: 10e6 })
    const set = vi.fn<Cache['set']>((...entry) => memory.set(...entry))
    const { client, pass } = openStremioClient({
      cache: { ...memory, set },
      stored: { ...memory, set },
    })
    const addon = source({ url: upstream.url, timeout: 2_000 })
    async function ask() {
      const { value, fromCache } = await client.streams(addon, 'movie', 'tt1')
      return [value[0]?.name, fromCache]
    }
    /** Keeping an answer takes a moment longer than giving it. */
    const kept = async (answers: number) => {
      await expect.poll(() => set).toHaveBeenCalledTimes(answers)
    }
    return { upstream, pass, ask, kept, client, addon }
  }

  it('asks again each time where the answer does not say how long it keeps', async () => {
    const { ask, upstream } = await start(streams('A'), streams('B'))
    expect([await ask(), await ask()]).toEqual([
      ['A', null],
      ['B', null],
    ])
    expect(upstream.paths).toHaveLength(2)
  })

  it('answers from the cache as long as the answer allows', async () => {
    const { ask, kept, pass } = await start(streams('A', keepFor(60)), streams('B', keepFor(60)))
    expect(await ask()).toEqual(['A', null])
    await kept(1)
    pass(59)
    expect(await ask()).toEqual(['A', 'fresh'])
    pass(2)
    expect(await ask()).toEqual(['B', null])
  })

  it('answers at once with what may be renewed behind, and renews it once', async () => {
    const { ask, kept, pass, upstream } = await start(
      streams('A', keepFor(60, ', stale-while-revalidate=60')),
      streams('B', keepFor(60)),
    )
    await ask()
    await kept(1)
    pass(61)
    expect(await ask()).toEqual(['A', 'stale'])
    await kept(2)
    expect(await ask()).toEqual(['B', 'fresh'])
    expect(upstream.paths).toHaveLength(2)
  })

  it('falls back to a kept answer where the source fails and the answer allows it', async () => {
    const { ask, kept, pass } = await start(
      streams('A', keepFor(60, ', stale-if-error=100')),
      status(503),
    )
    await ask()
    await kept(1)
    pass(61)
    expect(await ask()).toEqual(['A', 'stale'])
    pass(100)
    await expect(ask()).rejects.toMatchObject({ kind: 'status' })
  })

  it('keeps no failure', async () => {
    const { ask } = await start(
      (_request, response) => response.writeHead(500, keepFor(60)).end('{}'),
      json({ err: 'x' }, keepFor(60)),
      streams('A'),
    )
    await expect(ask()).rejects.toMatchObject({ kind: 'status' })
    await expect(ask()).rejects.toMatchObject({ kind: 'invalid' })
    expect(await ask()).toEqual(['A', null])
  })

  it('keeps nothing that shows a secret as a key, nor a readable body', async () => {
    const stored: [string, string][] = []
    const cache = {
      ...createMemoryCache({ maxBytes: 1e6 }),
      set: (key: string, value: Uint8Array) => {
        stored.push([key, Buffer.from(value).toString('latin1')])
        return Promise.resolve()
      },
    }
    const upstream = await startUpstream(streams('A', keepFor(60)))
    const { client } = openStremioClient({ cache })
    await client.streams(source({ url: `${upstream.url}/hunter2/manifest.json` }), 'movie', 'tt1')
    await expect.poll(() => stored).toHaveLength(1)
    expect(stored[0]![0]).toMatch(/^source:[\w-]{43}$/)
    expect(stored[0]!.join()).not.toContain('hunter2')
  })

  it('survives a damaged entry', async () => {
    const cache = createMemoryCache({ maxBytes: 1e6 })
    const upstream = await startUpstream(streams('A'))
    const damaged = { ...cache, get: () => Promise.resolve(new Uint8Array(60).fill(0x7f)) }
    const { client } = openStremioClient({ cache: damaged })
    const { value } = await client.streams(source({ url: upstream.url }), 'movie', 'tt1')
    expect(value).toHaveLength(1)
  })

  it('holds a manifest in memory by the bytes of its answer, whatever its resources share', async () => {
    const long = Array.from({ length: 200 }, (_, index) => `${index}`.padEnd(2_000, 'x'))
    const resources = Array.from({ length: 50 }, () => 'stream')
    const upstream = await startUpstream(json({ types: long, idPrefixes: long, resources }))
    const { client } = openStremioClient()
    const addon = source({ url: `${upstream.url}/manifest.json` })
    const { value } = await client.manifest(addon)
    expect(value.resources).toHaveLength(50)
    expect((await client.manifest(addon)).value).toBe(value)
    expect(upstream.paths).toHaveLength(1)
  })

  it('keeps a manifest for minutes, renews it behind for a month, and survives an outage of three', async () => {
    const named = (name: string) =>
      json({ name, resources: ['stream'] }, { 'cache-control': 'no-store' })
    const { client, addon, kept, pass, upstream } = await start(named('A'), named('B'), status(503))
    const ask = async () => {
      const { value, fromCache } = await client.manifest(addon)
      return [value.name, fromCache]
    }
    expect(await ask()).toEqual(['A', null])
    await kept(1)
    expect(await ask()).toEqual(['A', 'fresh'])
    pass(11 * 60)
    expect(await ask()).toEqual(['A', 'stale'])
    await kept(2)
    expect(await ask()).toEqual(['B', 'fresh'])
    pass(29 * day)
    expect(await ask()).toEqual(['B', 'stale'])
    await expect.poll(() => upstream.paths).toHaveLength(3)
    pass(60 * day)
    expect(await ask()).toEqual(['B', 'stale'])
    pass(2 * day)
    await expect(ask()).rejects.toMatchObject({ kind: 'status' })
  })
})

const sealer = createSealer(new Uint8Array(32), 'test', { packs: false })

describe.each(dialects)('a Stremio client that stores in $name', ({ skip, openMigrated }) => {
  const titles = (name: string, headers: Record<string, string> = {}) =>
    json({ metas: [{ id: 'tt1', name }], meta: { id: 'tt1', name } }, headers)

  async function start(...handlers: Handler[]) {
    const db = await openMigrated()
    const upstream = await startUpstream(inTurn(...handlers))
    const addon = source({ url: upstream.url, timeout: 2_000 })
    /** A client as after a start of the service, some seconds after the first one's. */
    function restart(seconds: number) {
      let kept = 0
      const counted = <T extends Pick<Cache, 'set'>>(cache: T): T => ({
        ...cache,
        set: (...entry) => {
          kept += 1
          return cache.set(...entry)
        },
      })
      const stored = counted(createStoredCache(db, { sealer }))
      const now = Date.now() + seconds * 1_000
      const cache = counted(createMemoryCache({ maxBytes: 10e6 }))
      const { client } = openStremioClient({ cache, stored, now: () => now })
      async function after<T extends { fromCache: string | null }>(asking: Promise<T>): Promise<T> {
        const before = kept
        const answer = await asking
        if (answer.fromCache === null) await until('it to be kept', () => kept > before)
        // What is renewed behind may fail, and then nothing is kept.
        if (answer.fromCache === 'stale') await untilSteady('what is renewed', () => kept, 50)
        await stored.close()
        return answer
      }
      const catalog = async (extra: Record<string, string> = {}) => {
        const { value, fromCache } = await after(client.catalog(addon, 'movie', 'top', extra))
        return [value[0]?.name, fromCache]
      }
      const meta = async () => {
        const { value, fromCache } = await after(client.meta(addon, 'movie', 'tt1'))
        return [value?.name, fromCache]
      }
      const manifest = async () => (await after(client.manifest(addon))).value.name
      return { catalog, meta, manifest }
    }
    return { upstream, restart }
  }

  it.skipIf(skip)(
    'has manifest, titles and catalogs when its source is down after a restart',
    async () => {
      const named = json({ name: 'Addon', resources: ['stream'] })
      const { restart, upstream } = await start(named, titles('A'), titles('A'), status(503))
      const first = restart(0)
      expect([await first.manifest(), await first.catalog(), await first.meta()]).toEqual([
        'Addon',
        ['A', null],
        ['A', null],
      ])
      await upstream.close()
      for (const [seconds, fromCache] of [
        [hour / 2, 'fresh'],
        [20 * day, 'stale'],
        [60 * day, 'stale'],
      ] as const) {
        const next = restart(seconds)
        expect([await next.manifest(), await next.catalog(), await next.meta()]).toEqual([
          'Addon',
          ['A', fromCache],
          ['A', fromCache],
        ])
      }
      const last = restart(91 * day)
      await expect(last.catalog()).rejects.toMatchObject({ kind: 'connect' })
      await expect(last.meta()).rejects.toMatchObject({ kind: 'connect' })
    },
  )

  it.skipIf(skip)('shows a list as it was while it renews it behind', async () => {
    const { restart, upstream } = await start(titles('A'), titles('B'))
    expect(await restart(0).catalog()).toEqual(['A', null])
    expect(await restart(2 * hour).catalog()).toEqual(['A', 'stale'])
    await expect.poll(async () => restart(2 * hour + 1).catalog()).toEqual(['B', 'fresh'])
    expect(upstream.paths).toHaveLength(2)
  })

  it.skipIf(skip)('asks a source that has a fault again only after a while', async () => {
    const { restart, upstream } = await start(titles('A'), status(500))
    await restart(0).catalog()
    const later = restart(2 * hour)
    for (let i = 0; i < 5; i += 1) expect(await later.catalog()).toEqual(['A', 'stale'])
    expect(upstream.paths).toHaveLength(2)
  })

  it.skipIf(skip).each([
    { says: {}, freshFor: hour },
    { says: keepFor(5), freshFor: 10 * 60 },
    { says: { 'cache-control': 'no-store' }, freshFor: 10 * 60 },
    { says: keepFor(3 * hour), freshFor: 3 * hour },
    { says: keepFor(5 * day), freshFor: day },
  ])('takes a catalog for new for $freshFor s where it says $says', async ({ says, freshFor }) => {
    const { restart } = await start(titles('A', says))
    await restart(0).catalog()
    expect(await restart(freshFor - 30).catalog()).toEqual(['A', 'fresh'])
    expect(await restart(freshFor + 30).catalog()).toEqual(['A', 'stale'])
  })

  it.skipIf(skip)(
    'soon asks again for a list that is empty or a title that is unknown',
    async () => {
      const { restart } = await start(json({ metas: [] }), json({ meta: null }), titles('A'))
      const first = restart(0)
      expect([await first.catalog(), await first.meta()]).toEqual([
        [undefined, null],
        [undefined, null],
      ])
      const soon = restart(5 * 60)
      expect([await soon.catalog(), await soon.meta()]).toEqual([
        [undefined, 'fresh'],
        [undefined, 'fresh'],
      ])
      const later = restart(11 * 60)
      expect([await later.catalog(), await later.meta()]).toEqual([
        ['A', null],
        ['A', null],
      ])
    },
  )

  it.skipIf(skip)('does not store what somebody typed', async () => {
    const { restart } = await start(titles('A'), titles('B'))
    const first = restart(0)
    expect(await first.catalog({ search: 'x' })).toEqual(['A', null])
    await expect.poll(async () => first.catalog({ search: 'x' })).toEqual(['A', 'fresh'])
    expect(await restart(1).catalog({ search: 'x' })).toEqual(['B', null])
  })
})
