import { afterAll, describe, expect, it } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const { source } = await startFilmSource({ films: 12, series: 1, ends: afterAll })
const service = await startService({ BUILD_COMMIT: '0123ABCDEF' }, afterAll)
const owner = await service.createUser({ sources: [source] })
const { token, userId } = await signInApp(service.url, owner)
const send = senderOf(service.url, token)

const views = (await send('/UserViews')).body.Items as { Id: string; Name: string }[]
const idOf = (name: string): string => views.find((view) => view.Name === name)!.Id

async function names(query: string): Promise<string[]> {
  const { body } = await send(`/Items?sortBy=SortName&${query}`)
  return body.Items.map(({ Name }: { Name: string }) => Name)
}

describe('A library that lists nothing without a genre', () => {
  const library = idOf('By genre')

  it('says so, and no other library does', () => {
    const said = views.map((view) => ({ ...view })['service' as never] ?? null)
    expect(said).toEqual([null, null, { genreRequired: true }])
  })

  it('lists nothing without a genre', async () => {
    expect(await names(`parentId=${library}`)).toEqual([])
    expect((await send(`/Items/Latest?parentId=${library}`)).body).toEqual([])
  })

  it('names its genres, by each of which it lists what its source has', async () => {
    const { body } = await send(`/Genres?parentId=${library}`)
    expect(body.Items.map(({ Name }: { Name: string }) => Name)).toEqual([
      'Comedy',
      'Drama',
      'Horror',
      'None',
      'Western',
    ])
    const western = body.Items.find(({ Name }: { Name: string }) => Name === 'Western')
    const expected = ['Film 2', 'Film 3', 'Film 6', 'Film 7', 'Film 10', 'Film 11']
    expect(await names(`parentId=${library}&genres=Western`)).toEqual(expected)
    expect(await names(`parentId=${library}&genreIds=${western.Id}`)).toEqual(expected)
  })

  it('lists the titles of all its genres once each for the genre None', async () => {
    expect(await names(`parentId=${library}&genres=None`)).toEqual(
      Array.from({ length: 12 }, (_, index) => `Film ${index}`),
    )
    const { body } = await send(`/Genres?parentId=${library}`)
    const none = body.Items.find(({ Name }: { Name: string }) => Name === 'None')
    expect(await names(`parentId=${library}&genreIds=${none.Id}`)).toHaveLength(12)
    const filters = await send(`/Items/Filters2?parentId=${library}`)
    expect(filters.body.Genres).toContainEqual({ Name: 'None', Id: none.Id })
    expect(await names(`parentId=${library}&genres=none&searchTerm=film 1`)).toEqual([
      'Film 1',
      'Film 10',
      'Film 11',
    ])
  })
})

describe('A library by genre of a source with many pages', () => {
  const twelve = Array.from({ length: 12 }, (_, at) => `Genre ${at}`)
  const madeUp = Array.from({ length: 40 }, (_, at) => `Made-up ${at}`)

  async function openLibrary(mediaServer: object = {}, byGenre: readonly string[] = twelve) {
    const { source: large, counts } = await startFilmSource({ films: 2_700, series: 0, byGenre })
    const home = await service.createUser({ sources: [large], mediaServer })
    const ask = senderOf(service.url, (await signInApp(service.url, home)).token)
    const { Items } = (await ask('/UserViews')).body
    const { Id } = Items.find(({ Name }: { Name: string }) => Name === 'By genre')
    const before = counts.catalog
    return {
      asked: () => counts.catalog - before,
      list: async (genre: string): Promise<string[]> => {
        const { body } = await ask(
          `/Items?parentId=${Id}&genres=${encodeURIComponent(genre)}&sortBy=SortName`,
        )
        return body.Items.map(({ Name }: { Name: string }) => Name)
      },
    }
  }

  it('lists all that the source has of a genre, and asks for it once', async () => {
    const { list, asked } = await openLibrary()
    // The last one is empty.
    const films = await list('Genre 3')
    expect(new Set(films)).toEqual(
      new Set(Array.from({ length: 225 }, (_, at) => `Film ${at * 12 + 3}`)),
    )
    expect(asked()).toBe(4)
    expect(await list('genre 3')).toEqual(films)
    expect(asked()).toBe(4)
  })

  it('lists as many titles as a library may have', async () => {
    const { list, asked } = await openLibrary({ libraries: { maxItems: 150 } })
    expect(await list('Genre 3')).toHaveLength(150)
    expect(asked()).toBe(2)
  })

  it.each([240, 245])('lists some of every genre for None, %d in all', async (maxItems) => {
    const { list } = await openLibrary({ libraries: { maxItems } })
    const genres = (await list('None')).map((name) => Number(name.slice(5)) % 12)
    expect(genres).toHaveLength(maxItems)
    expect(new Set(genres).size).toBe(12)
  })

  it('asks for no genre that the source does not offer, and for each once however it is spelled', async () => {
    const { list, asked } = await openLibrary()
    expect(await list(madeUp.join('|'))).toEqual([])
    expect(asked()).toBe(0)
    const spelled = ['GENRE 3', 'Genré 3', 'genrê 3', 'Genre 3']
    expect(await list([...madeUp, ...spelled].join('|'))).toHaveLength(225)
    expect(asked()).toBe(4)
  })

  it('asks for ten of the genres that an app names where the source names none', async () => {
    const { list, asked } = await openLibrary({}, [])
    expect(await list(madeUp.join('|'))).toEqual([])
    expect(asked()).toBe(10)
  })
})

describe('Every other library', () => {
  it('has no genre None', async () => {
    const { body } = await send(`/Genres?parentId=${idOf('All shows')}`)
    expect(body.Items.map(({ Name }: { Name: string }) => Name)).not.toContain('None')
    const all = await send('/Genres?recursive=true')
    expect(all.body.Items.map(({ Name }: { Name: string }) => Name)).not.toContain('None')
  })
})

describe('The public information', () => {
  it('announces such libraries, and which version runs', async () => {
    const { body } = await send('/System/Info/Public')
    expect(body.service.features.genreRequired).toBe(1)
    const { version } = (await import('../../../package.json', { with: { type: 'json' } })).default
    expect(body.service.version).toEqual({
      tag: `v${version}`,
      channel: 'stable',
      commit: '0123abcdef',
    })
  })
})

describe('A dropped series', () => {
  it('returns to Next Up when it is liked', async () => {
    const { body } = await send(`/Items?includeItemTypes=Series&recursive=true`)
    const show = body.Items[0].Id as string
    const episodes = (await send(`/Shows/${show}/Episodes`)).body.Items as { Id: string }[]
    await send(`/UserPlayedItems/${episodes[1]!.Id}?userId=${userId}`, {})
    const isNext = async () => (await send('/Shows/NextUp')).body.Items.length > 0
    expect(await isNext()).toBe(true)
    await send(`/UserItems/${show}/Rating?likes=false`, {})
    expect(await isNext()).toBe(false)
    await send(`/UserItems/${show}/Rating?likes=true`, {})
    expect(await isNext()).toBe(true)
  })
})
