import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startUpstream } from '../upstream.ts'
import { client, createGrants } from './trakt-grants.ts'
import { find, pageOf, seasons } from './trakt-titles.ts'
import type { Answer, Body, Place, Play, Request, SentSeason, Title } from './trakt-titles.ts'

const start = Date.parse('2026-01-01T00:00:00.000Z')

/** Trakt with two titles and one person, in memory: looks at headers, tokens and bodies as the real one does, and keeps what it is told. */
export async function startTrakt({ mostOfPage = 100 }: { mostOfPage?: number } = {}) {
  const { tokens, codes, grant, oauth } = createGrants()
  const failures: { path: string; answer: Answer; after: number }[] = []
  const requests: Request[] = []
  const history: Play[] = []
  /** Ids of plays, in the order in which they were heard of. */
  const playIds = new Map<Play, number>()
  const playback: (Place & { progress: number; at: string })[] = []
  const watchlist: Place[] = []
  const dropped: Title[] = []
  const times = { watched: start, paused: start, listed: start, dropped: start }
  const state = { clock: start, watching: null as Title | null, hasSeasons: true }

  function touch(name: keyof typeof times): string {
    state.clock += 1_000
    times[name] = state.clock
    return new Date(state.clock).toISOString()
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://trakt')
    const sent = await text(request)
    const asked = {
      method: request.method!,
      path: url.pathname,
      query: url.searchParams,
      body: (sent ? JSON.parse(sent) : {}) as Body,
    }
    requests.push(asked)
    const planned = failures.findIndex(
      (failure) => asked.path.startsWith(failure.path) && failure.after-- === 0,
    )
    const answer =
      planned === -1 ? answerTo(asked, request.headers) : failures.splice(planned, 1)[0]!.answer
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body))
  }

  function answerTo(asked: Request, headers: IncomingMessage['headers']): Answer {
    const { method, path, body } = asked
    if (headers['trakt-api-key'] !== client.id) return { status: 403 }
    if (headers['trakt-api-version'] !== '2' || !headers['user-agent']) return { status: 412 }
    if (method === 'POST' && headers['content-type'] !== 'application/json') return { status: 415 }
    if (path.startsWith('/oauth/')) return method === 'POST' ? oauth(path, body) : { status: 405 }
    const token = tokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '')
    if (!token || token.isGone) return { status: 401 }
    if (path.startsWith('/scrobble/')) return scrobble(path.slice(10), body)
    return method === 'POST' ? write(path, body) : readList(asked)
  }

  function scrobble(action: string, body: Body): Answer {
    const title = find(body.movie ? 'movie' : 'show', (body.movie ?? body.show)?.ids)
    const { season, number: episode } = body.episode ?? { season: null, number: null }
    const isThere = season !== null && episode !== null && episode <= (seasons[season] ?? 0)
    if (!title || (title.type === 'show' && !isThere)) return { status: 404 }
    const { progress } = body
    if (typeof progress !== 'number' || progress < 0 || progress > 100) return { status: 400 }
    const isHere = (place: Place) =>
      place.title === title && place.season === season && place.episode === episode
    const answer = (said: string) => ({ status: 201, body: { id: 1, action: said, progress } })
    if (action === 'start') {
      state.watching = title
      return answer('start')
    }
    if (progress < 1) return { status: 422 }
    state.watching = null
    const kept = playback.findIndex(isHere)
    if (kept !== -1) playback.splice(kept, 1)
    if (action === 'stop' && progress > 80) {
      if (history.some((play) => isHere(play) && Date.parse(play.at) > start)) {
        return { status: 409, body: { watched_at: '', expires_at: '' } }
      }
      history.push({ title, season, episode, at: touch('watched') })
      return answer('scrobble')
    }
    playback.push({ title, season, episode, progress, at: touch('paused') })
    return answer('pause')
  }

  /** The films and episodes that a body means. */
  function meant(body: Body, unknown: object[]): readonly Play[] {
    const plays: Play[] = []
    const now = new Date(state.clock).toISOString()
    for (const movie of body.movies ?? []) {
      const title = find('movie', movie.ids)
      if (title) plays.push({ title, season: null, episode: null, at: movie.watched_at ?? now })
      else unknown.push(movie)
    }
    for (const show of body.shows ?? []) {
      const title = find('show', show.ids)
      if (!title) unknown.push(show)
      const whole = [1, 2].map((number) => ({ number, watched_at: show.watched_at }))
      const wanted: readonly SentSeason[] = show.seasons ?? whole
      for (const { number: season, episodes, watched_at } of title ? wanted : []) {
        const all = Array.from({ length: seasons[season] ?? 0 }, (_, at) => ({ number: at + 1 }))
        const inside: NonNullable<SentSeason['episodes']> = episodes ?? all
        for (const { number: episode, watched_at: at } of inside) {
          plays.push({ title: title!, season, episode, at: at ?? watched_at ?? now })
        }
      }
    }
    return plays
  }

  function write(path: string, body: Body): Answer {
    const unknown: object[] = []
    const isRemoval = path.endsWith('/remove')
    const said = (count: number) => ({
      status: isRemoval || path === '/sync/history' ? 200 : 201,
      body: {
        [isRemoval ? 'deleted' : 'added']: { movies: 0, shows: 0, episodes: count },
        not_found: { movies: unknown, shows: [], seasons: [], episodes: [] },
      },
    })
    if (path.startsWith('/sync/history')) {
      const plays = meant(body, unknown)
      if (isRemoval) {
        const isMeant = (play: Play) =>
          plays.some(
            (one) =>
              one.season === play.season &&
              one.episode === play.episode &&
              one.title === play.title,
          )
        const left = history.filter((play) => !isMeant(play))
        history.splice(0, Infinity, ...left)
      } else {
        history.push(...plays)
      }
      if (plays.length > 0) touch('watched')
      return said(plays.length)
    }
    const titles = [
      ...(body.movies ?? []).map((movie) => find('movie', movie.ids) ?? unknown.push(movie)),
      ...(body.shows ?? []).map((show) => find('show', show.ids) ?? unknown.push(show)),
    ].filter((title): title is Title => typeof title === 'object')
    if (path.startsWith('/sync/watchlist')) {
      const left = watchlist.filter(({ title }) => !titles.includes(title))
      const added = isRemoval ? [] : titles.map((title) => ({ title, season: null, episode: null }))
      watchlist.splice(0, Infinity, ...left, ...added)
      touch('listed')
      return said(titles.length)
    }
    if (path.startsWith('/users/hidden/dropped')) {
      const left = dropped.filter((title) => !titles.includes(title))
      dropped.splice(0, Infinity, ...left, ...(isRemoval ? [] : titles))
      touch('dropped')
      return said(titles.length)
    }
    return { status: 404 }
  }

  function readList({ path, query }: Request): Answer {
    if (path === '/sync/last_activities') return { status: 200, body: activities() }
    const isProgress = query.get('extended') === 'progress'
    const list = listAt(path, query)
    if (!list) return { status: 404 }
    const limit = Math.min(
      Number(query.get('limit') ?? 10),
      isProgress ? Math.min(mostOfPage, 100) : mostOfPage,
    )
    return pageOf(list, Number(query.get('page') ?? 1), limit)
  }

  function listAt(path: string, query: URLSearchParams): readonly object[] | null {
    const isFull = query.get('extended') === 'full'
    const shown = ({ type: _type, runtime, ...rest }: Title) =>
      isFull ? { ...rest, runtime } : rest
    const about = ({ title, season, episode }: Place) => ({
      type: episode === null ? title.type : 'episode',
      [title.type]: shown(title),
      ...(episode === null
        ? {}
        : { episode: { season, number: episode, ...(isFull ? { runtime: title.runtime } : {}) } }),
    })
    switch (path) {
      case '/sync/watched/movies':
        return [...Map.groupBy(history, ({ title }) => title)].flatMap(([movie, plays]) => {
          if (movie.type !== 'movie') return []
          return { plays: plays.length, last_watched_at: plays.at(-1)!.at, movie: shown(movie) }
        })
      case '/sync/watched/shows':
        return [...Map.groupBy(history, ({ title }) => title)].flatMap(([show, plays]) => {
          if (show.type !== 'show') return []
          const whole = {
            plays: plays.length,
            last_watched_at: plays.at(-1)!.at,
            show: shown(show),
          }
          const withSpecials = query.get('specials') === 'true'
          if (query.get('extended') !== 'progress' || !state.hasSeasons) return whole
          return {
            ...whole,
            seasons: [...Map.groupBy(plays, ({ season }) => season!)]
              .filter(([season]) => season > 0 || withSpecials)
              .map(([season, inside]) => ({
                number: season,
                episodes: [...Map.groupBy(inside, ({ episode }) => episode)].map(
                  ([number, those]) => ({
                    number,
                    plays: those.length,
                    last_watched_at: those.at(-1)!.at,
                  }),
                ),
              })),
          }
        })
      case '/sync/history': {
        for (const play of history) if (!playIds.has(play)) playIds.set(play, playIds.size + 1)
        const [from = '', to = ''] = ['start_at', 'end_at'].map((name) => query.get(name) ?? '')
        return history
          .filter(({ at }) => at >= from && at <= to)
          .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
          .map((play) => ({
            id: playIds.get(play)!,
            watched_at: play.at,
            action: 'watch',
            ...about(play),
          }))
      }
      case '/sync/playback':
        return playback.map((place, id) => ({
          id,
          progress: place.progress,
          paused_at: place.at,
          ...about(place),
        }))
      case '/sync/watchlist':
        return watchlist.map((place, id) => ({
          id,
          rank: id + 1,
          listed_at: new Date(times.listed).toISOString(),
          notes: null,
          ...about(place),
        }))
      case '/users/hidden/dropped':
        return dropped.map((title) => ({
          hidden_at: new Date(times.dropped).toISOString(),
          ...about({ title, season: null, episode: null }),
        }))
      default:
        return null
    }
  }

  function activities() {
    const iso = (at: number) => new Date(at).toISOString()
    const watched = { watched_at: iso(times.watched), paused_at: iso(times.paused) }
    return {
      all: iso(state.clock),
      movies: { ...watched, hidden_at: iso(start) },
      episodes: watched,
      shows: { hidden_at: iso(times.dropped), dropped_at: iso(times.dropped) },
      watchlist: { updated_at: iso(times.listed) },
    }
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
    history,
    playback,
    watchlist,
    dropped,
    state,
    codes,
    grant,
    /** Something changes of which nothing is kept here, such as a rating. */
    rate: () => {
      state.clock += 1_000
    },
    /** From now on Trakt refuses this token, which can still be exchanged. */
    end(access: string) {
      tokens.get(access)!.isGone = true
    },
    touch,
    /** What the next request to such a path is answered with, or a later one. */
    failNext(path: string, answer: Answer, after = 0) {
      failures.push({ path, answer, after })
    },
    paths: () => requests.map(({ method, path }) => `${method} ${path}`),
  }
}
