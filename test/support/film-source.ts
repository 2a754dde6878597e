import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { sourceAt } from './addon.ts'
import type { Ending } from './ending.ts'
import { json, startUpstream } from './upstream.ts'

const day = 86_400_000
const pageSize = 100
const genres = ['Drama', 'Comedy', 'Horror', 'Western']

export type FilmSourceOptions = {
  films?: number
  series?: number
  episodesPerSeason?: number
  /** What every stream plays; default: an address that nobody answers. */
  videoUrl?: string
  /** Fields of every stream beside its name and address. */
  stream?: object
  name?: string
  /** Of films, as sources write it. */
  runtime?: string
  /** Streams of one title. */
  versions?: number
  /** Names of the files of one title, in the place of those that would be made up; read at each question. */
  files?: readonly string[]
  /** Whether its streams name binge groups. */
  groups?: boolean
  /** Languages of the subtitles beside each title. */
  subtitleLanguages?: readonly string[]
  /** The poster of every title; default: one of its own at an address that nobody answers. */
  picture?: string
  /** Genres of the catalog that needs one, one for each film; default: those that its films name. */
  byGenre?: readonly string[]
  ends?: Ending
}

/** IMDb ids of films are even from tt1000000 on, of series from tt2000000 on. */
export const filmId = (index: number): string => `tt${1_000_000 + index * 2}`
export const seriesId = (index: number): string => `tt${2_000_000 + index * 2}`

function preview(type: string, index: number, picture?: string) {
  const film = type === 'movie'
  return {
    id: film ? filmId(index) : seriesId(index),
    type,
    name: film ? `Film ${index}` : `Show ${index}`,
    poster: picture ?? `https://pictures.example/${type}-${index}.jpg`,
    background: `https://pictures.example/${type}-${index}-wide.jpg`,
    releaseInfo: film ? String(1950 + (index % 70)) : `${1990 + (index % 30)}-`,
    genres: [genres[index % genres.length], genres[(index + 1) % genres.length]],
    imdbRating: String(((index * 7) % 100) / 10),
    description: `What happens in number ${index}.`,
    runtime: '90 min',
  }
}

function episodes(index: number, count: number) {
  const numbers = Array.from({ length: count }, (_, number) => number + 1)
  const video = (season: number, episode: number, released: number) => ({
    id: `${seriesId(index)}:${season}:${episode}`,
    title: `Part ${season}.${episode}`,
    season,
    episode,
    released: new Date(released).toISOString(),
    overview: `Season ${season}, episode ${episode}.`,
    thumbnail: `https://pictures.example/${seriesId(index)}-${season}-${episode}.jpg`,
  })
  const begin = Date.parse('2015-01-01T20:00:00Z')
  return [
    video(0, 1, begin),
    ...[1, 2].flatMap((season) =>
      numbers.map((episode) => video(season, episode, begin + (season * count + episode) * day)),
    ),
    video(3, 1, Date.now() + 30 * day),
  ]
}

/**
 * A real source of films and series: two catalogs that are read page by page, one that needs a genre, one for searching
 * alone, details with people and episodes (a special, two seasons and one that is announced), streams and subtitles.
 */
