import { afterAll, describe, expect, it } from 'vitest'
import { startChildrenHome } from '../support/children-home.ts'
import { routes, walkRoutes } from '../support/children-routes.ts'

const home = await startChildrenHome(afterAll)
const { send, ids, gentle, subtitles, kim, bob } = home

/** Every route of one title, filled in with a title that Kim may watch and a version of another one. */
const asks = routes
  .filter(({ method, path }) => method !== 'DELETE' && path.includes(':itemId'))
  .map(({ method, path }) => {
    const filled = path
      .replaceAll(':itemId', gentle)
      .replaceAll(':mediaSourceId', ids.version)
      .replaceAll(':index', String(subtitles))
      .replaceAll(/:format|:container/g, 'vtt')
      .replaceAll(':type', 'Primary')
      .replaceAll(':userId', kim.userId)
    return { method, path: `${filled}?mediaSourceId=${ids.version}` }
  })

describe('Addresses of what Kim may not watch', () => {
  it('open without a token where apps send none, as nobody can guess them, and nowhere else', async () => {
    expect(await walkRoutes(home)({ ...kim, token: '' })).toEqual([
      'GET /Items/:itemId/Images/:type',
      'GET /Items/:itemId/Images/:type/:index',
      'GET /Items/:itemId/Images/:type/:index/:tag/:format/:maxWidth/:maxHeight/:percentPlayed/:unplayedCount',
      'GET /Videos/:itemId/stream',
      'GET /Videos/:itemId/stream.:container',
      'GET /Videos/:itemId/:mediaSourceId/Subtitles/:index/Stream.:format',
      'GET /Videos/:itemId/:mediaSourceId/Subtitles/:index/:startTicks/Stream.:format',
    ])
  }, 120_000)

  it('open for Kim under no title that Kim may watch', async () => {
    const found: string[] = []
    for (const { method, path } of asks) {
      const body = method === 'POST' ? { MediaSourceId: ids.version } : undefined
      if ((await send(kim.token, method, path, body)).tells) found.push(`${method} ${path}`)
    }
    expect(found).toEqual([])
    const own = `/Videos/${ids.film}/stream?mediaSourceId=${ids.version}`
    expect((await send(kim.token, 'GET', own)).tells).toBe(false)
    expect((await send(bob.token, 'GET', own)).tells).toBe(true)
  }, 60_000)
})
