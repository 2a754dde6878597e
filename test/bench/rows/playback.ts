import { richConfiguration } from '../configurations.ts'
import { signInApp, startLibrary, untilListed } from '../library.ts'
import { median } from '../numbers.ts'
import { withService } from '../service.ts'
import { startUpstream, variants } from '../upstream.ts'
import type { Row } from './row.ts'

const sources = 10
const count = 1_000
const films = 60
/** One search differs from the next by more than what is measured here, so the median is that of many pairs. */
const rounds = 24

/** What opening a film costs over the search itself, and what its kept list costs. */
export const playback: Row = async () => {
  const upstream = await startUpstream(undefined)
  const library = await startLibrary(2, films)
  try {
    return await withService(async (service) => {
      const rich = richConfiguration(`${upstream.url}/linked`, sources, count)
      const account = await service.createUser({
        ...rich,
        sources: [...rich.sources, library.source],
      })
      const app = await signInApp(service, account)
      await untilListed(service, app, films * 2)
      const list = `/Items?userId=${app.userId}&recursive=true&includeItemTypes=Movie&fields=ProviderIds&limit=${films}`
      const { Items } = JSON.parse((await service.get(list, app.headers)).body) as {
        Items: { Id: string; ProviderIds: { Imdb: string } }[]
      }
      const open = (id: string, body: object) =>
        service.post(`/Items/${id}/PlaybackInfo?userId=${app.userId}`, body, app.headers)

      const search = (id: string) =>
        service.get(`/api/v1/search?type=movie&id=${id}&format=true`, account)
      // Every release name that the sources have is met before anything is measured.
      for (const { ProviderIds } of Items.slice(0, variants)) await search(ProviderIds.Imdb)

      const above: number[] = []
      const kept: number[] = []
      const searched: number[] = []
      for (const [round, { Id, ProviderIds }] of Items.slice(0, rounds).entries()) {
        const took = { look: 0, compare: 0 }
        const look = async () => (took.look = (await open(Id, { Refresh: true })).ms)
        const compare = async () => (took.compare = (await search(ProviderIds.Imdb)).ms)
        // Neither always comes first.
        for (const work of round % 2 === 0 ? [look, compare] : [compare, look]) await work()
        above.push(took.look - took.compare)
        searched.push(took.compare)
        for (let again = 0; again < 3; again++) kept.push((await open(Id, {})).ms)
      }
      const searchMs = median(searched)
      return [
        {
          work: `PlaybackInfo, ${sources} × ${count}, above the search`,
          measured: Math.max(0, median(above)),
          unit: 'ms',
          target: { most: 10 },
          note: `the search takes ${searchMs.toFixed(0)} ms`,
        },
        {
          work: 'PlaybackInfo from the kept list',
          measured: median(kept),
          unit: 'ms',
          target: { most: 5 },
        },
      ]
    })
  } finally {
    await Promise.all([library.stop(), upstream.stop()])
  }
}
