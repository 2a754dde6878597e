import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startUpstream } from '../upstream.ts'
import { listedAs, pausedAt } from './simkl-lists.ts'
import type { Paused } from './simkl-lists.ts'
import { catalogue, find, iso, length, meant, placeOf, start } from './simkl-titles.ts'
import type {
  Answer,
  Body,
  Ids,
  Kind,
  Listed,
  Play,
  Request,
  SentTitle,
  Title,
} from './simkl-titles.ts'

const client = { id: 'client of this service', secret: 'secret of this service' }
/** Simkl with five titles and one person, in memory: looks at headers, tokens and bodies as the real one does, and keeps what it is told. */
export async function startSimkl() {
  const pins = new Map<string, 'pending' | 'approved' | 'gone'>()
  const tokens = new Set<string>()
  const failures: { path: string; answer: Answer }[] = []
  const requests: Request[] = []
  const listed = new Map<Title, Listed>()
  const paused: Paused[] = []
  const times = { lists: start, playback: start }
  const state = { clock: start, watching: null as Title | null }

  function grant(): string {
    const token = `token ${tokens.size + 1}`
    tokens.add(token)
    return token
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
        : meant(title, sent, iso(state.clock))
      for (const [place, inside] of Map.groupBy(plays, (play) => play.title)) {
        watch(
          place,
          inside.map(({ play }) => play),
        )
      }
    } else if (path === '/sync/history/remove' && (title.isFilm || isWhole)) {
      listed.delete(title)
    } else if (path === '/sync/history/remove') {
      for (const { title: place, play } of meant(title, sent, iso(state.clock))) {
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
