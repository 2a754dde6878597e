import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startUpstream } from '../upstream.ts'

type Ids = Readonly<Record<string, string | number>>
type Kind = 'movies' | 'shows' | 'anime'
type Title = { kind: Kind; isFilm: boolean; title: string; year: number; runtime: number; ids: Ids }
type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
type SentEpisode = { number: number; watched_at?: string }
type SentSeason = {
  number: number
  watched_at?: string
  episodes?: readonly SentEpisode[]
}
type SentTitle = {
  ids?: Ids
  to?: string
  status?: string
  watched_at?: string
  use_tvdb_anime_seasons?: boolean
  seasons?: readonly SentSeason[]
  episodes?: readonly SentEpisode[]
}
type Body = {
  readonly [field: string]: unknown
  readonly movie?: SentTitle
  readonly show?: SentTitle
  readonly anime?: SentTitle
  readonly episode?: { season: number; number: number }
  readonly movies?: readonly SentTitle[]
  readonly shows?: readonly SentTitle[]
}
type Request = { method: string; path: string; query: URLSearchParams; body: Body; at: number }
type Play = { season: number; number: number; at: string }

/** A title in the lists of the person. */
export type Listed = { title: Title; status: string; at: string | null; plays: Play[] }

export const inception: Title = {
  kind: 'movies',
  isFilm: true,
  title: 'Inception',
  year: 2010,
  runtime: 148,
  ids: { simkl: 472214, slug: 'inception', imdb: 'tt1375666', tmdb: '27205' },
}
export const breakingBad: Title = {
  kind: 'shows',
  isFilm: false,
  title: 'Breaking Bad',
  year: 2008,
  runtime: 47,
  ids: { simkl: 11121, slug: 'breaking-bad', tvdb: '81189', imdb: 'tt0903747', tmdb: '1396' },
}
const titan = { imdb: 'tt2560140', tvdb: '267440', tmdb: '1429' }
/** Two entries of one series: the episodes of the second are S2 for those who count as TVDB does. */
export const titanOne: Title = {
  kind: 'anime',
  isFilm: false,
  title: 'Shingeki no Kyojin',
  year: 2013,
  runtime: 24,
  ids: { simkl: 39687, ...titan, mal: '16498', anilist: '16498', anidb: '9541', kitsu: '7442' },
}
export const titanTwo: Title = {
  ...titanOne,
  title: 'Shingeki no Kyojin Season 2',
  year: 2017,
  ids: { simkl: 439744, ...titan, mal: '25777', anilist: '20958', anidb: '10944', kitsu: '8671' },
}
export const violet: Title = {
  kind: 'anime',
  isFilm: true,
  title: 'Violet Evergarden the Movie',
  year: 2020,
  runtime: 140,
  ids: { simkl: 799363, mal: '37987', anidb: '14013' },
}
const catalogue: readonly Title[] = [inception, breakingBad, titanOne, titanTwo, violet]
/** How many episodes each has. */
const length = 12

const client = { id: 'client of this service', secret: 'secret of this service' }
const start = Date.parse('2026-01-01T00:00:00Z')

