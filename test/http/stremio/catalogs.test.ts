import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { imdbOf, range, showId, startCatalogAddon } from '../../support/catalog-addon.ts'
import { startService } from '../../support/service.ts'
import { detectFromURL, lintManifest } from '../../support/stremio.ts'
import { startUpstream, status } from '../../support/upstream.ts'

const english = { id: 'e', url: 'https://subtitles.example/en.srt', lang: 'eng' }
const german = { id: 'g', url: 'https://subtitles.example/de.srt', lang: 'ger' }
const alpha = await startCatalogAddon({
  name: 'Alpha',
  films: range(1, 130),
  genres: ['Comedy', 'Drama'],
  subtitles: [english],
  metas: { [imdbOf(1)]: { id: imdbOf(1), type: 'movie', name: 'Film 1' } },
  ends: afterAll,
})
const beta = await startCatalogAddon({
  name: 'Beta',
  films: range(100, 180),
  idOf: (film) => `other:${film}`,
  subtitles: [german, english],
  metas: {
    [imdbOf(1)]: { id: imdbOf(1), type: 'movie', name: 'Other name', description: 'It ends well.' },
  },
  ends: afterAll,
})
const broken = await startUpstream(status(503), '127.0.0.1', afterAll)
const down = sourceAt(`${broken.url}/manifest.json`, 'Down')
const { url, request, createUser } = await startService({}, afterAll)
const sources = [alpha.source, down, beta.source]
const both = { id: 'films', name: 'Films', catalogs: ['alpha/movie/top', 'beta/movie/top'] }

async function install(catalogs: object = {}, more: object = {}) {
  const user = await createUser({ sources, catalogs, ...more })
  const path = `/stremio/${user.uuid}/${user.token}`
  const { addon } = await detectFromURL(`${url}${path}/manifest.json`)
  const { catalogs: listed } = addon.manifest as { catalogs: Listed[] }
  const page = async (own: Pick<Listed, 'type' | 'id'>, extra = {}) => {
    const { metas } = await addon.get('catalog', own.type, own.id, extra)
    return (metas as { id: string }[]).map(({ id }) => id)
  }
  return { user, path, addon, listed, page }
}

type Listed = {
  type: string
  id: string
  name: string
  extra: { name: string; options?: string[] }[]
}

/** Every page, until one is empty. */
async function readAll(page: (extra: object) => Promise<string[]>): Promise<string[]> {
  const all: string[] = []
  for (;;) {
    const next = await page({ skip: all.length })
    if (next.length === 0) return all
    all.push(...next)
  }
}

describe('the catalogs of a configuration', async () => {
  const { addon, listed, page, path } = await install()

  it('are those of its sources and one search for each type, in a manifest without a fault', () => {
    expect(listed.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'movie Top',
      'series Shows of Alpha',
      'movie Top',
      'series Shows of Beta',
      'movie Search',
    ])
    expect(lintManifest(addon.manifest)).toEqual({ valid: true, errors: [], warnings: [] })
    expect(addon.manifest).toMatchObject({ behaviorHints: { configurable: true } })
  })

  it('are read page by page to the end', async () => {
    expect(await readAll((extra) => page(listed[0]!, extra))).toEqual(range(1, 130).map(imdbOf))
  })

  it.each(['1000000000', '9'.repeat(400)])('are empty behind their end, at %s', async (skip) => {
    expect(await page(listed[0]!, { skip })).toEqual([])
  })

  it('are narrowed by genre', async () => {
    expect(listed[0]!.extra[0]).toEqual({ name: 'genre', options: ['Comedy', 'Drama'] })
    const comedies = range(1, 130).filter((film) => film % 3 === 0)
    expect(await page(listed[0]!, { genre: 'Comedy' })).toEqual(comedies.map(imdbOf))
  })

  it('are searched together, the best match first, each title once', async () => {
    const found = await page({ type: 'movie', id: 'search.all' }, { search: 'film 10' })
    expect(found[0]).toBe(imdbOf(10))
    expect(new Set(found).size).toBe(found.length)
    expect(found).toEqual(expect.arrayContaining([imdbOf(100), imdbOf(109)]))
  })

  it('have ids that stay when sources are named otherwise, move or go', async () => {
    const again = await install({ rules: [{ catalog: 'alpha/movie/top', name: 'Best' }] })
    expect(again.listed[0]).toMatchObject({ id: listed[0]!.id, name: 'Best' })
    const user = await createUser({ sources: [beta.source, alpha.source] })
    const { body } = await request(`/stremio/${user.uuid}/${user.token}/manifest.json`)
    const { catalogs } = body as unknown as { catalogs: Listed[] }
    expect(catalogs.map(({ id }) => id)).toContain(listed[0]!.id)
  })

  it('are empty where there is none of that name', async () => {
    const { status, text, headers } = await request(`${path}/catalog/movie/other.json`)
    expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining('"metas":[]') })
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  it('say how long they keep', async () => {
    const { headers, body } = await request(`${path}/catalog/movie/${listed[0]!.id}.json`)
    expect(headers.get('cache-control')).toMatch(/^private, max-age=300, stale-while-revalidate=/)
    expect(body).toMatchObject({ cacheMaxAge: 300, staleRevalidate: 86_400, staleError: 604_800 })
  })
})

