import { afterAll, describe, expect, it } from 'vitest'
import { startLists } from '../../support/lists.ts'
import type { Item } from '../../support/lists.ts'

const { openHousehold } = await startLists(afterAll)
const { ask, list, library, names, idOf } = await openHousehold()

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
