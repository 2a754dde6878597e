import { expect } from 'vitest'
import { sourceAt } from './addon.ts'
import type { Ending } from './ending.ts'
import { signInApp } from './media-client.ts'
import { startService } from './service.ts'
import { serveAddon } from './stremio.ts'
import { startUpstream } from './upstream.ts'

/** Part of all that a source says of what Kim may not watch, and of nothing else. */
export const mark = 'forbidzzle'

/** That what Kim may not watch has, and nothing else. */
export const blockedGenre = 'Grim'

export const forbidden = { film: 'tt1000002', show: 'tt2000002', episode: 'tt2000002:1:1' }
const gentle = { film: 'tt1000001', show: 'tt2000001' }

type Told = { readonly id: string; readonly type: string; readonly word: string }

const preview = ({ id, type, word }: Told, pictures: string) => ({
  id,
  type,
  name: `The ${word} ${type}`,
  poster: `${pictures}/${word}/${id}.jpg`,
  background: `${pictures}/${word}/${id}-wide.jpg`,
  description: `All about ${word}.`,
  genres: ['Drama', `${word} genre`, ...(word === mark ? [blockedGenre] : [])],
  releaseInfo: '2001',
})

function meta(told: Told, certification: string | undefined, pictures: string) {
  const { id, type, word } = told
  const videos = [1, 2].map((episode) => ({
    id: `${id}:1:${episode}`,
    title: `${word} part ${episode}`,
    season: 1,
    episode,
    overview: `Of ${word}.`,
    thumbnail: `${pictures}/${word}/${id}-${episode}.jpg`,
    released: '2001-01-01T00:00:00.000Z',
  }))
  return {
    ...preview(told, pictures),
    certification,
    runtime: '90 min',
    cast: [`Rex ${word}`, 'Ann Everywhere'],
    director: [`Dora ${word}`],
    logo: `${pictures}/${word}/${id}-logo.png`,
    videos: type === 'series' ? videos : [],
  }
}

export const titles = {
  [gentle.film]: { id: gentle.film, type: 'movie', word: 'meadow', rating: 'G' },
  [forbidden.film]: { id: forbidden.film, type: 'movie', word: mark, rating: 'R' },
  [gentle.show]: { id: gentle.show, type: 'series', word: 'meadow', rating: 'TV-Y' },
  [forbidden.show]: { id: forbidden.show, type: 'series', word: mark, rating: 'TV-MA' },
}

/** Catalogs without ratings, which the titles' own answers have. */
async function startRatedSource(
  ends: Ending,
  { pictures, isRated, files: cdn }: { pictures: string; isRated: boolean; files: string },
) {
  const all = Object.values(titles)
  const ratingOf = ({ word, rating }: (typeof all)[number]) =>
    word === mark && !isRated ? undefined : rating
  const files = await startUpstream(
    ({ url }, response) => {
      response.end(`1\n00:00:01,000 --> 00:00:02,000\nAbout ${url!.slice(1, -4)}.\n`)
    },
    '127.0.0.1',
    ends,
  )
  const catalog = (type: string, id: string, name: string, extra: object[]) => ({
    type,
    id,
    name,
    extra,
  })
  const genre = { name: 'genre', options: ['Drama', 'meadow genre', `${mark} genre`] }
  const manifest = {
    id: 'test.rated',
    version: '1.0.0',
    name: 'Rated',
    description: 'films and series from this test',
    types: ['movie', 'series'],
    resources: ['catalog', 'meta', 'stream', 'subtitles'],
    idPrefixes: ['tt'],
    catalogs: [
      catalog('movie', 'films', 'Films', [genre]),
      catalog('series', 'shows', 'Shows', []),
      catalog('movie', 'find', 'Find', [{ name: 'search', isRequired: true }]),
    ],
  }
  const { url } = await serveAddon(
    manifest,
    {
      catalog: ({ type, extra }) => ({
        metas: all
          .filter((one) => one.type === type)
          .filter(
            ({ word }) => !extra['genre'] || ['Drama', `${word} genre`].includes(extra['genre']),
          )
          .filter(({ word }) => !extra['search'] || word.includes(extra['search'].toLowerCase()))
          .map((one) => preview(one, pictures)),
      }),
      meta: ({ id }) => ({
        meta: titles[id] ? meta(titles[id], ratingOf(titles[id]), pictures) : null,
      }),
      stream({ id }) {
        const { word } = titles[id.split(':')[0]!]!
        return {
          streams: [{ name: word, title: `${word}.1080p.mkv`, url: `${cdn}/${word}` }],
        }
      },
      subtitles({ id }) {
        const { word } = titles[id.split(':')[0]!]!
        return { subtitles: [{ id: word, lang: 'eng', url: `${files.url}/${word}.srt` }] }
      },
    },
    ends,
  )
  return { ...sourceAt(url, 'Rated'), id: 'rated' }
}

/**
 * Olga, Bob and Kim, who has watched and marked everything, and from then on may watch what is rated PG at most. A playlist
 * of Olga's that everybody sees has all titles, and so has a collection; another collection has what Kim may not watch alone.
 */
