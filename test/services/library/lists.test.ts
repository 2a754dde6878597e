import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { json, startUpstream } from '../../support/upstream.ts'

type Preview = { id: string; type: string; name: string; [field: string]: unknown }
type Item = { Id: string; Name: string; Type: string; UserData: { Played: boolean } }

const movie = (id: string, name: string, values: object = {}): Preview => ({
  id,
  type: 'movie',
  name,
  ...values,
})

const films = [
  movie('tmdb:550', 'Shared Number', { releaseInfo: '1999' }),
  movie('tt0133093', 'The Matrix', {
    moviedb_id: 603,
    certification: 'R',
    releaseInfo: '1999',
    genres: ['Action'],
    studios: ['Warner'],
    cast: ['Keanu Reeves'],
    imdbRating: '8.7',
  }),
  movie('tt0234215', 'Reloaded', { certification: 'R', releaseInfo: '2003', runtime: '138 min' }),
  movie('tt0000101', 'Wait', { certification: 'G', genres: ['Drama'], releaseInfo: '1955' }),
  movie('tt0000102', 'Titanic', { certification: 'PG-13', releaseInfo: '1997', imdbRating: '7' }),
  movie('tt0000103', 'Catch It', { studios: ['Acme'] }),
  movie('tt0000104', 'Italian Nights', { certification: 'PG', runtime: '80 min' }),
  movie('tt0000105', 'It', { releaseInfo: '2017', cast: ['Ada Actor'], studios: ['Warner'] }),
  movie('tt0000106', 'Spider Man', { releaseInfo: '2002', genres: ['Action'] }),
  movie('tt0000107', '2012', { releaseInfo: '2009' }),
  movie('tt0000108', '21 Jump Street', { releaseInfo: '2012' }),
]
const bare = [movie('tt0000201', 'Bare One'), movie('tt0000202', 'Bare Two')]
const shows: readonly Preview[] = [
  { id: 'tmdb:550', type: 'series', name: 'Series of the same number' },
  { id: 'tt0000301', type: 'series', name: 'Long Show', genres: ['Drama'], status: 'Ended' },
  { id: 'tt0000302', type: 'series', name: 'Other Show', status: 'Continuing' },
]
const episodes = (id: string) =>
  [0, 1, 2].flatMap((season) =>
    Array.from({ length: season === 0 ? 1 : 11 }, (_, index) => ({
      id: `${id}:${season}:${index + 1}`,
      // The last comes first by its name.
      title: `${String.fromCodePoint(122 - index)} part`,
      season,
      episode: index + 1,
      released: new Date(Date.UTC(2015, season, index + 1)).toISOString(),
    })),
  )

const catalogs = [
  { type: 'movie', id: 'films', name: 'Films', extra: [] },
  { type: 'series', id: 'shows', name: 'Shows', extra: [] },
  { type: 'movie', id: 'bare', name: 'Bare', extra: [{ name: 'genre', options: ['Western'] }] },
]
const manifest = {
  id: 'test.lists',
  version: '1.0.0',
  name: 'Lists',
  description: 'lists of this test',
  types: ['movie', 'series'],
  resources: ['catalog', 'meta'],
  idPrefixes: ['tt', 'tmdb'],
  catalogs,
}

function meta(type: string, id: string): object | null {
  const known = [...films, ...bare, ...shows].find((one) => one.type === type && one.id === id)
  if (id === 'tmdb:603') return movie(id, 'Matrix')
  if (id === 'tmdb:604') return movie(id, 'Matrix 2', { imdb_id: 'tt0234215' })
  if (id === 'tt0000105')
    return { ...known, genres: ['Horreur'], studios: ['New Line'], cast: ['Ada Actor'] }
  return known ? { ...known, videos: type === 'series' ? episodes(id) : [] } : null
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = decodeURIComponent(request.url ?? '').replace(/\.json$/, '')
  const [, resource = '', type = '', id = '', extra = ''] = path.split('/')
  const lists: Record<string, readonly Preview[]> = { films, shows, bare }
  const metas = extra === 'genre=Western' ? bare.slice(1) : (lists[id] ?? [])
  if (resource === 'manifest') json(manifest)(request, response)
  else if (resource === 'catalog') json({ metas })(request, response)
  else json({ meta: meta(type, id) })(request, response)
}

const upstream = await startUpstream(answer, '127.0.0.1', afterAll)
const service = await startService({}, afterAll)
const { itemIds } = service.service.services
const namesOf = (items: readonly Item[]): string[] => items.map(({ Name }) => Name)

