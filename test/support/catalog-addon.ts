import { onTestFinished } from 'vitest'
import { sourceAt } from './addon.ts'
import type { Ending } from './ending.ts'
import { serveAddon } from './stremio.ts'
import type { AskedOfAddon } from './stremio.ts'
import { json, startUpstream } from './upstream.ts'

export type CatalogAddonOptions = {
  readonly name: string
  /** Numbers of the films that its catalog lists, in order. */
  readonly films: readonly number[]
  /** How it writes their ids; default: IMDb's. */
  readonly idOf?: (film: number) => string
  readonly pageSize?: number
  /** What it says of each film in lists, beside the usual. */
  readonly more?: (film: number) => object
  readonly genres?: readonly string[]
  readonly metas?: Readonly<Record<string, object>>
  readonly subtitles?: readonly object[]
  readonly episodes?: number
  /** Other addons, in a list of its own. */
  readonly addons?: readonly object[]
  readonly ends?: Ending
}

export const imdbOf = (film: number): string => `tt${1_000_000 + film}`
export const showId = 'tt2000000'

/** A real addon with a catalog of films, one of a series, and a search; every third film is a comedy. */
export async function startCatalogAddon({
  name,
  films,
  idOf = imdbOf,
  pageSize = 20,
  more = () => ({}),
  genres = [],
  metas = {},
  subtitles = [],
  episodes = 3,
  addons = [],
  ends = onTestFinished,
}: CatalogAddonOptions) {
  const asked: string[] = []
  const preview = (film: number) => ({
    id: idOf(film),
    type: 'movie',
    name: `Film ${film}`,
    poster: `https://pictures.example/${film}.jpg`,
    genres: [film % 3 === 0 ? 'Comedy' : 'Drama'],
    ...(idOf === imdbOf ? {} : { imdb_id: imdbOf(film) }),
    ...more(film),
  })
  const show = {
    id: showId,
    type: 'series',
    name: 'The Show',
    poster: 'https://pictures.example/s.jpg',
  }
  const videos = Array.from({ length: episodes }, (_, index) => ({
    id: `${showId}:1:${index + 1}`,
    title: `Part ${index + 1}`,
    season: 1,
    episode: index + 1,
    released: new Date(Date.UTC(2020, 0, index + 1)).toISOString(),
  }))

  function catalog({ type, id, extra }: AskedOfAddon) {
    asked.push(`${type}/${id} ${new URLSearchParams(extra).toString()}`)
    if (type === 'series') return { metas: Number(extra['skip'] ?? 0) > 0 ? [] : [show] }
    const search = extra['search']?.toLowerCase()
    const all = films
      .map(preview)
      .filter((one) => !extra['genre'] || one.genres.includes(extra['genre']))
      .filter((one) => !search || one.name.toLowerCase().includes(search))
    const skip = Number(extra['skip'] ?? 0)
    return { metas: all.slice(skip, skip + pageSize) }
  }

  const genre = genres.length > 0 ? [{ name: 'genre', options: genres }] : []
  const manifest = {
    id: `test.${name.toLowerCase()}`,
    version: '1.0.0',
    name,
    description: 'answers from this test',
    types: ['movie', 'series'],
    resources: ['catalog', 'meta', 'stream', 'subtitles', 'addon_catalog'],
    idPrefixes: ['tt', 'other:'],
    addonCatalogs:
      addons.length > 0 ? [{ type: 'other', id: 'list', name: `Addons of ${name}` }] : [],
    catalogs: [
      {
        type: 'movie',
        id: 'top',
        name: 'Top',
        extra: [...genre, { name: 'skip' }, { name: 'search' }],
      },
      { type: 'series', id: 'shows', name: `Shows of ${name}`, extra: [{ name: 'skip' }] },
    ],
  }
  const { url, close } = await serveAddon(
    manifest,
    {
      catalog,
      meta: ({ type, id }) => {
        const film = films.find((one) => idOf(one) === id)
        const own = type === 'movie' ? film !== undefined && preview(film) : { ...show, videos }
        return { meta: metas[id] ?? (own || null) }
      },
      stream: ({ id }) => ({
        streams: [
          {
            name: `${name} 1080p`,
            title: `${id}.1080p.WEB-DL-${name}.mkv`,
            url: `https://cdn.example/${name}/${id}`,
          },
        ],
      }),
      subtitles: () => ({ subtitles }),
      addon_catalog: () => ({ addons }),
    },
    ends,
  )
  return { source: { ...sourceAt(url, name), id: name.toLowerCase() }, asked, close }
}

/** An addon with one catalog that answers nothing until `release`, nor after `hold`. */
export async function startHeldAddon(name: string, ends: Ending = onTestFinished) {
  let gate = Promise.withResolvers<void>()
  const catalogs = [{ type: 'movie', id: 'top', name: `Top of ${name}`, extra: [] }]
  const manifest = { id: `test.${name}`, version: '1.0.0', name, types: ['movie'], catalogs }
  const { url } = await startUpstream(
    (asked, response) => {
      const isManifest = asked.url === '/manifest.json'
      const answer = isManifest ? { ...manifest, resources: ['catalog'] } : { metas: [] }
      gate.promise.then(
        () => json(answer)(asked, response),
        () => {},
      )
    },
    '127.0.0.1',
    ends,
  )
  const source = { ...sourceAt(`${url}/manifest.json`, name), id: name.toLowerCase() }
  return {
    source,
    release: () => gate.resolve(),
    hold: () => void (gate = Promise.withResolvers<void>()),
  }
}

/** Films in a row of numbers. */
export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
