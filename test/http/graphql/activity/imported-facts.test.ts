import { afterAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../../../support/activity-home.ts'
import { seriesId, filmId } from '../../../support/film-source.ts'

const home = await startActivityHome(afterAll)
const { service } = home
const watched = (more: object) => ({ watched_at: '2024-05-02T20:00:00.000Z', ...more })
const file = JSON.stringify([
  watched({ type: 'movie', movie: { title: 'Film 5', runtime: 90, ids: { imdb: filmId(5) } } }),
  watched({ type: 'movie', movie: { title: 'Lost', runtime: 90, ids: { imdb: 'tt0000001' } } }),
  watched({
    type: 'episode',
    episode: { season: 1, number: 1, title: 'Part 1.1', runtime: 40 },
    show: { title: 'Show 0', ids: { imdb: seriesId(0) } },
  }),
])
const importing = 'mutation ($file: String!) { importHistory(file: $file) { plays } }'
await home.ask('Olga', importing, { file })
const { itemIds, users, library } = service.service.services
const { configuration } = itemIds.decode(home.ids['Olga']!)!
const household = (await users.anyHousehold(configuration))!
const { missingFacts } = library
const never = new AbortController().signal
const ask = (space: 'movie' | 'series', titleKey: string) =>
  missingFacts.ask(household, { space, titleKey }, never)

describe('What sources tell of imported titles', () => {
  it('makes genres of their plays, and series that were left, known', async () => {
    const document =
      '{ abandoned { name played episodes } topGenres { name plays } topPeople { plays } }'
    expect(await home.ask('Olga', document)).toEqual({
      abandoned: [],
      topGenres: [],
      topPeople: [],
    })
    expect(await missingFacts.canAsk(household, never)).toBe(true)
    expect(await ask('movie', filmId(5))).toBe('found')
    expect(await ask('series', seriesId(0))).toBe('found')
    expect(await ask('movie', 'tt0000001')).toBe('unknown')
    const { abandoned, topGenres, topPeople } = await home.ask('Olga', document)
    expect(abandoned).toMatchObject([{ name: 'Show 0', played: 1 }])
    expect(abandoned[0].episodes).toBeGreaterThan(1)
    expect(topGenres.length).toBeGreaterThan(1)
    expect(topPeople.length).toBeGreaterThan(0)
  })

  it('is not asked for by what is no id', async () => {
    expect(await ask('series', 'genre:Drama')).toBe('unknown')
    expect(await ask('movie', 'sha256:00')).toBe('unknown')
  })
})
