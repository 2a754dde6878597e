import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namesOf, startLists } from '../../support/lists.ts'

const { service, openHousehold } = await startLists(afterAll)
const { owner, list, library, ask, names, idOf } = await openHousehold()

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
          reportPlayback(itemId: $itemId, event: STOP, positionMs: 1800000, durationMs: 6000000)
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
