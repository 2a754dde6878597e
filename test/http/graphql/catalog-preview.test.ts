import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { imdbOf, range, startCatalogAddon, startHeldAddon } from '../../support/catalog-addon.ts'
import { startService } from '../../support/service.ts'
import { startUpstream, status } from '../../support/upstream.ts'

const alpha = await startCatalogAddon({
  name: 'Alpha',
  films: range(1, 30),
  genres: ['Comedy', 'Drama'],
  ends: afterAll,
})
const beta = await startCatalogAddon({ name: 'Beta', films: range(101, 130), ends: afterAll })
const broken = await startUpstream(status(503), '127.0.0.1', afterAll)
const down = { ...sourceAt(`${broken.url}/manifest.json`, 'Down'), id: 'down' }
const { graphql, createUser, request } = await startService({}, afterAll)
const sources = [alpha.source, down, beta.source]

const arrangement = `query ($settings: CatalogSettings) {
  catalogPreview(settings: $settings) {
    catalogs {
      ref calledAs id name plainName type isMerged isHidden mix genreRequired genres
      sourceCatalogs { key id name type source { id name } }
      rule { name genres shuffle limit }
      parts { name genre }
    }
    failures { source { id name } problem }
  }
}`
const sample = `query ($catalogs: [String!]!, $mix: CatalogMix, $genre: String, $first: Int) {
  catalogSample(catalogs: $catalogs, mix: $mix, genre: $genre, first: $first) {
    titles { id name picture }
    failures { source { name } problem }
  }
}`

type Row = { ref: string; name: string; isHidden: boolean; calledAs: string[] }

async function arranged(catalogs: object, settings?: object) {
  const auth = await createUser({ sources, catalogs })
  const { data, errors } = await graphql(arrangement, { auth, variables: { settings } })
  expect(errors).toBeUndefined()
  return data.catalogPreview as { catalogs: Row[]; failures: object[] }
}

async function sampled(variables: object, user = createUser({ sources })) {
  const auth = await user
  const { data, errors } = await graphql(sample, { auth, variables })
  return { sample: data?.catalogSample, errors }
}

describe('catalogPreview', () => {
  it('lists every catalog with where it comes from, and the sources that are missing', async () => {
    const { catalogs, failures } = await arranged({})
    expect(catalogs.map(({ ref }) => ref)).toEqual([
      'alpha/movie/top',
      'alpha/series/shows',
      'beta/movie/top',
      'beta/series/shows',
    ])
    expect(catalogs[0]).toMatchObject({
      name: 'Top',
      type: 'movie',
      isHidden: false,
      isMerged: false,
      rule: null,
      genres: ['Comedy', 'Drama'],
      sourceCatalogs: [{ id: 'top', name: 'Top', source: { id: 'alpha', name: 'Alpha' } }],
    })
    expect(failures).toEqual([
      { source: { id: 'down', name: 'Down' }, problem: expect.stringContaining('503') },
    ])
  })

  it('has hidden ones in their place, and says by which names the rules mean each', async () => {
    const { catalogs } = await arranged({
      order: ['Favourites', 'beta/series/shows'],
      hidden: ['SHOWS OF BETA'],
      rules: [{ catalog: 'alpha/movie/top', name: 'Favourites', genres: ['Comedy'], limit: 10 }],
    })
    expect(catalogs.map(({ name, isHidden, calledAs }) => ({ name, isHidden, calledAs }))).toEqual([
      { name: 'Favourites', isHidden: false, calledAs: ['Favourites', 'alpha/movie/top'] },
      { name: 'Shows of Beta', isHidden: true, calledAs: ['beta/series/shows', 'SHOWS OF BETA'] },
      { name: 'Shows of Alpha', isHidden: false, calledAs: [] },
      { name: 'Top', isHidden: false, calledAs: [] },
    ])
    expect(catalogs[0]).toMatchObject({
      plainName: 'Top',
      rule: { name: 'Favourites', genres: ['Comedy'], shuffle: false, limit: 10 },
      parts: [{ name: 'Favourites: Comedy', genre: 'Comedy' }],
    })
  })

  it('tries rules that are not saved', async () => {
    const both = ['alpha/movie/top', 'beta/movie/top']
    const { catalogs } = await arranged(
      { hidden: both },
      { merged: [{ id: 'films', name: 'Films', catalogs: both, mix: 'append' }] },
    )
    expect(catalogs[0]).toMatchObject({
      ref: 'films',
      name: 'Films',
      isMerged: true,
      isHidden: false,
      mix: 'APPEND',
      sourceCatalogs: [{ key: both[0] }, { key: both[1] }],
    })
    expect(catalogs).toHaveLength(3)
  })

  it('refuses rules that cannot be used, and names the place', async () => {
    const { errors } = await graphql(arrangement, {
      auth: await createUser({ sources }),
      variables: { settings: { rules: [{ catalog: 'Top', limit: 0 }] } },
    })
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('catalogs.rules[0].limit'),
        extensions: { code: 'INVALID_CONFIG' },
      },
    ])
  })

  it('answers soon where the whole is not asked for, and names the sources that are slow', async () => {
    const slow = await startHeldAddon('Slow')
    const auth = await createUser({ sources: [slow.source, alpha.source] })
    const query = `query ($keys: [String!]!) {
      catalogPreview(whole: false) { catalogs { ref } failures { problem } waiting { id name } }
      catalogSample(catalogs: $keys) { titles { name } }
    }`
    const ask = async () => {
      const variables = { keys: ['alpha/movie/top'] }
      const { data } = await graphql(query, { auth, variables })
      return data
    }
    expect(await ask()).toEqual({
      catalogPreview: {
        catalogs: [{ ref: 'alpha/movie/top' }, { ref: 'alpha/series/shows' }],
        failures: [],
        waiting: [{ id: 'slow', name: 'Slow' }],
      },
      catalogSample: { titles: expect.objectContaining({ length: 6 }) },
    })
    slow.release()
    await expect
      .poll(async () => (await ask()).catalogPreview)
      .toMatchObject({ catalogs: [{ ref: 'slow/movie/top' }, {}, {}], waiting: [] })
  })

  it('is for the configuration alone', async () => {
    const { errors } = await graphql(arrangement)
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHORIZED' } }])
  })
})