export async function startFilmSource({
  films = 30,
  series = 10,
  episodesPerSeason = 3,
  videoUrl = 'https://streams.example/video.mp4',
  stream = {},
  name = 'Films',
  versions = 3,
  files,
  groups = true,
  subtitleLanguages = ['eng'],
  runtime = '90 min',
  picture,
  byGenre,
  ends = onTestFinished,
}: FilmSourceOptions = {}) {
  const counts = { manifest: 0, catalog: 0, meta: 0, stream: 0, subtitles: 0 }
  const manifest = {
    id: `test.${name.toLowerCase()}`,
    version: '1.0.0',
    name,
    description: 'films and series from this test',
    types: ['movie', 'series'],
    resources: ['catalog', 'meta', 'stream', 'subtitles'],
    idPrefixes: ['tt'],
    catalogs: [
      { type: 'movie', id: 'films', name: 'All films', extra: [{ name: 'skip' }] },
      {
        type: 'series',
        id: 'shows',
        name: 'All shows',
        extra: [{ name: 'skip' }, { name: 'genre', options: genres }],
      },
      {
        type: 'movie',
        id: 'by-genre',
        name: 'By genre',
        extra: [{ name: 'genre', isRequired: true, options: byGenre ?? genres }, { name: 'skip' }],
      },
      {
        type: 'movie',
        id: 'find',
        name: 'Find',
        extra: [{ name: 'search', isRequired: true }],
      },
    ],
  }

  const listed = (type: string, index: number) => ({
    ...preview(type, index, picture),
    ...(type === 'movie' && { runtime }),
  })

  function catalog(type: string, id: string, extra: URLSearchParams): object {
    const total = type === 'movie' ? films : series
    const all = Array.from({ length: total }, (_, index) => listed(type, index))
    const genre = extra.get('genre')
    const search = extra.get('search')?.toLowerCase()
    const skip = Number(extra.get('skip') ?? 0)
    if ((id === 'by-genre' && !genre) || (id === 'find' && !search)) return { metas: [] }
    const place = id === 'by-genre' && byGenre ? byGenre.indexOf(genre!) : null
    const wanted = all.filter(
      (meta, index) =>
        (place === null
          ? !genre || meta.genres.includes(genre)
          : index % byGenre!.length === place) &&
        (!search || meta.name.toLowerCase().includes(search)),
    )
    return { metas: wanted.slice(skip, skip + pageSize) }
  }

  function meta(type: string, id: string): object {
    const index = (Number(id.slice(2)) - (type === 'movie' ? 1_000_000 : 2_000_000)) / 2
    if (!Number.isInteger(index) || index < 0 || index >= (type === 'movie' ? films : series)) {
      return { meta: null }
    }
    return {
      meta: {
        ...listed(type, index),
        cast: ['Ada Actor', 'Bob Player'],
        director: ['Dora Director'],
        country: 'Iceland',
        logo: `https://pictures.example/${type}-${index}-logo.png`,
        trailers: [{ source: 'abcdefghijk', type: 'Trailer' }],
        released: new Date(Date.parse('2015-01-01')).toISOString(),
        videos: type === 'movie' ? [] : episodes(index, episodesPerSeason),
      },
    }
  }

  function streams(id: string): object {
    return {
      streams: Array.from({ length: files?.length ?? versions }, (_, number) => {
        const usual = ['2160p', '1080p', '720p', '480p'][number % 4]!
        const resolution = files ? (/\d+p/.exec(files[number]!)?.[0] ?? '') : usual
        const filename =
          files?.[number] ??
          `${id.replaceAll(':', '.')}.2015.${resolution}.WEB-DL.x264-V${number}.mp4`
        return {
          name: `${name} ${resolution}`,
          description: `${filename}\n💾 ${4 - (number % 4)} GB`,
          url: `${videoUrl}?version=${number}`,
          behaviorHints: {
            filename,
            ...(groups && { bingeGroup: `films-${resolution}` }),
            videoSize: 2 ** 30,
          },
          ...stream,
        }
      }),
    }
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const parts = (request.url ?? '')
      .replace(/\.json$/, '')
      .split('/')
      .slice(1)
    const [resource = '', type = '', rawId = '', extra = ''] = parts
    const id = decodeURIComponent(rawId)
    if (resource in counts) counts[resource as keyof typeof counts] += 1
    const respond = (value: object): void => json(value)(request, response)
    if (resource === 'manifest') respond(manifest)
    else if (resource === 'catalog') respond(catalog(type, id, new URLSearchParams(extra)))
    else if (resource === 'meta') respond(meta(type, id))
    else if (resource === 'stream') respond(streams(id))
    else if (resource === 'subtitles') {
      const subtitles = subtitleLanguages.map((lang) => ({
        id: lang,
        lang,
        url: `${url}/${lang}.srt`,
      }))
      respond({ subtitles })
    } else if (/^\w{3}\.srt$/.test(resource)) {
      response.end('1\n00:00:01,000 --> 00:00:02,500\nGood evening.\n')
    } else response.writeHead(404).end()
  }

  let url = ''
  const upstream = await startUpstream(answer, '127.0.0.1', ends)
  url = upstream.url
  return { ...upstream, counts, source: sourceAt(`${upstream.url}/manifest.json`, name) }
}
