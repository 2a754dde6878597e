import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateAnswer } from '../../support/jellyfin-schema.ts'
import { startListSource } from '../../support/list-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const old = '2005-05-01T00:00:00.000Z'
const { source, counts } = await startListSource({
  titles: [
    {
      id: 'tt1000001',
      type: 'movie',
      name: 'Listed Film',
      genres: ['Drama'],
      studios: ['Acme'],
      cast: ['Ada Actor'],
      director: ['Dora Director'],
    },
    { id: 'tt1000002', type: 'movie', name: 'Other Film', genres: ['Comedy'], studios: ['Acme'] },
    {
      id: 'tt1000003',
      type: 'movie',
      name: 'Found Elsewhere',
      genres: ['Noir'],
      studios: ['Small Studio'],
      cast: ['Eve Elsewhere'],
    },
    {
      id: 'tt2000001',
      type: 'series',
      name: 'Some Show',
      genres: ['Drama'],
      studios: ['Acme'],
      cast: ['Ada Actor', 'Bo Both'],
    },
    { id: 'tt2000002', type: 'series', name: 'Unopened Show', genres: ['Drama'] },
  ],
  catalogs: [
    { type: 'movie', id: 'films', name: 'Films', titles: ['tt1000001', 'tt1000002'] },
    { type: 'series', id: 'shows', name: 'Shows', titles: ['tt2000001', 'tt2000002'] },
  ],
  episodes: (id) =>
    [1, 2].map((episode) => ({
      id: `${id}:1:${episode}`,
      title: `Chapter ${episode === 1 ? 'one' : 'two'} of ${id}`,
      season: 1,
      episode,
      released: old,
    })),
  ends: afterAll,
})
const service = await startService({}, afterAll)
const owner = await service.createUser({ sources: [source] })
const { token } = await signInApp(service.url, owner)
const { itemIds } = service.service.services

const problems: string[] = []
async function ask(path: string, method = 'GET') {
  const response = await fetch(service.url + path, { method, headers: { 'x-emby-token': token } })
  const text = await response.text()
  const body = text === '' ? null : JSON.parse(text)
  problems.push(...validateAnswer(method, path.split('?')[0]!, response.status, body))
  if (response.status !== 200) throw new Error(`${response.status} ${path}`)
  return body
}
const namesOf = (page: { Items: { Name: string }[] }): string[] =>
  page.Items.map(({ Name }) => Name)
const names = async (path: string): Promise<string[]> => namesOf(await ask(path))

const titles = new Map<string, string>()
let configuration = 0
beforeAll(async () => {
  const { Items } = await ask('/Items?recursive=true&includeItemTypes=Movie,Series')
  for (const { Name, Id } of Items) titles.set(Name, Id)
  configuration = itemIds.decode(Items[0].Id)!.configuration
})

/** A film that no catalog lists, opened as from another app's link. */
async function openElsewhere() {
  const none = { season: null, episode: null, version: 0 }
  const ref = { configuration, kind: 'movie', space: 'imdb', number: 1_000_003, ...none } as const
  return ask(`/Items/${itemIds.encode(ref)}`)
}
const idOf = async (path: string, name: string): Promise<string> =>
  (await ask(path)).Items.find((item: { Name: string }) => item.Name === name).Id