/** Somebody who has watched nothing yet. */
async function openHousehold() {
  const owner = await service.createUser({
    sources: [sourceAt(`${upstream.url}/manifest.json`, 'Lists')],
  })
  const { token } = await signInApp(service.url, owner)

  async function ask(path: string, method = 'GET') {
    const headers = { authorization: `MediaBrowser Token="${token}"` }
    const response = await fetch(service.url + path, { method, headers })
    return { status: response.status, body: response.ok ? await response.json() : null }
  }

  async function list(query: string, root = '/Items?'): Promise<Item[]> {
    const { status, body } = await ask(root + query)
    expect(status).toBe(200)
    return body.Items
  }

  const views = await list('', '/UserViews?')
  const library = (name: string): string => views.find(({ Name }) => Name === name)!.Id
  const names = async (query: string): Promise<string[]> => namesOf(await list(query))

  const idOf = async (name: string, kind = 'Movie'): Promise<string> => {
    const all = await list(`recursive=true&includeItemTypes=${kind}`)
    return all.find(({ Name }) => Name === name)!.Id
  }

  const tmdbFilm = (number: number): string => {
    const { configuration } = itemIds.decode(library('Films'))!
    const none = { season: null, episode: null, version: 0 }
    return itemIds.encode({ configuration, kind: 'movie', space: 'tmdb', number, ...none })
  }

  return { owner, ask, list, library, names, idOf, tmdbFilm }
}

const { owner, ask, list, library, names, idOf } = await openHousehold()

describe('A film and a series of one number', () => {
  it('are two titles, each of which opens', async () => {
    expect(await names('recursive=true&includeItemTypes=Series')).toContain(
      'Series of the same number',
    )
    const film = await idOf('Shared Number')
    const show = await idOf('Series of the same number', 'Series')
    expect((await ask(`/Items/${film}`)).body).toMatchObject({
      Type: 'Movie',
      Name: 'Shared Number',
    })
    expect((await ask(`/Items/${show}`)).body).toMatchObject({ Type: 'Series', ChildCount: 3 })
  })

  it('are each in the history under their own name', async () => {
    const film = await idOf('Shared Number')
    const show = await idOf('Series of the same number', 'Series')
    for (const id of [film, show]) await ask(`/UserFavoriteItems/${id}`, 'POST')
    const found = await list('recursive=true&filters=IsFavorite&sortBy=SortName')
    expect(found.map(({ Id, Name }) => [Id, Name])).toEqual([
      [show, 'Series of the same number'],
      [film, 'Shared Number'],
    ])
    for (const id of [film, show]) await ask(`/UserFavoriteItems/${id}`, 'DELETE')
  })
})

describe('The page of a title', () => {
  it('shows genres and studios that its details alone know', async () => {
    const { body } = await ask(`/Items/${await idOf('It')}`)
    expect(body.Genres).toEqual(['Horreur'])
    expect(body.Studios).toMatchObject([{ Name: 'New Line' }])
    expect(body.People).toMatchObject([{ Name: 'Ada Actor' }])
  })
})

describe('A search', () => {
  const search = (text: string, more = ''): Promise<string[]> =>
    names(`recursive=true&includeItemTypes=Movie&searchTerm=${text}${more}`)

  it.each(['', `&parentId=${library('Films')}`])('lists what fits best first%s', async (more) => {
    const found = ['It', 'Italian Nights', 'Catch It', 'Wait', 'Titanic']
    expect(await search('it', more)).toEqual(found)
    expect(await search('it', `${more}&limit=2`)).toEqual(found.slice(0, 2))
    expect(await search('it', `${more}&sortBy=SortName`)).toEqual(found.toSorted())
  })

  it.each(['spider-man', 'SPIDER%20MAN', 'man,spider!'])(
    'does not look at signs: %s',
    async (text) => {
      expect(await search(text)).toEqual(['Spider Man'])
    },
  )

  it('of nothing is none', async () => {
    expect(await search('%20%20')).toEqual(await search(''))
    expect(await names('searchTerm=%20')).toEqual(['Films', 'Shows', 'Bare'])
  })

  it.each([
    ['2', ['2012', '21 Jump Street']],
    ['20', ['2012']],
    ['ma', ['The Matrix']],
    ['The%20M', ['The Matrix']],
  ])('by the beginning of names: %s', async (start, found) => {
    const query = `recursive=true&includeItemTypes=Movie&sortBy=SortName&nameStartsWith=${start}`
    expect((await names(query)).toSorted()).toEqual(found)
  })
})