export async function startChildrenHome(
  ends: Ending,
  {
    pictures,
    isRated = true,
    limits = { maxRating: 'PG' },
    files = 'https://cdn.example',
    env = {},
  }: {
    /** Host of the pictures, from which the service is to fetch them. */
    readonly pictures?: string
    /** Whether what Kim may not watch has ratings. */
    readonly isRated?: boolean
    readonly limits?: object
    /** Where its streams lie. */
    readonly files?: string
    readonly env?: Readonly<Record<string, string>>
  } = {},
) {
  const source = await startRatedSource(ends, {
    pictures: pictures ?? 'https://pictures.example',
    isRated,
    files,
  })
  // The addresses say more than the pictures.
  const PICTURES = pictures === undefined ? 'redirect' : 'carry'
  const service = await startService({ PICTURES, RATE_LIMIT_SIGN_IN: 'off', ...env }, ends)
  const configOf = (limits: object) => ({
    name: 'Home',
    sources: [source],
    mediaServer: {
      owner: { name: 'Olga', private: false },
      users: [{ name: 'Bob' }, { name: 'Kim', ...limits }],
    },
  })
  const owner = await service.createUser(configOf({}))
  const as = (name: string) =>
    signInApp(service.url, { ...owner, uuid: `${owner.uuid}/${name}` }, `of-${name}`)
  const [olga, bob, kim] = [await as('Olga'), await as('Bob'), await as('Kim')]

  async function send(token: string, method: string, path: string, body?: object) {
    const response = await fetch(service.url + path, {
      method,
      redirect: 'manual',
      headers: { 'x-emby-token': token, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    })
    const text = await response.text()
    const said = `${response.headers.get('location') ?? ''} ${text}`.toLowerCase()
    const asked = decodeURI(path.split('?')[0]!).toLowerCase().split('/')
    const own = asked.reduce((rest, part) => (part ? rest.replaceAll(part, '') : rest), said)
    return { status: response.status, text, tells: own.includes(mark) }
  }

  async function list(path: string): Promise<{ Id: string; Name: string; Type: string }[]> {
    const { text } = await send(bob.token, 'GET', path)
    return JSON.parse(text).Items
  }

  const every = await list('/Items?recursive=true&includeItemTypes=Movie,Series')
  const ofMark = ({ Name }: { Name: string }) => Name.toLowerCase().includes(mark)
  const film = every.find((one) => one.Type === 'Movie' && ofMark(one))!.Id
  const show = every.find((one) => one.Type === 'Series' && ofMark(one))!.Id
  const episodes = await list(`/Shows/${show}/Episodes`)
  const [season] = await list(`/Shows/${show}/Seasons`)
  await send(bob.token, 'GET', `/Items/${film}`)
  const person = (await list(`/Persons?searchTerm=${mark}`)).find(ofMark)!.Id
  const genre = (await list('/Genres?recursive=true')).find(ofMark)!.Id
  const playback = await send(bob.token, 'POST', `/Items/${film}/PlaybackInfo`, {})
  const [{ Id: version, MediaStreams }] = JSON.parse(playback.text).MediaSources
  const subtitles = MediaStreams.find(({ Type }: { Type: string }) => Type === 'Subtitle').Index
  const gentle = every.find((one) => one.Type === 'Movie' && !ofMark(one))!.Id
  const ids = { film, show, season: season!.Id, episode: episodes[0]!.Id, person, genre, version }
  for (const { token } of [olga, bob, kim]) {
    for (const id of [film, show, ids.episode, person]) {
      await send(token, 'POST', `/UserFavoriteItems/${id}`)
    }
    await send(token, 'POST', `/UserPlayedItems/${film}`)
    const ItemId = ids.episode
    await send(token, 'POST', '/Sessions/Playing', { ItemId, PositionTicks: 0 })
    await send(token, 'POST', '/Sessions/Playing/Progress', { ItemId, PositionTicks: 6e9 })
  }
  const made = await send(olga.token, 'POST', '/Playlists', {
    Name: 'For all',
    IsPublic: true,
    Ids: every.map(({ Id }) => Id),
  })
  const playlist = JSON.parse(made.text).Id as string
  async function collect(name: string, members: readonly string[]): Promise<string> {
    const path = `/Collections?name=${name}&ids=${members.join(',')}`
    return JSON.parse((await send(olga.token, 'POST', path)).text).Id
  }
  const collection = await collect(
    'For%20all',
    every.map(({ Id }) => Id),
  )
  const hidden = await collect(`All%20${mark}`, [film, show])

  async function limit(limits: object): Promise<void> {
    const json = { config: configOf(limits) }
    const { status } = await service.request('/api/v1/user', { method: 'PUT', auth: owner, json })
    expect(status).toBe(200)
  }
  await limit(limits)
  const lists = { playlist, collection, hidden }
  const people = { owner, olga, bob, kim }
  return { service, ...people, ids, gentle, subtitles, ...lists, send, limit }
}
