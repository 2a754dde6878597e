import { describe, expect, it } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { statementsOf } from '../../support/statements.ts'

const figures =
  'breaker { state } buckets { from asked answered failed results kept deadLinks p50 }'
const areas = ['STREAMS', 'METADATA', 'CATALOGS', 'SUBTITLES']

describe('The health of sources by area', () => {
  it.each(['UTC', 'Asia/Kolkata'])(
    'has what each area has by itself, and asks the database for all at once: %s',
    async (timeZone) => {
      const service = await startService()
      const { source } = await startFilmSource({ films: 3, series: 1 })
      const auth = await service.createUser({ sources: [source], mediaServer: {} })
      const { token } = await signInApp(service.url, auth)
      const get = async (path: string) => {
        const answer = await fetch(service.url + path, { headers: { 'x-emby-token': token } })
        return (await answer.json()) as { Items: { Id: string }[] }
      }
      const { Items } = await get('/Items?recursive=true&includeItemTypes=Movie')
      await get(`/Items/${Items[0]!.Id}`)
      await service.request('/api/v1/search?type=movie&id=tt1000000', { auth })
      const range = `from: "${new Date(Date.now() - 86_400_000).toISOString()}", bucket: DAY, timeZone: "${timeZone}"`
      const ask = async (query: string) => (await service.graphql(query, { auth })).data

      const each = areas.map(
        (area) => `${area}: sourceHealth(${range}, area: ${area}) { ${figures} }`,
      )
      const alone = await ask(`{ ${each.join(' ')} }`)
      const query = `{ sourceHealthByArea(${range}) { source { name } breaker { state } areas { area ${figures} } } }`
      const { sourceHealthByArea } = await ask(query)
      expect(sourceHealthByArea).toEqual([
        {
          source: { name: source.name },
          breaker: { state: 'CLOSED' },
          areas: areas.map((area) => ({ area, ...alone[area][0] })),
        },
      ])
      const buckets = sourceHealthByArea[0].areas[0].buckets as { from: string }[]
      // An hour counts for the day in which it begins, also where midnight lies within it.
      const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000
      const today = buckets.findLast(({ from }) => Date.parse(from) <= hour)
      expect(today).toMatchObject({ asked: 2, failed: 0 })
      const statements = await statementsOf(() => ask(query))
      const ofHealth = statements.filter((sql) => sql.includes('source_health'))
      expect(ofHealth).toHaveLength(1)
    },
  )
})