describe('A library whose titles say no genres', () => {
  it('lists what its source answers for a genre that it offers', async () => {
    const parent = `parentId=${library('Bare')}`
    expect((await ask(`/Items/Filters?${parent}`)).body.Genres).toEqual(['Western'])
    expect(await names(`${parent}&genres=western`)).toEqual(['Bare Two'])
    const genre = (await ask(`/Genres?${parent}`)).body.Items[0] as Item
    expect(await names(`recursive=true&${parent}&genreIds=${genre.Id}`)).toEqual(['Bare Two'])
    expect(await names(`recursive=true&parentId=${genre.Id}`)).toEqual(['Bare Two'])
    expect(await names(`${parent}&genres=Romance`)).toEqual([])
  })
})

describe('The parts of a series', () => {
  it('are in the order of broadcast by their sort names, and by chance where that is asked', async () => {
    const show = await idOf('Long Show', 'Series')
    const query = `parentId=${show}&recursive=true&includeItemTypes=Episode`
    const usual = (await list(query)).map(({ Id }) => Id)
    expect(usual).toHaveLength(23)
    expect((await list(`${query}&sortBy=SortName`)).map(({ Id }) => Id)).toEqual(usual)
    const mixed = (await list(`${query}&sortBy=Random`)).map(({ Id }) => Id)
    expect(mixed).not.toEqual(usual)
    expect(mixed.toSorted()).toEqual(usual.toSorted())
    expect(await list(`${query}&nameStartsWith=z`)).toHaveLength(3)
  })
})

describe('A list of favourites', () => {
  const kinds = 'recursive=true&includeItemTypes=Movie,Series'

  beforeAll(async () => {
    // In no order that anything is sorted by.
    const all = (await list(`${kinds}&sortBy=SortName`)).toSorted((a, b) => (a.Id < b.Id ? -1 : 1))
    for (const { Id } of all) await ask(`/UserFavoriteItems/${Id}`, 'POST')
    for (const name of ['Wait', 'The Matrix', 'Wait'])
      await ask(`/UserPlayedItems/${await idOf(name)}`, 'POST')
    const show = await idOf('Long Show', 'Series')
    const [, first] = await list(`parentId=${show}&recursive=true&includeItemTypes=Episode`)
    await ask(`/UserPlayedItems/${first!.Id}`, 'POST')
    return async () => {
      for (const { Id } of all) await ask(`/UserFavoriteItems/${Id}`, 'DELETE')
      for (const { Id } of [...all, first!]) await ask(`/UserPlayedItems/${Id}`, 'DELETE')
    }
  })

  const sorts = [
    'SortName',
    'DateCreated',
    'PremiereDate',
    'ProductionYear',
    'CommunityRating',
    'Runtime',
    'OfficialRating',
    'DatePlayed',
    'PlayCount',
    'IsPlayed',
    'IsUnplayed',
    'IsFavoriteOrLiked',
  ]
  const filters = [
    'officialRatings=R|PG-13',
    'studios=warner',
    'person=Keanu%20Reeves',
    'tags=any',
    'seriesStatus=Ended',
    'seriesStatus=Continuing',
    'nameStartsWith=2',
    'nameStartsWithOrGreater=m',
    'nameLessThan=m',
    'minPremiereDate=2000-01-01',
    'maxPremiereDate=2000-01-01',
    'genres=Western',
    'genres=drama',
    'years=1999',
    'minCommunityRating=7.5',
    'searchTerm=spider-man',
    'filters=IsUnplayed',
    'filters=IsPlayed',
  ]

  it.each([
    ...sorts.flatMap((by) => [
      `sortBy=${by},SortName`,
      `sortBy=${by},SortName&sortOrder=Descending,Ascending`,
    ]),
    ...filters.map((filter) => `sortBy=SortName&${filter}`),
  ])('of everything is what there is without: %s', async (query) => {
    const all = await names(`${kinds}&${query}`)
    expect(await names(`${kinds}&isFavorite=true&${query}`)).toEqual(all)
    expect(all.length).toBeGreaterThan(query.includes('tags=') ? -1 : 0)
  })

  it('has a studio or a genre as its parent', async () => {
    for (const [path, name] of [
      ['Studios', 'Warner'],
      ['Genres', 'Drama'],
    ]) {
      const found = await list('', `/${path}?`)
      const parent = `parentId=${found.find(({ Name }) => Name === name)!.Id}`
      const all = await names(`${kinds}&${parent}&sortBy=SortName`)
      expect(all).toHaveLength(2)
      expect(await names(`${kinds}&${parent}&sortBy=SortName&filters=IsFavorite`)).toEqual(all)
    }
  })

  it('is shuffled', async () => {
    const mix = () => names(`${kinds}&filters=IsFavorite&sortBy=Random`)
    const [one, other] = [await mix(), await mix()]
    expect(one).not.toEqual(other)
    expect(one.toSorted()).toEqual(other.toSorted())
  })

  it('can be of some ids alone', async () => {
    const [matrix, wait, it] = [await idOf('The Matrix'), await idOf('Wait'), await idOf('It')]
    const ids = `ids=${it},${wait},${matrix}`
    expect(await names(`${ids}&filters=IsUnplayed`)).toEqual(['It'])
    expect(await names(`${ids}&sortBy=OfficialRating`)).toEqual(['It', 'Wait', 'The Matrix'])
    expect(await names(`${ids}&sortBy=IsPlayed,SortName`)).toEqual(['It', 'The Matrix', 'Wait'])
  })
})