describe('Episodes of series that were opened', () => {
  it('are unknown before, and no source is asked for them', async () => {
    const before = counts.meta
    expect(await names('/Items?recursive=true&includeItemTypes=Episode')).toEqual([])
    expect(await names('/Items?recursive=true&includeItemTypes=Episode&searchTerm=chap')).toEqual(
      [],
    )
    expect(counts.meta).toBe(before)
  })

  it('are listed and found, in the library, in the series and everywhere', async () => {
    const show = titles.get('Some Show')!
    await ask(`/Items/${show}`)
    const before = counts.meta
    const both = ['Chapter one of tt2000001', 'Chapter two of tt2000001']
    const shelves = await ask('/UserViews')
    const shelf = shelves.Items.find(({ Name }: { Name: string }) => Name === 'Shows').Id
    const episodes = 'recursive=true&includeItemTypes=Episode'
    for (const parent of ['', `&parentId=${show}`, `&parentId=${shelf}`]) {
      expect(await names(`/Items?${episodes}${parent}`)).toEqual(both)
      const sorted = `${episodes}${parent}&sortBy=SeriesSortName,SortName&sortOrder=Descending`
      expect(await names(`/Items?${sorted}`)).toEqual(both.toReversed())
      expect(await names(`/Items?${episodes}${parent}&searchTerm=chapter%20two`)).toEqual([both[1]])
      expect(await names(`/Items?${episodes}${parent}&searchTerm=nothing`)).toEqual([])
      const page = await ask(`/Items?${episodes}${parent}&startIndex=1&limit=1`)
      expect(page).toMatchObject({ TotalRecordCount: 2, StartIndex: 1, Items: [{ Name: both[1] }] })
    }
    expect(await names(`/Items?${episodes}&parentId=${shelves.Items[0].Id}`)).toEqual([])
    const seasons = await names(`/Items?recursive=true&includeItemTypes=Season&parentId=${shelf}`)
    expect(seasons).toEqual(['Season 1'])
    expect(counts.meta).toBe(before)
  })

  it('are among what is found without naming types in hints, each kind unless it is left out', async () => {
    const hints = async (more: string): Promise<string[]> => {
      const { SearchHints, TotalRecordCount } = await ask(`/Search/Hints?${more}`)
      expect(TotalRecordCount).toBe(SearchHints.length)
      return SearchHints.map(({ Type, Name }: { Type: string; Name: string }) => `${Type} ${Name}`)
    }
    expect(await hints('searchTerm=chapter%20one')).toEqual(['Episode Chapter one of tt2000001'])
    expect(await hints('searchTerm=ada')).toEqual(['Person Ada Actor'])
    expect(await hints('searchTerm=dr')).toEqual(['Genre Drama'])
    expect(await hints('searchTerm=acme&includeMedia=false')).toEqual(['Studio Acme'])
    expect(await hints('searchTerm=ada&includePeople=false')).toEqual([])
    expect(await hints('searchTerm=film&includeItemTypes=Movie')).toEqual([
      'Movie Listed Film',
      'Movie Other Film',
    ])
    expect(await hints('searchTerm=film&includeItemTypes=Audio')).toEqual([])
    expect(await hints('searchTerm=')).toEqual([])
  })
})

describe('The page of a person, studio or genre', () => {
  it.each([
    ['Persons', 'Ada Actor', 'personIds', { MovieCount: 1, SeriesCount: 1, EpisodeCount: 0 }],
    ['Persons', 'Dora Director', 'personIds', { MovieCount: 1, SeriesCount: 0, EpisodeCount: 0 }],
    ['Studios', 'Acme', 'studioIds', { MovieCount: 2, SeriesCount: 1, EpisodeCount: 2 }],
    ['Genres', 'Drama', 'genreIds', { MovieCount: 1, SeriesCount: 2, EpisodeCount: 2 }],
    ['Genres', 'Comedy', 'genreIds', { MovieCount: 1, SeriesCount: 0, EpisodeCount: 0 }],
  ])('of %s: %s counts what its lists show', async (path, name, parameter, expected) => {
    const id = await idOf(`/${path}`, name)
    expect(await ask(`/Items/${id}`)).toMatchObject(expected)
    expect(await ask(`/${path}/${encodeURIComponent(name)}`)).toMatchObject({ Id: id, ...expected })
    for (const [type, count] of [
      ['Movie', expected.MovieCount],
      ['Series', expected.SeriesCount],
      ['Episode', expected.EpisodeCount],
    ] as const) {
      const query = `recursive=true&includeItemTypes=${type}&${parameter}=${id}&sortBy=SortName`
      const page = await ask(`/Items?${query}`)
      expect([type, page.TotalRecordCount]).toEqual([type, count])
      expect(page.Items).toHaveLength(count)
    }
  })

  it('counts a title that was opened, though no catalog lists it', async () => {
    const film = await openElsewhere()
    expect(film.DateCreated).toEqual(expect.any(String))
    const [person] = film.People
    const [studio] = film.Studios
    const [genre] = film.GenreItems
    for (const [parameter, { Id }] of [
      ['personIds', person],
      ['studioIds', studio],
      ['genreIds', genre],
    ]) {
      expect(await ask(`/Items/${Id}`)).toMatchObject({ MovieCount: 1, SeriesCount: 0 })
      const query = `recursive=true&includeItemTypes=Movie&${parameter}=${Id}`
      expect(await names(`/Items?${query}`)).toEqual(['Found Elsewhere'])
    }
    expect(await names('/Items?recursive=true&includeItemTypes=Movie')).not.toContain(film.Name)
  })
})