/** Simkl with five titles and one person, in memory: looks at headers, tokens and bodies as the real one does, and keeps what it is told. */
export async function startSimkl() {
  const pins = new Map<string, 'pending' | 'approved' | 'gone'>()
  const tokens = new Set<string>()
  const failures: { path: string; answer: Answer }[] = []
  const requests: Request[] = []
  const listed = new Map<Title, Listed>()
  const paused: { title: Title; season: number; number: number; progress: number; at: string }[] =
    []
  const times = { lists: start, playback: start }
  const state = { clock: start, watching: null as Title | null }

  function grant(): string {
    const token = `token ${tokens.size + 1}`
    tokens.add(token)
    return token
  }

  function iso(at: number): string {
    return `${new Date(at).toISOString().slice(0, 19)}Z`
  }

  function touch(name: keyof typeof times): string {
    state.clock += 1_000
    times[name] = state.clock
    return iso(state.clock)
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://simkl')
    const sent = await text(request)
    const asked = {
      method: request.method!,
      path: url.pathname,
      query: url.searchParams,
      body: (sent ? JSON.parse(sent) : {}) as Body,
      at: Date.now(),
    }
    requests.push(asked)
    const planned = failures.findIndex(({ path }) => asked.path.startsWith(path))
    const answer =
      planned === -1 ? answerTo(asked, request.headers) : failures.splice(planned, 1)[0]!.answer
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.status === 204 ? '' : JSON.stringify(answer.body ?? null))
  }

  function error(status: number, name: string, message = ''): Answer {
    return { status, body: { error: name, code: status, message } }
  }

  function answerTo(asked: Request, headers: IncomingMessage['headers']): Answer {
    const { method, path, query, body } = asked
    const isKnown =
      query.get('client_id') === client.id && query.get('app-name') && query.get('app-version')
    if (!isKnown || !headers['user-agent'] || headers['simkl-api-key'] !== client.id) {
      return error(412, 'client_id_failed', 'Your client_id is wrong. Try another one')
    }
    if (method === 'POST' && headers['content-type'] !== 'application/json') {
      return error(400, 'wrong_parameter')
    }
    if (path.startsWith('/oauth/pin')) return pin(path.slice('/oauth/pin/'.length))
    const summary = /^\/(movies|tv|anime)\/(\d+)$/.exec(path)
    if (summary) return summaryOf(Number(summary[2]), query.get('extended'))
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    if (!tokens.has(token)) return error(401, 'user_token_failed', 'The token is wrong')
    if (path.startsWith('/scrobble/')) return scrobble(path.slice(10), body)
    return method === 'POST' ? write(asked) : readList(asked)
  }

  function pin(code: string): Answer {
    const stands = pins.get(code)
    if (stands === 'approved') {
      pins.delete(code)
      return { status: 200, body: { result: 'OK', access_token: grant() } }
    }
    if (stands === 'pending') {
      return { status: 200, body: { result: 'KO', message: 'Authorization pending' } }
    }
    // A code that it does not know is answered as if one was asked for.
    const fresh = `5G6JA${pins.size}`
    pins.set(fresh, 'pending')
    const page = 'https://simkl.com/pin'
    const body = {
      result: 'OK',
      device_code: 'DEVICE_CODE',
      user_code: fresh,
      verification_uri: page,
      verification_url: page,
      expires_in: 900,
      interval: 5,
    }
    return { status: 200, body }
  }

  function summaryOf(id: number, extended: string | null): Answer {
    const title = catalogue.find(({ ids }) => ids['simkl'] === id)
    if (!title) return error(404, 'id_err')
    const { ids, runtime } = title
    return { status: 200, body: { title: title.title, ids, ...(extended ? { runtime } : {}) } }
  }

  function find(sent: SentTitle | undefined, isFilm: boolean): Title | null {
    const known = catalogue.find(
      (title) =>
        title.isFilm === isFilm &&
        Object.entries(sent?.ids ?? {}).some(([space, value]) => {
          return String(title.ids[space]) === String(value)
        }),
    )
    return known ?? null
  }

  /** Where an episode is: anime by TVDB's seasons is to be found in the entry that the season is. */
  function placeOf(
    title: Title,
    season: number,
    byTvdb: boolean,
  ): { title: Title; season: number } {
    if (title.kind !== 'anime' || !byTvdb) return { title, season }
    return season === 2 ? { title: titanTwo, season: 1 } : { title, season }
  }

  function scrobble(action: string, body: Body): Answer {
    const sent = body.movie ?? body.show ?? body.anime
    const { progress, episode } = body
    if (!sent) return error(400, 'empty_field')
    const found = find(sent, !episode)
    if (
      !found ||
      (body.movie && found.kind !== 'movies') ||
      (body.show && found.kind === 'anime')
    ) {
      return error(404, 'id_err', 'Unable to find this item')
    }
    if (typeof progress !== 'number' || progress < 0 || progress > 100) {
      return error(400, 'wrong_parameter')
    }
    const byTvdb = Boolean(sent.ids?.['imdb'] ?? sent.ids?.['tvdb'] ?? sent.ids?.['tmdb'])
    const { title, season } = placeOf(found, episode?.season ?? 0, byTvdb)
    const number = episode?.number ?? 0
    const answer = (said: string) => ({ status: 201, body: { id: 7, action: said, progress } })
    const kept = paused.findIndex((one) => one.title === title)
    if (kept !== -1) paused.splice(kept, 1)
    state.watching = action === 'start' ? title : null
    if (action === 'start') return answer('start')
    if (action === 'stop' && progress >= 80) {
      const known = listed.get(title)?.plays.some((play) => {
        return play.season === season && play.number === number
      })
      if (known || (title.isFilm && listed.get(title)?.status === 'completed')) {
        return { status: 409, body: { watched_at: '', expires_at: '' } }
      }
      watch(title, [{ season, number, at: touch('lists') }])
      return answer('scrobble')
    }
    paused.push({ title, season, number, progress, at: touch('playback') })
    return answer('pause')
  }

  function watch(title: Title, plays: readonly Play[]): void {
    const old = listed.get(title)
    const at = plays.at(-1)?.at ?? old?.at ?? null
    if (title.isFilm) {
      listed.set(title, { title, status: 'completed', at, plays: [] })
      return
    }
    const isNew = (play: Play) =>
      !old?.plays.some((one) => one.season === play.season && one.number === play.number)
    const all = [...(old?.plays ?? []), ...plays.filter(isNew)]
    const status = all.length >= length ? 'completed' : 'watching'
    listed.set(title, { title, status, at, plays: all })
  }

  /** The episodes that are meant, under the entries that have them. */
  function meant(title: Title, sent: SentTitle): readonly { title: Title; play: Play }[] {
    const now = iso(state.clock)
    const all = Array.from({ length }, (_, index) => ({ number: index + 1 }))
    const seasons: readonly SentSeason[] = sent.seasons ?? [
      { number: 1, episodes: sent.episodes ?? all },
    ]
    return seasons.flatMap(({ number: sentSeason, episodes, watched_at }) => {
      const place = placeOf(title, sentSeason, sent.use_tvdb_anime_seasons === true)
      const inside: readonly SentEpisode[] = episodes ?? all
      return inside.map(({ number, watched_at: own }) => {
        const at = own ?? watched_at ?? sent.watched_at ?? now
        return { title: place.title, play: { season: place.season, number, at } }
      })
    })
  }

  function write({ path, body, query }: Request): Answer {
    if (path === '/sync/watched') return standings(body as unknown as readonly Body[], query)
    const missing = { movies: [] as SentTitle[], shows: [] as SentTitle[], episodes: [] }
    let done = 0
    for (const [name, isFilm] of [
      ['movies', true],
      ['shows', false],
    ] as const) {
      for (const sent of body[name] ?? []) {
        const title = find(sent, isFilm)
        if (!title) missing[name].push(sent)
        else {
          done += 1
          change(path, title, sent)
        }
      }
    }
    if (done > 0) touch('lists')
    const counts = { movies: 0, shows: 0, episodes: done }
    if (path === '/sync/history') {
      return { status: 201, body: { added: { ...counts, statuses: [] }, not_found: missing } }
    }
    if (path === '/sync/history/remove') {
      return { status: 200, body: { deleted: counts, not_found: missing } }
    }
    if (path !== '/sync/add-to-list') return error(404, 'url_failed')
    const added = { movies: [], shows: Array.from({ length: done }) }
    return { status: 201, body: { added, not_found: missing } }
  }

  function change(path: string, title: Title, sent: SentTitle): void {
    const old = listed.get(title)
    const isWhole = !sent.seasons && !sent.episodes
    if (path === '/sync/history') {
      const plays = title.isFilm
        ? [{ title, play: { season: 0, number: 0, at: sent.watched_at ?? iso(state.clock) } }]
        : meant(title, sent)
      for (const [place, inside] of Map.groupBy(plays, (play) => play.title)) {
        watch(
          place,
          inside.map(({ play }) => play),
        )
      }
    } else if (path === '/sync/history/remove' && (title.isFilm || isWhole)) {
      listed.delete(title)
    } else if (path === '/sync/history/remove') {
      for (const { title: place, play } of meant(title, sent)) {
        const one = listed.get(place)
        const left = one?.plays.filter((known) => {
          return known.season !== play.season || known.number !== play.number
        })
        if (one && left) listed.set(place, { ...one, plays: left, status: 'watching' })
      }
    } else {
      // There is no such list for films: they go to those that were watched.
      const status = title.isFilm && sent.to === 'watching' ? 'completed' : sent.to!
      listed.set(title, { title, status, at: old?.at ?? null, plays: old?.plays ?? [] })
    }
  }

  function standings(items: readonly Body[], query: URLSearchParams): Answer {
    const body = items.map((item) => {
      const { type, title: _title, year: _year, ...ids } = item
      const title = find({ ids: ids as Ids }, type === 'movie')
      if (!title) return { ...item, result: 'not_found' }
      const one = listed.get(title)
      if (!one) return { ...item, result: false, list: null, last_watched_at: null }
      const counters =
        query.get('extended') === 'counters' ? { episodes_watched: one.plays.length } : {}
      return { ...item, result: true, list: one.status, last_watched_at: one.at, ...counters }
    })
    return { status: 200, body }
  }

  function readList({ path, query }: Request): Answer {
    if (path === '/sync/activities') return { status: 200, body: activities() }
    if (path === '/sync/playback') return { status: 200, body: paused.map(pausedAt) }
    const kind = /^\/sync\/all-items\/(movies|shows|anime)$/.exec(path)?.[1] as Kind | undefined
    if (!kind) return error(404, 'url_failed')
    const items = [...listed.values()].filter(({ title }) => title.kind === kind)
    // A person with nothing in the lists gets no lists.
    if (items.length === 0) return { status: 200, body: null }
    return { status: 200, body: { [kind]: items.map((item) => listedAs(item, query)) } }
  }

  function listedAs({ title, status, at, plays }: Listed, query: URLSearchParams): object {
    const { kind, isFilm, runtime, ids, ...names } = title
    const isExtended = query.get('extended') === 'full' && !isFilm
    const isTold = query.get('include_all_episodes') === 'yes' || !/completed|dropped/.test(status)
    const withTimes = query.get('episode_watched_at') === 'yes'
    const seasons = [...Map.groupBy(plays, ({ season }) => season)].map(([number, inside]) => ({
      number,
      episodes: inside.map((play) => ({
        number: play.number,
        ...(withTimes ? { watched_at: play.at } : {}),
      })),
    }))
    return {
      added_to_watchlist_at: iso(start),
      last_watched_at: at,
      user_rating: null,
      status,
      watched_episodes_count: plays.length,
      ...(kind === 'anime' ? { anime_type: isFilm ? 'movie' : 'tv' } : {}),
      [kind === 'movies' ? 'movie' : 'show']: { ...names, runtime, ids },
      ...(isExtended && isTold && plays.length > 0 ? { seasons } : {}),
    }
  }

  function pausedAt({ title, season, number, progress, at }: (typeof paused)[number], id: number) {
    const { kind, isFilm, title: name, year, ids } = title
    return {
      id,
      progress,
      paused_at: at,
      type: isFilm ? 'movie' : 'episode',
      ...(isFilm ? {} : { episode: { season, number, title: `Episode ${number}` } }),
      [{ movies: 'movie', shows: 'show', anime: 'anime' }[kind]]: { title: name, year, ids },
    }
  }

  function activities() {
    const lists = iso(times.lists)
    const of = {
      all: iso(state.clock),
      rated_at: iso(start),
      playback: iso(times.playback),
      plantowatch: lists,
      completed: lists,
      dropped: lists,
      removed_from_list: lists,
    }
    const series = { ...of, watching: lists, hold: null }
    const settings = { all: iso(start) }
    return { all: iso(state.clock), settings, tv_shows: series, anime: series, movies: of }
  }

  const { url } = await startUpstream((request, response) => {
    handle(request, response).catch((error: Error) => {
      response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(error.stack)
    })
  })
  return {
    url,
    client,
    requests,
    listed,
    paused,
    pins,
    tokens,
    state,
    grant,
    /** Something changes of which nothing is kept here, such as a setting. */
    tick: () => {
      state.clock += 1_000
    },
    /** What the next request to such a path is answered with. */
    failNext(path: string, answer: Answer) {
      failures.push({ path, answer })
    },
    paths: () => requests.map(({ method, path }) => `${method} ${path}`),
  }
}
