import { afterAll, describe, expect, it } from 'vitest'
import { filmId, seriesId, startFilmSource } from '../../support/film-source.ts'
import { startService } from '../../support/service.ts'

const films = await startFilmSource({ films: 300, series: 5, ends: afterAll })
const service = await startService({}, afterAll)

const query = `query ($type: String!, $search: String!) {
  findTitles(type: $type, search: $search) { titles { id name year picture } failures { problem } }
}`

async function found(type: string, search: string, config: object = {}) {
  const auth = await service.createUser({ sources: [films.source], ...config })
  const { data, errors } = await service.graphql(query, { auth, variables: { type, search } })
  expect(errors).toBeUndefined()
  return data.findTitles as {
    titles: { id: string; name: string; year: number; picture: string }[]
    failures: unknown[]
  }
}

describe('findTitles', () => {
  it('asks the catalogs for searching, best first', async () => {
    const { titles, failures } = await found('movie', 'film 25')
    expect(titles[0]).toMatchObject({ id: filmId(25), name: 'Film 25', year: 1975 })
    expect(titles[0]!.picture).toMatch(/^\/configure\/pictures\//)
    expect(titles).toHaveLength(11)
    expect(failures).toEqual([])
  })

  it.each([[{}], [{ mediaServer: { enabled: false } }]])(
    'reads the other catalogs where none can search, with %j',
    async (config) => {
      const { titles } = await found('series', 'show 3', config)
      expect(titles.map(({ id }) => id)).toEqual([seriesId(3)])
    },
  )

  it('names at most 20', async () => {
    expect((await found('movie', 'film')).titles).toHaveLength(20)
  })

  it.each([
    { type: 'movie', search: '  ' },
    { type: 'series', search: 'nothing' },
    { type: 'radio', search: 'film' },
  ])('is empty for $search of the type $type', async ({ type, search }) => {
    expect(await found(type, search)).toEqual({ titles: [], failures: [] })
  })

  it('is for the owner of a configuration alone', async () => {
    const { errors } = await service.graphql(query, {
      variables: { type: 'movie', search: 'film' },
    })
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHORIZED' } }])
  })
})
