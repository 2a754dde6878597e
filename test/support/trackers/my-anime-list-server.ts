import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startUpstream } from '../upstream.ts'
import { catalogue } from './my-anime-list-works.ts'
import type { Work } from './my-anime-list-works.ts'

export type MyAnimeListStatus = 'watching' | 'completed' | 'on_hold' | 'dropped' | 'plan_to_watch'

export type MyAnimeListMark = {
  status: MyAnimeListStatus
  score: number
  num_episodes_watched: number
  is_rewatching: boolean
  num_times_rewatched: number
  /** Such as `2023-11-14T22:13:20+00:00`. */
  updated_at: string
  finish_date?: string
}

type Raw = { status: number; body: string; headers?: Record<string, string> }

const statuses: readonly string[] = [
  'watching',
  'completed',
  'on_hold',
  'dropped',
  'plan_to_watch',
] satisfies MyAnimeListStatus[]

/** MyAnimeList with one user, who has a list: API, OAuth pages and their habits; ends with the test. */
export async function startMyAnimeList() {
  const client = {
    id: '6114d00ca681b7701d1e15fe11a4987e',
    secret: 'a secret of this client' as string | null,
    redirectUri: 'http://localhost/connected',
  }
  const works = new Map(catalogue.map((work) => [work.id, work]))
  const marks = new Map<number, MyAnimeListMark>()
  const accessTokens = new Set<string>()
  /** The access token that ends with each. */
  const refreshTokens = new Map<string, string>()
  const codes = new Map<string, string>()
  const changes: string[] = []
  const overrides: { path: RegExp; answer: Raw }[] = []
  const requests: string[] = []
  let clock = Date.UTC(2023, 10, 14)
  let issued = 0

  const upstream = await startUpstream((request, response) => {
    void answer(request, response)
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', upstream.url)
    const { pathname } = url
    const body = await text(request)
    requests.push(`${request.method} ${pathname}`)
    const at = overrides.findIndex(({ path }) => path.test(`${request.method} ${pathname}`))
    if (at >= 0) {
      const [{ answer }] = overrides.splice(at, 1) as [(typeof overrides)[number]]
      response.writeHead(answer.status, answer.headers)
      return void response.end(answer.body)
    }
    if (pathname === '/v1/oauth2/authorize') return authorize(url, response)
    if (pathname === '/v1/oauth2/token') return token(request, body, response)
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (given === undefined || !accessTokens.has(given)) {
      const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
      return send(response, 401, { error: 'invalid_token', message: '' }, headers)
    }
    const [, id, isMark] = /^\/v2\/anime\/(\d+)(\/my_list_status)?$/.exec(pathname) ?? []
    const work = works.get(Number(id))
    if (pathname === '/v2/users/@me/animelist' && request.method === 'GET') {
      return list(url, response)
    }
    if (!work) return send(response, 404, { message: '', error: 'not_found' })
    if (isMark && request.method === 'PATCH') return change(work, request, body, response)
    if (isMark && request.method === 'DELETE') return remove(work, response)
    if (isMark || request.method !== 'GET') return send(response, 405, { error: 'bad_request' })
    const mark = marks.get(work.id)
    const fields = readFields(url)
    send(response, 200, {
      ...nodeOf(work, fields),
      ...(mark && fields.has('my_list_status')
        ? { my_list_status: markOf(mark, fields.get('my_list_status')!) }
        : {}),
    })
  }

  /** The page on which the caller says yes. It leads to the only address that the client has named. */
  function authorize(url: URL, response: ServerResponse): void {
    const asked = url.searchParams
    const challenge = asked.get('code_challenge') ?? ''
    const isRight =
      asked.get('response_type') === 'code' &&
      asked.get('client_id') === client.id &&
      (asked.get('code_challenge_method') ?? 'plain') === 'plain' &&
      /^[\w.~-]{43,128}$/.test(challenge)
    if (!isRight) return send(response, 400, { error: 'invalid_request' })
    const code = `def5020${codes.size}`
    codes.set(code, challenge)
    response.writeHead(302, { location: `${client.redirectUri}?code=${code}` })
    response.end()
  }

  function token(request: IncomingMessage, body: string, response: ServerResponse): void {
    const form = new URLSearchParams(body)
    if (request.method !== 'POST' || !isForm(request)) {
      return send(response, 400, { error: 'unsupported_grant_type' })
    }
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret) {
      const message = 'Client authentication failed'
      return send(response, 401, { error: 'invalid_client', message })
    }
    if (form.get('grant_type') === 'authorization_code') {
      const code = form.get('code') ?? ''
      const isRight = codes.has(code) && codes.get(code) === form.get('code_verifier')
      codes.delete(code)
      if (isRight) return send(response, 200, grant())
      const hint = 'Failed to verify `code_verifier`.'
      return send(response, 400, { error: 'invalid_grant', message: 'The grant is invalid.', hint })
    }
    const refreshToken = form.get('refresh_token') ?? ''
    const ending = refreshTokens.get(refreshToken)
    if (form.get('grant_type') !== 'refresh_token' || ending === undefined) {
      const message = 'The refresh token is invalid.'
      return send(response, 401, { error: 'invalid_request', message })
    }
    refreshTokens.delete(refreshToken)
    accessTokens.delete(ending)
    send(response, 200, grant())
  }

  function grant() {
    issued += 1
    const tokens = { access_token: `access-${issued}`, refresh_token: `refresh-${issued}` }
    accessTokens.add(tokens.access_token)
    refreshTokens.set(tokens.refresh_token, tokens.access_token)
    return { token_type: 'Bearer', expires_in: 2_678_400, ...tokens }
  }

  function change(
    work: Work,
    request: IncomingMessage,
    body: string,
    response: ServerResponse,
  ): void {
    const form = new URLSearchParams(body)
    const status = form.get('status')
    const counts = ['num_watched_episodes', 'num_times_rewatched'].map((name) => form.get(name))
    const isRight =
      isForm(request) &&
      (status === null || statuses.includes(status)) &&
      ['true', 'false', null].includes(form.get('is_rewatching')) &&
      counts.every((count) => count === null || /^\d+$/.test(count))
    if (!isRight) return send(response, 400, { message: 'invalid', error: 'bad_request' })
    changes.push(`${work.id} ${form}`)
    const [progress, repeats] = counts
    const said: Partial<MyAnimeListMark> = {}
    if (status) said.status = status as MyAnimeListStatus
    if (form.has('is_rewatching')) said.is_rewatching = form.get('is_rewatching') === 'true'
    if (progress) said.num_episodes_watched = Number(progress)
    if (repeats) said.num_times_rewatched = Number(repeats)
    send(response, 200, markOf(put(work.id, said), new Set()))
  }

  function remove({ id }: Work, response: ServerResponse): void {
    if (!marks.delete(id)) return send(response, 404, { message: '', error: 'not_found' })
    changes.push(`${id} removed`)
    send(response, 200, [])
  }

  function list(url: URL, response: ServerResponse): void {
    const limit = Number(url.searchParams.get('limit') ?? 100)
    const offset = Number(url.searchParams.get('offset') ?? 0)
    if (limit > 1_000) return send(response, 400, { error: 'bad_request', message: 'limit' })
    const fields = readFields(url)
    const isOpen = url.searchParams.get('nsfw') === 'true'
    const all = [...marks].filter(([id]) => isOpen || !works.get(id)!.nsfw)
    const next = new URL(url)
    next.searchParams.set('offset', String(offset + limit))
    send(response, 200, {
      data: all.slice(offset, offset + limit).map(([id, mark]) => ({
        node: nodeOf(works.get(id)!, fields),
        ...(fields.has('list_status')
          ? { list_status: markOf(mark, fields.get('list_status')!) }
          : {}),
      })),
      paging: offset + limit < all.length ? { next: next.href } : {},
    })
  }

  function put(id: number, said: Partial<MyAnimeListMark>): MyAnimeListMark {
    clock += 60_000
    const mark: MyAnimeListMark = {
      status: 'watching',
      score: 0,
      num_episodes_watched: 0,
      is_rewatching: false,
      num_times_rewatched: 0,
      ...marks.get(id),
      updated_at: new Date(clock).toISOString().replace('.000Z', '+00:00'),
      ...said,
    }
    marks.set(id, mark)
    return mark
  }

  return {
    /** Of the API. */
    url: `${upstream.url}/v2`,
    client,
    works,
    marks,
    /** Every change of the list, as it was written. */
    changes,
    requests,
    /** Tokens of the caller, as if he had connected. */
    grant,
    accessTokens,
    refreshTokens,

    /** What the caller does on the site himself. */
    put,

    /** The user opens the page, says yes, and is sent to this address. */
    async approve(url: string): Promise<string> {
      const { headers } = await fetch(url, { redirect: 'manual' })
      return headers.get('location') ?? ''
    },

    /** The next request whose method and path are such is answered so. */
    next(path: RegExp, answer: Raw): void {
      overrides.push({ path, answer })
    },
  }
}

/** `a,b{c,d}` as names with the names in their braces. */
function readFields(url: URL): ReadonlyMap<string, ReadonlySet<string>> {
  const text = url.searchParams.get('fields') ?? ''
  const found = text.matchAll(/([^,{}]+)(?:\{([^}]*)\})?/g)
  return new Map([...found].map(([, name, inner]) => [name!, new Set(inner?.split(','))]))
}

function nodeOf(work: Work, fields: ReadonlyMap<string, unknown>) {
  const { id, title, nsfw: _, ...further } = work
  const asked = Object.entries(further).filter(([name, value]) => fields.has(name) && value)
  const episodes = fields.has('num_episodes') ? { num_episodes: work.num_episodes } : {}
  return { id, title, main_picture: {}, ...Object.fromEntries(asked), ...episodes }
}

function markOf(mark: MyAnimeListMark, fields: ReadonlySet<string>) {
  const { num_times_rewatched, ...told } = mark
  return { ...told, ...(fields.has('num_times_rewatched') ? { num_times_rewatched } : {}) }
}

function isForm(request: IncomingMessage): boolean {
  return /^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? '')
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
  response.end(JSON.stringify(body))
}