describe('People', () => {
  it('of titles that were opened are found by their names', async () => {
    expect(await names('/Persons?searchTerm=eve')).toEqual(['Eve Elsewhere'])
    expect(await names('/Persons?searchTerm=elsewhere%20eve')).toEqual(['Eve Elsewhere'])
    const items = '/Items?recursive=true&includeItemTypes=Person'
    expect(await names(`${items}&searchTerm=eve`)).toEqual(['Eve Elsewhere'])
    expect(await names(`${items}&searchTerm=bo&startIndex=0&limit=1`)).toEqual(['Bo Both'])
    expect(await names('/Items?recursive=true&includeItemTypes=Movie,Person&searchTerm=e')).toEqual(
      ['Eve Elsewhere', 'Listed Film', 'Other Film', 'Dora Director'],
    )
  })

  it('are those of one title, or of one part in it', async () => {
    const film = titles.get('Listed Film')!
    expect(await names(`/Persons?appearsInItemId=${film}`)).toEqual(['Ada Actor', 'Dora Director'])
    expect(await names('/Persons?personTypes=Director')).toEqual(['Dora Director'])
    expect(await names('/Persons?excludePersonTypes=Actor')).toEqual(['Dora Director'])
  })
})

describe.each([
  ['Persons', 'Person', 'Bo Both'],
  ['Studios', 'Studio', 'Acme'],
  ['Genres', 'Genre', 'Comedy'],
])('Favourite %s', (path, type, name) => {
  it('are listed alone, and left out, where that is asked', async () => {
    const all = await names(`/${path}`)
    const id = await idOf(`/${path}`, name)
    const items = `/Items?recursive=true&includeItemTypes=${type}`
    for (const query of [`/${path}?filters=IsFavorite`, `/${path}?isFavorite=true`])
      expect(await names(query)).toEqual([])
    await ask(`/UserFavoriteItems/${id}`, 'POST')
    for (const query of [
      `/${path}?filters=IsFavorite`,
      `/${path}?isFavorite=true&sortBy=SortName`,
      `${items}&filters=IsFavorite`,
      `${items}&isFavorite=true`,
    ]) {
      const page = await ask(query)
      expect(page).toMatchObject({ TotalRecordCount: 1, Items: [{ Id: id, Name: name }] })
      expect(page.Items[0].UserData.IsFavorite).toBe(true)
    }
    const others = all.filter((one) => one !== name)
    expect(await names(`/${path}?isFavorite=false`)).toEqual(others)
    expect(await names(`${items}&isFavorite=false&sortBy=SortName`)).toEqual(others)
    expect(await names(`/${path}?filters=Likes`)).toEqual([])
    expect(await names(`/Artists?filters=IsFavorite`)).toEqual([])
  })
})

describe('A list of genres', () => {
  it('goes from any letter to any other, either way, and leaves out what is excluded', async () => {
    expect(await names('/Genres?nameStartsWith=c')).toEqual(['Comedy'])
    expect(await names('/Genres?nameStartsWithOrGreater=d&nameLessThan=e')).toEqual(['Drama'])
    const all = await names('/Genres')
    expect(await names('/Genres?sortBy=SortName&sortOrder=Descending')).toEqual(all.toReversed())
    expect(await names('/Genres?includeItemTypes=Series')).toEqual(['Drama'])
    expect(await names('/Genres?includeItemTypes=Audio')).toEqual([])
    const id = await idOf('/Genres', 'Drama')
    expect(await names(`/Genres?excludeItemIds=${id}`)).toEqual(
      all.filter((one) => one !== 'Drama'),
    )
  })
})

describe('The counts of everything', () => {
  it('hold the episodes that are known, and favourites alone where that is asked', async () => {
    const counted = { MovieCount: 2, SeriesCount: 2, EpisodeCount: 2, ItemCount: 6 }
    expect(await ask('/Items/Counts')).toMatchObject(counted)
    await ask(`/UserFavoriteItems/${titles.get('Other Film')}`, 'POST')
    const favorites = { MovieCount: 1, SeriesCount: 0, EpisodeCount: 0, ItemCount: 1 }
    expect(await ask('/Items/Counts?isFavorite=true')).toMatchObject(favorites)
  })
})

describe('All these answers', () => {
  it('are as the standard describes them', () => {
    expect(problems).toEqual([])
  })
})
