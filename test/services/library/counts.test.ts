import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLists } from '../../support/lists.ts'

const { openHousehold } = await startLists(afterAll)
const { ask, list, names, library, idOf } = await openHousehold()

beforeAll(async () => {
  for (const name of ['Long Show', 'Other Show']) await ask(`/Items/${await idOf(name, 'Series')}`)
})

describe('The number of episodes', () => {
  const query = 'recursive=true&includeItemTypes=Episode'
  const nameOf = async (path: string, name: string) =>
    (await list('', `/${path}?`)).find(({ Name }) => Name === name)!.Id

  it.each([
    ['', 46],
    ['&genres=drama', 23],
    ['&genres=Western', 0],
    ['&years=2015', 46],
    ['&years=1999', 0],
    ['&searchTerm=z%20part', 6],
    ['&nameStartsWith=z', 6],
    ['&nameLessThan=q', 4],
    ['&isMissing=true', 0],
    ['&isMissing=false', 46],
    ['&parentIndexNumber=1', 22],
    ['&indexNumber=1', 6],
    ['&minPremiereDate=2015-03-01', 22],
    ['&hasOverview=true', 0],
    ['&studios=Warner', 0],
    ['&seriesStatus=Ended', 0],
  ])('is that of the list, without making it: %s', async (more, count) => {
    const { body } = await ask(`/Items?${query}${more}&limit=0`)
    expect(body).toEqual({ Items: [], TotalRecordCount: count, StartIndex: 0 })
    expect(await list(query + more)).toHaveLength(count)
  })

  it('stands among all that there is, and on the page of a genre', async () => {
    const { body } = await ask('/Items/Counts')
    expect(body).toMatchObject({ MovieCount: 13, SeriesCount: 3, EpisodeCount: 46, ItemCount: 62 })
    const drama = await ask(`/Items/${await nameOf('Genres', 'Drama')}`)
    expect(drama.body).toMatchObject({ MovieCount: 1, SeriesCount: 1, EpisodeCount: 23 })
    const inside = `${query}&parentId=${library('Shows')}&limit=0`
    expect((await ask(`/Items?${inside}`)).body.TotalRecordCount).toBe(46)
    expect((await ask(`/Items?${query}&parentId=${library('Films')}&limit=0`)).body).toMatchObject({
      TotalRecordCount: 0,
    })
  })
})

describe('The latest titles', () => {
  it.each([
    ['', ['The Matrix']],
    ['&isPlayed=true', ['Wait']],
    ['&isPlayed=false', ['The Matrix']],
  ])('by whether they were played: %s', async (more, expected) => {
    await ask(`/UserPlayedItems/${await idOf('Wait')}`, 'POST')
    const { body } = await ask(`/Items/Latest?parentId=${library('Films')}&limit=50${more}`)
    const found = (body as { Name: string }[]).map(({ Name }) => Name)
    expect(found.filter((name) => ['The Matrix', 'Wait'].includes(name))).toEqual(expected)
    expect(await names('recursive=true&includeItemTypes=Movie')).toHaveLength(13)
  })
})