describe('rules for catalogs', () => {
  it('make one of several, in turn, without a title twice under another id', async () => {
    const { listed, page } = await install({ merged: [both] })
    expect(listed[0]).toMatchObject({ id: 'films', name: 'Films', type: 'movie' })
    expect(listed.filter(({ name }) => name === 'Top')).toEqual([])
    const all = await readAll((extra) => page(listed[0]!, extra))
    expect(all.slice(0, 4)).toEqual([imdbOf(1), imdbOf(100), imdbOf(2), imdbOf(101)])
    expect(new Set(all)).toEqual(new Set(range(1, 180).map(imdbOf)))
    expect(all).toHaveLength(180)
  })

  it('make one of several, one after the other', async () => {
    const { listed, page } = await install({ merged: [{ ...both, mix: 'append' }] })
    const all = await readAll((extra) => page(listed[0]!, extra))
    expect(all).toEqual(range(1, 180).map(imdbOf))
  })

  it('hide, order, name and limit', async () => {
    const { listed, page } = await install({
      hidden: ['Shows of Alpha'],
      order: ['shows of beta'],
      rules: [{ catalog: 'alpha/movie/top', name: 'Five', limit: 5 }],
    })
    expect(listed.map(({ name }) => name)).toEqual(['Shows of Beta', 'Five', 'Top', 'Search'])
    expect(await readAll((extra) => page(listed[1]!, extra))).toHaveLength(5)
  })

  it('split by genre', async () => {
    const { listed, page } = await install({
      rules: [{ catalog: 'alpha/movie/top', genres: ['Comedy'] }],
    })
    const comedies = listed.find(({ name }) => name === 'Top: Comedy')!
    expect(await page(comedies)).toContain(imdbOf(3))
    expect(await page(comedies)).not.toContain(imdbOf(1))
    const all = await readAll((extra) => page(comedies, extra))
    expect(all).toEqual(
      range(1, 130)
        .filter((film) => film % 3 === 0)
        .map(imdbOf),
    )
  })

  it('shuffle by day', async () => {
    const { listed, page } = await install({
      rules: [{ catalog: 'alpha/movie/top', shuffle: true }],
    })
    const all = await readAll((extra) => page(listed[0]!, extra))
    expect(all).not.toEqual(range(1, 130).map(imdbOf))
    expect(all.toSorted()).toEqual(range(1, 130).map(imdbOf))
    expect(await readAll((extra) => page(listed[0]!, extra))).toEqual(all)
  })

  it('are warned of where they name what is not there', async () => {
    const { body } = await request('/api/v1/user', {
      method: 'POST',
      json: {
        password: 'correct horse',
        config: { sources: [alpha.source], catalogs: { hidden: ['Tpo'], order: ['Top'] } },
      },
    })
    expect(body.data.warnings).toEqual([
      { path: 'catalogs.hidden[0]', message: expect.stringContaining('did you mean "Top"?') },
    ])
  })
})

describe('titles and subtitles', async () => {
  const { addon } = await install({}, { filters: { subtitle: { prefer: ['German'] } } })

  it('lack nothing that the next source knows', async () => {
    const { meta } = await addon.get('meta', 'movie', imdbOf(1))
    expect(meta).toMatchObject({ id: imdbOf(1), name: 'Film 1', description: 'It ends well.' })
  })

  it('have their episodes', async () => {
    const { meta } = await addon.get('meta', 'series', showId)
    expect(meta.videos.map(({ id }: { id: string }) => id)).toEqual([
      `${showId}:1:1`,
      `${showId}:1:2`,
      `${showId}:1:3`,
    ])
  })

  it('are null where no source knows them', async () => {
    const other = await addon.get('meta', 'movie', 'tt99')
    expect(other.meta).toBeNull()
  })

  it('come from all sources, each file once, the preferred language first', async () => {
    const { subtitles } = await addon.get('subtitles', 'movie', imdbOf(1), { videoSize: '1' })
    expect(subtitles).toEqual([german, english])
  })
})
