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
