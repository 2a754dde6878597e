import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { execute, GraphQLError, parse, validate } from 'graphql'
import { startUpstream } from '../upstream.ts'
import { schema, works } from './anilist-schema.ts'
import type { AniListEntry } from './anilist-schema.ts'

type Raw = { status: number; body: string; headers?: Record<string, string> }
type Problem = { message: string; status: number; as?: number; headers?: Record<string, string> }

const viewerId = 5_120
const nobody = { year: null, month: null, day: null }
const rateLimit = { 'x-ratelimit-limit': '90', 'x-ratelimit-remaining': '59' }

/** AniList with one user, who has a list: GraphQL, OAuth pages and their habits; ends with the test. */
export async function startAniList() {
  const client = { id: '4711', secret: 'a secret of this client' }
  const tokens = new Set<string>(['token of the user'])
  const codes = new Map<string, { redirectUri: string }>()
  const entries = new Map<number, AniListEntry>()
  /** Every operation on the list that changed something, such as `save 131681`. */
  const changes: string[] = []
  const overrides: (Raw | Problem | null)[] = []
  let clock = 1_700_000_000
  let lastId = 300_000_000
  let questions = 0

  const upstream = await startUpstream((request, response) => {
    void answer(request, response)
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', upstream.url)
    const body = await text(request)
    if (url.pathname === '/api/v2/oauth/authorize') return authorize(url, response)
    if (url.pathname === '/api/v2/oauth/token') return exchange(request, body, response)
    if (url.pathname === '/') return ask(request, body, response)
    return send(response, 404, { error: 'not_found' })
  }

  /** The page on which the caller says yes. It leads to the pin page, which shows the code. */
  function authorize(url: URL, response: ServerResponse): void {
    const redirectUri = url.searchParams.get('redirect_uri')
    const isRight =
      url.searchParams.get('client_id') === client.id &&
      url.searchParams.get('response_type') === 'code' &&
      redirectUri === `${upstream.url}/api/v2/oauth/pin`
    if (!isRight) return send(response, 400, { error: 'invalid_request' })
    const code = `def50200${codes.size}`
    codes.set(code, { redirectUri })
    response.writeHead(302, { location: `${redirectUri}?code=${code}` })
    response.end()
  }

  function exchange(request: IncomingMessage, body: string, response: ServerResponse): void {
    const override = overrides.shift()
    if (override) return sendOverride(response, override)
    if (request.method !== 'POST' || !isJson(request)) {
      return send(response, 400, { error: 'unsupported_grant_type' })
    }
    const form = JSON.parse(body) as Record<string, unknown>
    if (form['client_id'] !== client.id || form['client_secret'] !== client.secret) {
      const message = 'Client authentication failed'
      return send(response, 401, { error: 'invalid_client', message })
    }
    const code = String(form['code'])
    const known = codes.get(code)
    if (
      form['grant_type'] !== 'authorization_code' ||
      form['redirect_uri'] !== known?.redirectUri
    ) {
      const message = 'The provided authorization grant is invalid, expired or revoked.'
      return send(response, 400, { error: 'invalid_grant', message })
    }
    codes.delete(code)
    const token = `eyJ0eXAi.${code}`
    tokens.add(token)
    const expires_in = 31_536_000
    return send(response, 200, {
      token_type: 'Bearer',
      expires_in,
      access_token: token,
      refresh_token: 'def50200refresh',
    })
  }

  async function ask(
    request: IncomingMessage,
    body: string,
    response: ServerResponse,
  ): Promise<void> {
    questions += 1
    const override = overrides.shift()
    if (override) return sendOverride(response, override)
    if (request.method !== 'POST') return refuse(response, 'Method Not Allowed', 405)
    if (!isJson(request)) return refuse(response, 'Unsupported Media Type', 415)
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (token !== undefined && !tokens.has(token)) return refuse(response, 'Invalid token', 400)
    const { query, variables } = JSON.parse(body) as {
      query: string
      variables?: Record<string, unknown>
    }
    const document = parse(query)
    const errors = validate(schema, document)
    const result =
      errors.length > 0
        ? { errors, data: null }
        : await execute({
            schema,
            document,
            rootValue: root(token !== undefined),
            variableValues: variables,
          })
    if (!result.errors?.length) return send(response, 200, { data: result.data }, rateLimit)
    const told = result.errors.map(({ message, locations, extensions }) => ({
      message,
      status: extensions['status'] ?? 400,
      locations,
    }))
    send(response, Number(told[0]!.status), { errors: told, data: result.data }, rateLimit)
  }

  function root(isSignedIn: boolean) {
    const known = () => {
      if (!isSignedIn) throw problem('Unauthorized.', 401)
    }
    return {
      Viewer() {
        known()
        return { id: viewerId, name: 'user' }
      },
      Media({ id, type }: { id?: number; type?: string }) {
        if (type !== 'ANIME' || !works.some((work) => work.id === id)) {
          throw problem('Not Found.', 404)
        }
        return mediaOf(id!, isSignedIn)
      },
      MediaListCollection({ userId, type }: { userId?: number; type?: string }) {
        if (userId !== viewerId || type !== 'ANIME') throw problem('User not found', 404)
        return { lists: listsOf(), hasNextChunk: false }
      },
      SaveMediaListEntry(said: Partial<AniListEntry>) {
        known()
        return rowOf(save(said))
      },
      DeleteMediaListEntry({ id }: { id?: number }) {
        known()
        const entry = [...entries.values()].find((entry) => entry.id === id)
        if (!entry) throw problem('Not Found.', 404)
        entries.delete(entry.mediaId)
        changes.push(`delete ${entry.mediaId}`)
        return { deleted: true }
      },
    }
  }

  function save({ mediaId, status, progress, repeat }: Partial<AniListEntry>): AniListEntry {
    const work = works.find(({ id }) => id === mediaId)
    if (!work) throw problem('validation', 400)
    // A null is not the same as nothing said.
    if (status === null || progress === null) throw problem('Internal Server Error', 500)
    clock += 60
    const old = entries.get(work.id)
    const entry: AniListEntry = {
      ...(old ?? {
        id: (lastId += 1),
        mediaId: work.id,
        status: 'CURRENT',
        progress: 0,
        repeat: 0,
        completedAt: nobody,
        customLists: [],
      }),
      ...(status === undefined ? {} : { status }),
      ...(progress === undefined
        ? {}
        : { progress: Math.min(progress, work.episodes ?? progress) }),
      ...(repeat === undefined ? {} : { repeat }),
      updatedAt: clock,
    }
    if (status === 'COMPLETED' && work.episodes) entry.progress = work.episodes
    entries.set(work.id, entry)
    changes.push(`save ${work.id}`)
    return entry
  }

  function mediaOf(id: number, isSignedIn: boolean) {
    const { english, romaji, year, ...work } = works.find((work) => work.id === id)!
    return {
      ...work,
      type: 'ANIME',
      title: { english, romaji },
      startDate: { ...nobody, year },
      mediaListEntry: () => {
        const entry = isSignedIn ? entries.get(id) : undefined
        return entry ? rowOf(entry) : null
      },
    }
  }

  function rowOf(entry: AniListEntry) {
    return { ...entry, userId: viewerId, media: () => mediaOf(entry.mediaId, true) }
  }

  /** One for each status, and one for each that the caller made, with the same entries again. */
  function listsOf() {
    const all = [...entries.values()]
    const byStatus = Map.groupBy(all, ({ status }) => status)
    const own = new Set(all.flatMap(({ customLists }) => customLists))
    return [
      ...[...byStatus].map(([status, of]) => ({
        name: status,
        isCustomList: false,
        status,
        entries: of.map(rowOf),
      })),
      ...[...own].map((name) => ({
        name,
        isCustomList: true,
        status: null,
        entries: all.filter(({ customLists }) => customLists.includes(name)).map(rowOf),
      })),
    ]
  }

  return {
    url: upstream.url,
    client,
    tokens,
    entries,
    changes,
    viewerId,
    /** GraphQL questions so far. */
    questions: () => questions,

    /** What the caller does on the site himself. */
    put(mediaId: number, said: Partial<AniListEntry>): AniListEntry {
      const entry = { ...save({ mediaId, status: said.status }), ...said, mediaId }
      entries.set(mediaId, entry)
      changes.pop()
      return entry
    },

    /** The user opens the page, says yes and reads the code off. */
    async approve(url: string): Promise<string> {
      const { headers } = await fetch(url, { redirect: 'manual' })
      return new URL(headers.get('location') ?? 'none:').searchParams.get('code') ?? ''
    },

    /** The next question that nothing is said of yet is answered so; null: as it should be. */
    next(answer: Raw | Problem | null): void {
      overrides.push(answer)
    },
  }
}

function isJson(request: IncomingMessage): boolean {
  return /^application\/json\b/.test(request.headers['content-type'] ?? '')
}

function problem(message: string, status: number): GraphQLError {
  return new GraphQLError(message, { extensions: { status } })
}

function refuse(response: ServerResponse, message: string, status: number): void {
  send(response, status, { errors: [{ message, status }], data: null }, rateLimit)
}

function sendOverride(response: ServerResponse, override: Raw | Problem): void {
  if ('body' in override) {
    response.writeHead(override.status, override.headers)
    response.end(override.body)
    return
  }
  const { message, status, as = status, headers } = override
  send(response, as, { data: null, errors: [{ message, status }] }, headers)
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
