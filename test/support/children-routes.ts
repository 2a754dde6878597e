import { mediaRoutes } from '../../src/http/media-server/routes.ts'
import { serviceRoutes } from '../../src/http/media-server/service-routes.ts'
import { mark } from './children-home.ts'
import type { startChildrenHome } from './children-home.ts'
import { routeOptions } from './route-options.ts'

type Home = Awaited<ReturnType<typeof startChildrenHome>>

export const routes = [...mediaRoutes(routeOptions), ...serviceRoutes({} as never, routeOptions)]
/** What would end the walk, or the sign-in of who walks. */
const endsIt =
  /logout|password|quickconnect|authenticate|import|auth\/keys|playlists|collections|\/Devices/i

/** Asks in the name of a user for everything that the routes may tell. */
export function walkRoutes({ send, ids, gentle, subtitles, playlist, collection, hidden }: Home) {
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

  function pathsOf(path: string, userId: string): readonly string[] {
    const usual: Record<string, string> = { userId, type: 'Primary', format: 'vtt', index: '0' }
    if (path.includes('Subtitles')) usual['index'] = String(subtitles)
    const filled = path.replaceAll(/:(\w+)/g, (whole, name: string) => usual[name] ?? whole)
    if (!filled.includes(':')) return [filled]
    return [...all, gentle, playlist, collection, hidden, `Rex ${mark}`, `${mark} genre`].map(
      (id) => encodeURI(filled.replaceAll(/:\w+/g, id)),
    )
  }

  /** Every route with every id of what is forbidden: those whose answers tell something of it, or an id that was not asked for. */
  async function telling({ token, userId }: Home['kim']): Promise<readonly string[]> {
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

  return telling
}
