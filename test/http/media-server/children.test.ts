import { afterAll, describe, expect, it } from 'vitest'
import { mediaRoutes } from '../../../src/http/media-server/routes.ts'
import { serviceRoutes } from '../../../src/http/media-server/service-routes.ts'
import { mark, startChildrenHome } from '../../support/children-home.ts'

const home = await startChildrenHome(afterAll)
const { send, ids, gentle, subtitles, playlist, collection, hidden, kim, bob } = home

const server = {
  serverId: '',
  serverName: '',
  prefix: 'media',
  logoUrl: null,
  configureUrl: () => null,
  pinSignIn: false,
  fillers: false,
  version: { tag: '', channel: '', commit: null },
}
const routes = [...mediaRoutes(server), ...serviceRoutes({} as never, server)]
const all = Object.values(ids)
const fields = 'fields=Overview,People,MediaSources,MediaStreams,Genres,Path,Chapters'
const kinds = 'includeItemTypes=Movie,Series,Season,Episode,Person,Genre,BoxSet'

const questions = [
  fields,
  `recursive=true&${kinds}&${fields}`,
  `recursive=true&searchTerm=${mark}`,
  `recursive=true&filters=IsPlayed&${kinds}`,
  `recursive=true&filters=IsFavorite&${kinds}`,
  'recursive=true&filters=IsResumable&mediaTypes=Video',
  `ids=${all.join(',')}&${fields}`,
  `recursive=true&parentId=${ids.show}`,
  `recursive=true&parentId=${ids.genre}`,
  `recursive=true&seriesId=${ids.show}`,
  `recursive=true&personIds=${ids.person}`,
  `recursive=true&genreIds=${ids.genre}`,
  `itemId=${ids.film}`,
  `adjacentTo=${ids.episode}`,
  `person=Rex%20${mark}&recursive=true`,
  `parentId=${playlist}&${fields}`,
  `parentId=${collection}&${fields}`,
  `parentId=${hidden}&${fields}`,
  `ids=${collection},${hidden}&${fields}`,
  `genres=${mark}%20genre&recursive=true`,
]

/** What would end the walk, or the sign-in of who walks. */
const endsIt =
  /logout|password|quickconnect|authenticate|import|auth\/keys|playlists|collections|\/Devices/i

function pathsOf(path: string, userId: string): readonly string[] {
  const usual: Record<string, string> = { userId, type: 'Primary', format: 'vtt', index: '0' }
  if (path.includes('Subtitles')) usual['index'] = String(subtitles)
  const filled = path.replaceAll(/:(\w+)/g, (whole, name: string) => usual[name] ?? whole)
  if (!filled.includes(':')) return [filled]
  return [...all, gentle, playlist, collection, hidden, `Rex ${mark}`, `${mark} genre`].map((id) =>
    encodeURI(filled.replaceAll(/:\w+/g, id)),
  )
}

/** Every route with every id of what is forbidden: those whose answers tell something of it, or an id that was not asked for. */
async function telling({ token, userId }: typeof kim): Promise<readonly string[]> {
  const found = new Set<string>()
  for (const { method, path } of routes) {
    if (method !== 'GET' && endsIt.test(path)) continue
    const own = pathsOf(path, userId)
    const asked = path.includes(':') ? [fields] : questions
    for (const one of own) {
      for (const question of method === 'GET' ? asked : [fields]) {
        const bodies = method === 'POST' ? all.map((ItemId) => ({ ItemId })) : [undefined]
        for (const body of one === own[0] || method === 'GET' ? bodies : bodies.slice(0, 1)) {
          const asks = `${one}?${question}`
          const { tells, text } = await send(token, method, asks, body)
          const given = asks + JSON.stringify(body)
          const isNamed = all.some((id) => text.includes(id) && !given.includes(id))
          if (tells || isNamed) found.add(`${method} ${path}`)
        }
      }
    }
  }
  return [...found]
}

describe('What a user may not watch', () => {
  it('is told by no route, whatever id or question it gets', { timeout: 120_000 }, async () => {
    expect(await telling(kim)).toEqual([])
    expect((await send(kim.token, 'GET', '/Users/Me')).status).toBe(200)
    expect((await send(kim.token, 'GET', '/Items?recursive=true')).text).toContain('meadow')
  })

  it('is told to others by all of these', { timeout: 120_000 }, async () => {
    expect((await telling(bob)).toSorted()).toMatchInlineSnapshot(`
      [
        "GET /Genres",
        "GET /Genres/:name",
        "GET /Items",
        "GET /Items/:itemId",
        "GET /Items/:itemId/Ancestors",
        "GET /Items/:itemId/Images/:type",
        "GET /Items/:itemId/Images/:type/:index",
        "GET /Items/:itemId/Images/:type/:index/:tag/:format/:maxWidth/:maxHeight/:percentPlayed/:unplayedCount",
        "GET /Items/:itemId/PlaybackInfo",
        "GET /Items/:itemId/Similar",
        "GET /Items/Filters",
        "GET /Items/Filters2",
        "GET /Items/Latest",
        "GET /Items/Suggestions",
        "GET /Movies/:itemId/Similar",
        "GET /Persons",
        "GET /Playlists/:playlistId",
        "GET /Playlists/:playlistId/Items",
        "GET /Search/Hints",
        "GET /Service/History",
        "GET /Service/History/Export",
        "GET /Sessions",
        "GET /Shows/:itemId/Similar",
        "GET /Shows/:seriesId/Episodes",
        "GET /Shows/:seriesId/Seasons",
        "GET /Shows/NextUp",
        "GET /Trailers/:itemId/Similar",
        "GET /UserItems/Resume",
        "GET /Users/:userId/Items/:itemId",
        "GET /Users/:userId/Items/Latest",
        "GET /Users/:userId/Items/Resume",
        "GET /Users/:userId/Suggestions",
        "GET /Videos/:itemId/:mediaSourceId/Subtitles/:index/:startTicks/Stream.:format",
        "GET /Videos/:itemId/:mediaSourceId/Subtitles/:index/Stream.:format",
        "GET /Videos/:itemId/stream",
        "GET /Videos/:itemId/stream.:container",
        "POST /Items/:itemId/PlaybackInfo",
      ]
    `)
  })
})
