import { describe, expect, it } from 'vitest'
import { itemId, startRoutes } from '../../support/byte-routes.ts'
import { begins, gone, like, part, startFiles } from '../../support/dead-links.ts'
import { freePort } from '../../support/free-port.ts'
import { startUpstream } from '../../support/upstream.ts'

async function away(name: string) {
  return `http://127.0.0.1:${await freePort()}/${name}`
}

describe('A server that cannot be reached', () => {
  it('leaves its version as it was where no other server answers: our own network may be away', async () => {
    const hanging = await startUpstream(() => {})
    const routes = await startRoutes({
      results: [like(await away('a')), like(await away('b')), like(`${hanging.url}/c`)],
      beginTimes: { eachMs: 2_000, lastMs: 200 },
    })
    expect(await begins(routes, itemId)).toBe(503)
    expect(hanging.paths).toEqual(['/c'])
    expect(routes.dead).toEqual([])
    for (const { ref } of routes.versions) {
      expect(await routes.standIns.hasFailed(ref)).toBe(false)
    }
  })

  it.each([
    { answers: 'with the file', refusals: [], plays: 'film', dead: [] },
    { answers: 'that it is gone', refusals: gone, plays: 503, dead: ['links gamma status'] },
  ])('is dead once another one answers $answers', async ({ refusals, plays, dead }) => {
    const files = await startFiles()
    files.refuse('/film', ...refusals)
    const routes = await startRoutes({
      results: [
        like(await away('a')),
        like(await away('b'), { sourceId: 'beta' }),
        like(`${files.url}/film`, { sourceId: 'gamma' }),
      ],
    })
    expect(await begins(routes, itemId)).toBe(plays)
    expect(routes.dead).toEqual(['links alpha connect', 'links beta connect', ...dead])
  })

  it('gives way to another one, rather than to versions of its own', async () => {
    const files = await startFiles()
    const address = await away('a')
    const results = [address, `${address}b`, `${address}c`].map((url) => like(url))
    const routes = await startRoutes({
      results: [...results, like(`${files.url}/film`, { bingeGroup: 'two' })],
    })
    expect(await begins(routes, itemId)).toBe('film')
    expect(routes.dead).toEqual(['links alpha connect'])
  })

  describe('where no list of versions is kept', () => {
    it('gives way to what its sources still say in time', async () => {
      const files = await startFiles()
      const results = [like(await away('a')), like(`${files.url}/film`)]
      const routes = await startRoutes({ results, lookUpMs: 100 })
      expect(await begins(routes, itemId)).toBe('film')
    })

    it('gives way, once it has had its time, to what its sources name meanwhile', async () => {
      const [files, hanging] = [await startFiles(), await startUpstream(() => {})]
      const results = [like(`${hanging.url}/slow`), like(`${files.url}/film`)]
      const beginTimes = { eachMs: 200, lastMs: 60_000 }
      const routes = await startRoutes({ results, lookUpMs: 100, beginTimes })
      expect(await begins(routes, itemId)).toBe('film')
      expect(routes.dead).toEqual(['links alpha timeout'])
    })

    it('goes on once its server answers, though its sources name another one before the film', async () => {
      const files = await startFiles()
      const slow = await startUpstream((_request, response) => {
        setTimeout(() => {
          response.writeHead(200, { 'content-type': 'video/x-matroska' }).flushHeaders()
        }, 200)
        setTimeout(() => response.write('late'), 900)
      })
      const beginTimes = { eachMs: 100, lastMs: 60_000 }
      const results = [like(`${slow.url}/slow`), like(`${files.url}/film`)]
      const routes = await startRoutes({ results, lookUpMs: 500, beginTimes })
      expect(await begins(routes, itemId)).toBe('late')
      expect(files.paths).toEqual([])
      expect(routes.dead).toEqual([])
    })

    it('has the time of the last one where the sources name no other', async () => {
      const slow = await startUpstream((_request, response) => {
        setTimeout(() => {
          response.writeHead(200, { 'content-type': 'video/x-matroska' }).write('late')
        }, 600)
      })
      const beginTimes = { eachMs: 100, lastMs: 60_000 }
      const routes = await startRoutes({
        results: [like(`${slow.url}/slow`)],
        lookUpMs: 100,
        beginTimes,
      })
      expect(await begins(routes, itemId)).toBe('late')
      expect(slow.paths).toEqual(['/slow'])
    })

    it.each([
      ['the sources take long', { lookUpMs: 100 }],
      ['all time is over', { lastMs: 200, allMs: 200 }],
    ])('keeps no player waiting once %s', async (_what, beginTimes) => {
      const results = [like(await away('a')), like(await away('b'))]
      const routes = await startRoutes({ results, lookUpMs: 120_000, beginTimes })
      expect(await begins(routes, itemId)).toBe(503)
    })

    it('keeps no player waiting that is to be sent to another one', async () => {
      const files = await startFiles()
      const dead = await startUpstream((_request, response) => response.writeHead(404).end())
      const results = [like(`${dead.url}/dead`), like(`${files.url}/film`)]
      const beginTimes = { lookUpMs: 1_000 }
      const routes = await startRoutes({
        results,
        lookUpMs: 120_000,
        beginTimes,
        readsHeaders: true,
      })
      const { headers } = await routes.get(`/Videos/${itemId}/stream`)
      expect(headers.location).toBe(`${dead.url}/dead`)
    })
  })

  it('does not make a running film a dead one', async () => {
    const files = await startFiles()
    const routes = await startRoutes({ results: [like(`${files.url}/film`)] })
    expect(await begins(routes, itemId)).toBe('film')
    await files.close()
    expect(await begins(routes, itemId, part(5_000))).toBe(503)
    expect(await routes.standIns.hasFailed(routes.versions[0]!.ref)).toBe(false)
    expect(routes.dead).toEqual([])
  })
})