describe('What was watched under another id', () => {
  it.each([
    ['that its catalog names', 603, 'The Matrix'],
    ['that the history has learned', 604, 'Reloaded'],
  ])('%s, counts as played in every list', async (_what, number, name) => {
    const { ask, list, names, tmdbFilm } = await openHousehold()
    const query = 'recursive=true&includeItemTypes=Movie&sortBy=SortName'
    const before = await names(query)
    expect((await ask(`/UserPlayedItems/${tmdbFilm(number)}`, 'POST')).status).toBe(200)
    const found = (await list(query)).find(({ Name }) => Name === name)
    expect(found?.UserData.Played).toBe(true)
    const left = await names(`${query}&filters=IsUnplayed`)
    expect(left).toEqual(before.filter((one) => one !== name))
    const last = await names('recursive=true&includeItemTypes=Movie&sortBy=IsPlayed,SortName')
    expect(last.at(-1)).toBe(name)
  })

  it('is listed as its catalog has it', async () => {
    const { ask, idOf, list, tmdbFilm } = await openHousehold()
    await ask(`/UserPlayedItems/${tmdbFilm(603)}`, 'POST')
    const played = await list('recursive=true&includeItemTypes=Movie&filters=IsPlayed')
    expect(played).toMatchObject([{ Id: await idOf('The Matrix'), UserData: { Played: true } }])
  })
})

describe('What somebody watches', () => {
  const row = (more = '') => list(more, '/UserItems/Resume?')
  const nextUp = (parent: string) => list(`parentId=${parent}`, '/Shows/NextUp?')
  let show = ''
  let other = ''

  beforeAll(async () => {
    show = await idOf('Long Show', 'Series')
    other = await idOf('Other Show', 'Series')
    const parts = (id: string) => list(`parentId=${id}&recursive=true&includeItemTypes=Episode`)
    const begun = [
      (await parts(other))[12]!.Id,
      (await parts(show))[1]!.Id,
      (await parts(show))[12]!.Id,
      await idOf('Titanic'),
    ]
    for (const itemId of begun) {
      await service.graphql(
        `mutation ($itemId: ID!) {
          reportPlayback(itemId: $itemId, event: stop, positionMs: 1800000, durationMs: 6000000)
        }`,
        { auth: owner, variables: { itemId } },
      )
    }
  })

  it('goes on with what is asked for alone', async () => {
    const all = ['Titanic', 'z part', 'z part', 'z part']
    expect(namesOf(await row())).toEqual(all)
    expect(namesOf(await row('includeItemTypes=Movie'))).toEqual(['Titanic'])
    expect(namesOf(await row('excludeItemTypes=Movie'))).toEqual(all.slice(1))
    expect(namesOf(await row('includeItemTypes=Episode&limit=1'))).toEqual(['z part'])
    expect(namesOf(await row('mediaTypes=Video'))).toEqual(all)
    expect(await row('mediaTypes=Audio')).toEqual([])
    expect(namesOf(await row(`parentId=${library('Films')}`))).toEqual(['Titanic'])
  })

  it('goes on within one series or season', async () => {
    expect(await row(`parentId=${show}`)).toMatchObject([
      { SeriesId: show, ParentIndexNumber: 2 },
      { SeriesId: show, ParentIndexNumber: 1 },
    ])
    expect(await row(`parentId=${show}&includeItemTypes=Movie`)).toEqual([])
    const seasons = await list('', `/Shows/${show}/Seasons?`)
    expect(await row(`parentId=${seasons[1]!.Id}`)).toMatchObject([
      { SeriesId: show, ParentIndexNumber: 1 },
    ])
    expect(await row(`parentId=${await idOf('Series of the same number', 'Series')}`)).toEqual([])
  })

  it('comes next of the series of a library alone', async () => {
    expect(await nextUp(library('Films'))).toEqual([])
    const found = await nextUp(library('Shows'))
    expect(found).toMatchObject([{ SeriesId: show }, { SeriesId: other }])
    expect(await nextUp(show)).toMatchObject([{ SeriesId: show }])
    expect((await ask(`/Shows/NextUp?parentId=${'0'.repeat(32)}`)).status).toBe(404)
  })
})
