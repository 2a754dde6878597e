import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { range, startCatalogAddon } from '../../support/catalog-addon.ts'
import { startService } from '../../support/service.ts'
import { detectFromURL } from '../../support/stremio.ts'
import { json, startUpstream } from '../../support/upstream.ts'

const file = (id: string | undefined, name: string) => ({
  ...(id !== undefined && { id }),
  url: `https://subtitles.example/${name}.srt`,
  lang: 'eng',
})
const genres = ['Comedy', 'Drama']
const films = range(1, 9)
const alpha = await startCatalogAddon({
  name: 'Alpha',
  films,
  genres,
  subtitles: [file('1', 'a'), file('1', 'b'), file(undefined, 'c')],
  ends: afterAll,
})
const beta = await startCatalogAddon({
  name: 'Beta',
  films,
  subtitles: [file('1', 'd'), file('2', 'e'), file('3', 'a'), file('19501', 'f')],
  ends: afterAll,
})
/** Lists a catalog three times, as some addons do for its search, and a list of addons twice. */
const again = await startUpstream(
  (request, response) => {
    if (request.url !== '/manifest.json') {
      response.writeHead(307, { location: new URL(request.url!, alpha.source.url).href }).end()
      return
    }
    const top = { type: 'movie', id: 'top', name: 'Films of Again' }
    const lists = { type: 'other', id: 'lists', name: 'Lists' }
    json({
      id: 'org.again',
      version: '1.0.0',
      name: 'Again',
      types: ['movie'],
      resources: ['catalog', 'addon_catalog'],
      catalogs: [
        { ...top, name: 'Search', extra: [{ name: 'search', isRequired: true }] },
        { ...top, extra: [{ name: 'skip' }, { name: 'genre', options: genres }] },
        { ...top, name: 'Once more' },
      ],
      addonCatalogs: [lists, lists],
    })(request, response)
  },
  '127.0.0.1',
  afterAll,
)
const { url, createUser } = await startService({}, afterAll)
const source = { ...sourceAt(`${again.url}/manifest.json`, 'Again'), id: 'again' }

type Listed = { readonly type: string; readonly id: string; readonly name: string }

async function open(config: object) {
  const user = await createUser(config)
  const address = `${url}/stremio/${user.uuid}/${user.token}/manifest.json`
  const { addon } = await detectFromURL(address)
  const listed = [addon.manifest['catalogs'], addon.manifest['addonCatalogs'] ?? []] as Listed[][]
  const [catalogs = [], lists = []] = listed
  return { addon, catalogs, lists }
}

const twice = { ...source, id: undefined }

describe('No two catalogs of a configuration have one id', () => {
  it.each([
    ['a source lists one several times', { sources: [source] }],
    ['a source is there twice', { sources: [twice, { ...twice, name: 'Other' }] }],
    [
      'a genre is named twice',
      {
        sources: [source],
        catalogs: { rules: [{ catalog: 'again/movie/top', genres: ['Drama', 'drama'] }] },
      },
    ],
  ])('where %s', async (_case, config) => {
    const { catalogs, lists } = await open(config)
    for (const listed of [catalogs, lists]) {
      const ids = listed.map(({ type, id }) => `${type} ${id}`)
      expect(ids.length).toBeGreaterThan(0)
      expect(ids).toEqual([...new Set(ids)])
    }
  })
})

it('A catalog that is listed several times can be read by genre and found in', async () => {
  const rules = [{ catalog: 'again/movie/top', genres: ['Comedy'] }]
  const { addon, catalogs } = await open({ sources: [source], catalogs: { rules } })
  const [whole, comedies, search] = catalogs
  expect([whole, comedies, search].map((one) => one!.name)).toEqual([
    'Films of Again',
    'Films of Again: Comedy',
    'Search',
  ])
  const { metas } = await addon.get('catalog', 'movie', comedies!.id)
  expect(metas.map(({ name }: Listed) => name)).toEqual(['Film 3', 'Film 6', 'Film 9'])
  const found = await addon.get('catalog', 'movie', search!.id, { search: 'Film 4' })
  expect(found.metas.map(({ name }: Listed) => name)).toEqual(['Film 4'])
})

it('Each of the subtitles has an id of its own, which stays where a source that counts from 1 is missing', async () => {
  const at = (name: string) => file(undefined, name).url
  const idsFrom = async (...sources: object[]) => {
    const { addon } = await open({ sources })
    const { subtitles } = await addon.get('subtitles', 'movie', 'tt1000001')
    return subtitles.map(({ id, url: own }: { id: string; url: string }) => [id, own])
  }
  const ids = await idsFrom(alpha.source, beta.source)
  expect(ids).toEqual(expect.arrayContaining(await idsFrom(beta.source)))
  expect(ids).toEqual([
    [at('a'), at('a')],
    [at('b'), at('b')],
    [at('c'), at('c')],
    [at('d'), at('d')],
    [at('e'), at('e')],
    ['19501', at('f')],
  ])
})
