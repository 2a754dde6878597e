import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CatalogSources = {
  /** As a configuration names the one of this name; each name is a source of its own, with titles of its own. */
  source(name: string): object
  /** Path of one page of a catalog, below `url`. */
  readonly url: string
  pagePath(name: string, catalog: number, genre: string): string
  stop(): void
}

export type CatalogSourceOptions = {
  readonly catalogs: number
  /** Of one catalog, on one page. */
  readonly titles: number
  readonly delayMs: number
}

const genres = ['Drama', 'Comedy', 'Horror', 'Western', 'Mystery']

/** Sources whose catalogs take any genre, since a genre that nobody has asked for is in no cache. */
export async function startCatalogSources({
  catalogs,
  titles,
  delayMs,
}: CatalogSourceOptions): Promise<CatalogSources> {
  const manifest = JSON.stringify({
    id: 'bench.catalogs',
    version: '1.0.0',
    name: 'Bench catalogs',
    types: ['movie'],
    resources: ['catalog', 'meta'],
    idPrefixes: ['tt'],
    catalogs: Array.from({ length: catalogs }, (_, catalog) => ({
      type: 'movie',
      id: String(catalog),
      name: `Catalog ${catalog}`,
      extra: [{ name: 'genre' }],
    })),
  })
  const pages = new Map<string, string>()
  const pageOf = (name: string, catalog: number): string => {
    const key = `${name} ${catalog}`
    const page = pages.get(key) ?? JSON.stringify({ metas: metasOf(name, catalog, titles) })
    pages.set(key, page)
    return page
  }
  const server = createServer(({ url = '/' }, response) => {
    const [name = '', resource, , id = ''] = decodeURIComponent(url).split('/').slice(1)
    const body =
      resource === 'manifest.json'
        ? manifest
        : resource === 'catalog'
          ? pageOf(name, Number.parseInt(id))
          : '{"meta":null}'
    setTimeout(() => response.end(body), delayMs)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    source: (name) => ({ type: 'stremio', id: name, url: `${url}/${name}/manifest.json` }),
    pagePath: (name, catalog, genre) => `/${name}/catalog/movie/${catalog}/genre=${genre}.json`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function metasOf(name: string, catalog: number, titles: number): readonly object[] {
  const first = 1_000_000 + Number.parseInt(name.replaceAll(/\D/g, '') || '0') * 100_000
  return Array.from({ length: titles }, (_, index) => {
    const number = first + catalog * titles + index
    return {
      id: `tt${number}`,
      type: 'movie',
      name: `Title ${(number * 7919) % 100_003}`,
      poster: `https://pictures.example/poster/${number}.jpg`,
      background: `https://pictures.example/background/${number}.jpg`,
      releaseInfo: String(1950 + (number % 70)),
      genres: [genres[number % 5], genres[(number + 2) % 5]],
      certification: number % 5 === 0 ? 'R' : 'PG',
      imdbRating: String((number % 100) / 10),
      description: `What happens in title ${number}, told in one sentence of the usual length for a catalog.`,
      runtime: `${60 + (number % 90)} min`,
    }
  })
}
