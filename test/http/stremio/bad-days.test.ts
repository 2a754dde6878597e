import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { imdbOf, range, startCatalogAddon } from '../../support/catalog-addon.ts'
import { startService } from '../../support/service.ts'
import { json, silent, startUpstream, status } from '../../support/upstream.ts'
import type { Handler } from '../../support/upstream.ts'

const subtitle = (id: string) => ({ id, url: `https://subtitles.example/${id}.srt`, lang: 'eng' })
const alpha = await startCatalogAddon({
  name: 'Alpha',
  films: range(1, 130),
  subtitles: [subtitle('alpha')],
  ends: afterAll,
})
const beta = await startCatalogAddon({
  name: 'Beta',
  films: range(121, 250),
  idOf: (film) => `other:${film}`,
  subtitles: [subtitle('beta')],
  ends: afterAll,
})
const { request, createUser } = await startService({}, afterAll)

const manifest = {
  id: 'test.gamma',
  version: '1.0.0',
  name: 'Gamma',
  types: ['movie'],
  resources: ['catalog', 'meta', 'subtitles', 'stream'],
  catalogs: [{ type: 'movie', id: 'top', name: 'Top', extra: [{ name: 'skip' }] }],
}

/** A configuration whose first source has a good manifest and answers all else like this. */
async function openWith(day: Handler) {
  const upstream = await startUpstream((asked, response) =>
    (asked.url === '/manifest.json' ? json(manifest) : day)(asked, response),
  )
  const gamma = {
    ...sourceAt(`${upstream.url}/manifest.json`, 'Gamma'),
    id: 'gamma',
    timeout: 1_500,
  }
  const user = await createUser({
    sources: [gamma, alpha.source, beta.source],
    catalogs: {
      merged: [
        {
          id: 'films',
          name: 'Films',
          catalogs: ['gamma/movie/top', 'alpha/movie/top', 'beta/movie/top'],
        },
      ],
    },
  })
  const path = `/stremio/${user.uuid}/${user.token}`
  const get = async (resource: string) => {
    const answer = await request(`${path}/${resource}.json`)
    expect(answer.status).toBe(200)
    // oxlint-disable-next-line typescript/no-explicit-any -- answers of several forms
    return { ...answer, body: answer.body as any }
  }
  return { upstream, get }
}

type Page = { readonly ids: readonly string[]; readonly kept: string | null }

async function readAll(get: Awaited<ReturnType<typeof openWith>>['get']): Promise<Page[]> {
  const pages: Page[] = []
  for (let skip = 0; ;) {
    const { body, headers } = await get(`catalog/movie/films/skip=${skip}`)
    const ids = body.metas.map(({ id }: { id: string }) => id)
    if (ids.length === 0) return pages
    pages.push({ ids, kept: headers.get('cache-control') })
    skip += ids.length
  }
}

const days: readonly [what: string, Handler][] = [
  ['never answers', silent],
  ['answers 500', status(500)],
  ['answers a page', (_request, response) => void response.end('<html>')],
  ['answers nothing', (_request, response) => void response.end()],
  ['answers an error', json({ err: 'handler error' })],
  ['answers a list where an object belongs', json([])],
  ['hangs up', (_request, response) => void response.destroy()],
]

describe.each(days)('A source that %s', (_what, day) => {
  it('is left out of a merged catalog, which pages to its end and is not kept', async () => {
    const { get, upstream } = await openWith(day)
    const pages = await readAll(get)
    const all = pages.flatMap(({ ids }) => ids)
    expect(new Set(all)).toEqual(new Set(range(1, 250).map(imdbOf)))
    expect(all).toHaveLength(250)
    expect(pages.map(({ ids }) => ids.length)).toEqual([100, 100, 50])
    expect(pages.map(({ kept }) => kept)).toEqual(['no-cache', 'no-cache', 'no-cache'])
    const asked = upstream.paths.filter((path) => path.startsWith('/catalog/'))
    expect(new Set(asked)).toEqual(new Set(['/catalog/movie/top.json']))
  })

  it('takes no title, no subtitles and no streams of the others away', async () => {
    const { get } = await openWith(day)
    const { body: title } = await get(`meta/movie/${imdbOf(1)}`)
    expect(title.meta).toMatchObject({ id: imdbOf(1), name: 'Film 1' })
    const { body: tracks } = await get(`subtitles/movie/${imdbOf(1)}`)
    expect(tracks.subtitles).toEqual([subtitle('alpha'), subtitle('beta')])
    const { body: found } = await get(`stream/movie/${imdbOf(1)}`)
    const urls = found.streams.map(({ url }: { url?: string }) => url)
    expect(urls).toEqual(expect.arrayContaining([`https://cdn.example/Alpha/${imdbOf(1)}`]))
  })
})

describe('A source that fails in the middle of its catalog', () => {
  it('has its first titles in the list, which ends where the others end', async () => {
    const first = range(300, 319).map((film) => ({
      id: imdbOf(film),
      type: 'movie',
      name: `Film ${film}`,
    }))
    const { get } = await openWith((asked, response) =>
      (asked.url!.includes('skip=') ? status(500) : json({ metas: first }))(asked, response),
    )
    const pages = await readAll(get)
    const all = pages.flatMap(({ ids }) => ids)
    expect(new Set(all)).toEqual(new Set([...range(1, 250), ...range(300, 319)].map(imdbOf)))
    expect(all).toHaveLength(270)
    expect(pages.at(-1)!.kept).toBe('no-cache')
  })
})

describe('A source that lists nothing', () => {
  it.each([
    ['an empty list', json({ metas: [] })],
    ['no list', json({})],
    ['a number for a list', json({ metas: 5 })],
  ])('as %s is no failure: the merged catalog is kept', async (_what, day) => {
    const { get } = await openWith(day)
    const [page] = await readAll(get)
    expect(page!.ids).toHaveLength(100)
    expect(page!.kept).toMatch(/^private, max-age=300, stale-while-revalidate=/)
  })
})