describe('catalogSample', () => {
  it.each([
    ['INTERLEAVE', [imdbOf(1), imdbOf(101), imdbOf(2), imdbOf(102)]],
    ['APPEND', [imdbOf(1), imdbOf(2), imdbOf(3), imdbOf(4)]],
  ])('reads catalogs as one: %s', async (mix, ids) => {
    const catalogs = ['alpha/movie/top', 'beta/movie/top', 'gone/movie/top']
    const { sample: found } = await sampled({ catalogs, mix, first: 4 })
    expect(found.titles.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(found.failures).toEqual([])
  })

  it('reads one genre, and asks its source for one page alone', async () => {
    const before = alpha.asked.length
    const { sample: found } = await sampled({ catalogs: ['alpha/movie/top'], genre: 'Comedy' })
    expect(found.titles[0]).toMatchObject({ id: imdbOf(3), name: 'Film 3' })
    expect(found.titles).toHaveLength(6)
    expect(alpha.asked.slice(before)).toEqual(['movie/top genre=Comedy'])
  })

  it('is empty for a catalog that no source has', async () => {
    const { sample: found } = await sampled({ catalogs: ['gone/movie/top'] })
    expect(found).toEqual({ titles: [], failures: [] })
  })

  it('says which source failed, and shows what the others have', async () => {
    const ends: (() => unknown)[] = []
    const gamma = await startCatalogAddon({
      name: 'Gamma',
      films: range(201, 203),
      ends: (end) => void ends.push(end),
    })
    const auth = await createUser({ sources: [alpha.source, gamma.source] })
    await graphql(arrangement, { auth })
    for (const end of ends.toReversed()) await end()
    const { data } = await graphql(sample, {
      auth,
      variables: { catalogs: ['alpha/movie/top', 'gamma/movie/top'] },
    })
    expect(data.catalogSample.titles).toHaveLength(6)
    expect(data.catalogSample.failures).toMatchObject([{ source: { name: 'Gamma' } }])
  })

  it.each([[0], [21]])('refuses to show %i titles', async (first) => {
    const { errors } = await sampled({ catalogs: ['alpha/movie/top'], first })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }])
  })

  it('refuses a genre that no source can have', async () => {
    const { errors } = await sampled({ catalogs: ['alpha/movie/top'], genre: 'x'.repeat(2_001) })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }])
  })

  it('shows the first of many catalogs', async () => {
    const others = Array.from({ length: 60 }, (_, at) => `gone/movie/${at}`)
    const { sample: found } = await sampled({ catalogs: ['alpha/movie/top', ...others] })
    expect(found.titles).toHaveLength(6)
  })

  it('names a picture by a path that opens this picture and no other', async () => {
    const user = createUser({ sources })
    const { sample: found } = await sampled({ catalogs: ['alpha/movie/top'] }, user)
    const { picture } = found.titles[0] as { picture: string }
    expect(picture).toMatch(/^\/configure\/pictures\/[\w-]+$/)
    const again = await sampled({ catalogs: ['alpha/movie/top'] }, user)
    expect(again.sample.titles[0].picture).toBe(picture)
    const shown = await request(picture)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toMatch(/^image\//)
    const other = picture.slice(0, -2) + (picture.endsWith('AA') ? 'BB' : 'AA')
    expect((await request(other)).status).toBe(404)
    expect((await request('/configure/pictures/AA')).status).toBe(404)
  })
  it('leads to the host of a picture with PICTURES=redirect, and to no other address', async () => {
    const elsewhere = await startService({ PICTURES: 'redirect' })
    const auth = await elsewhere.createUser({ sources })
    const asked = { auth, variables: { catalogs: ['alpha/movie/top'] } }
    const { data } = await elsewhere.graphql(sample, asked)
    const { picture } = data.catalogSample.titles[0] as { picture: string }
    const answer = await fetch(elsewhere.url + picture, { redirect: 'manual' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('https://pictures.example/1.jpg')
    const other = picture.slice(0, -2) + (picture.endsWith('AA') ? 'BB' : 'AA')
    expect((await fetch(elsewhere.url + other, { redirect: 'manual' })).status).toBe(404)
  })
})
