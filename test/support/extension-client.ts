import { statusOf } from '../../src/core/errors.ts'
import type { ErrorCode } from '../../src/core/errors.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
type Any = any

export type Entry = {
  userId: string
  itemKey: string
  kind: string
  played: boolean
  playCount: number
  positionMs: number
  durationMs: number | null
  favorite: boolean
  lastPlayedAt: number | null
  sortAt: number
  origin: string
  tracker: string | null
  item: { id: string; name: string; type: string; seriesId: string | null } | null
}

type Counts = {
  played: number
  movies: number
  episodes: number
  inProgress: number
  favorites: number
  lastAt: number | null
}

export type PageQuery = { userId?: string; limit?: number; cursor?: string; source?: 'local' }

/** The extensions as an app meets them, whichever way it asks; `status` is 200 or 204 where it was done. */
export type ExtensionClient = {
  users(token: string): Promise<{
    status: number
    users: {
      name: string
      id: string
      avatar: string | null
      hidden: boolean
      needs: string | null
    }[]
  }>
  switchTo(
    token: string,
    userId: string,
    secret: string,
  ): Promise<{ status: number; token: string; name: string }>
  activity(token: string): Promise<{
    status: number
    users: {
      name: string
      locked: boolean
      hidden: boolean
      historyOf: string | null
      counts: Counts | null
    }[]
    sessions: unknown[] | undefined
  }>
  history(
    token: string,
    query?: PageQuery,
  ): Promise<{ status: number; items: Entry[]; cursor: string | null }>
  clear(
    token: string,
    userId: string,
    itemKeys?: readonly string[],
  ): Promise<{ status: number; cleared: number }>
  export(token: string): Promise<{ status: number; file: Any }>
  import(
    token: string,
    file: string,
    options?: { userId?: string; dryRun?: boolean; restore?: boolean },
  ): Promise<{ status: number; report: Any }>
  playedUpTo(token: string, episodeId: string): Promise<{ status: number }>
  drop(token: string, seriesId: string, dropped: boolean): Promise<{ status: number }>
}

/** Asks the nodes by turns. */
function turns(urls: readonly string[]): () => string {
  let turn = 0
  return () => urls[turn++ % urls.length]!
}

export function restClient(urls: readonly string[]): ExtensionClient {
  const next = turns(urls)

  async function ask(token: string, method: string, path: string, body?: unknown) {
    const response = await fetch(next() + path, {
      method,
      headers: { 'x-emby-token': token, 'content-type': 'application/json' },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    const answer: Any = response.ok && text ? JSON.parse(text) : null
    return { status: response.status, answer }
  }

  return {
    async users(token) {
      const { status, answer } = await ask(token, 'GET', '/Service/Users')
      const users = (answer ?? []).map((one: Any) => ({
        name: one.user.Name,
        id: one.user.Id,
        avatar: one.avatar,
        hidden: one.hidden,
        needs: one.needs,
      }))
      return { status, users }
    },
    async switchTo(token, UserId, Pw) {
      const { status, answer } = await ask(token, 'POST', '/Service/Token', { UserId, Pw })
      return { status, token: answer?.AccessToken, name: answer?.User.Name }
    },
    async activity(token) {
      const { status, answer } = await ask(token, 'GET', '/Service/Activity')
      const users = (answer?.users ?? []).map(({ user, ...rest }: Any) => ({
        name: user.Name,
        ...rest,
      }))
      return { status, users, sessions: answer?.sessions }
    },
    async history(token, query = {}) {
      const given = Object.entries(query).map(([name, value]): [string, string] => [
        name,
        String(value),
      ])
      const path = `/Service/History?${new URLSearchParams(given)}`
      const { status, answer } = await ask(token, 'GET', path)
      const items = (answer?.items ?? []).map(({ item, ...entry }: Any) => ({
        ...entry,
        item: item && {
          id: item.Id,
          name: item.Name,
          type: item.Type.toLowerCase(),
          seriesId: item.SeriesId ?? null,
        },
      }))
      return { status, items, cursor: answer?.cursor ?? null }
    },
    async clear(token, userId, itemKeys) {
      const body = { userId, ...(itemKeys && { itemKeys }) }
      const { status, answer } = await ask(token, 'POST', '/Service/History/Clear', body)
      return { status, cleared: answer?.cleared }
    },
    async export(token) {
      const { status, answer } = await ask(token, 'GET', '/Service/History/Export')
      return { status, file: answer }
    },
    async import(token, file, options = {}) {
      const given = Object.entries(options).map(([name, value]): [string, string] => [
        name,
        String(value),
      ])
      const path = `/Service/History/Import?${new URLSearchParams(given)}`
      const { status, answer } = await ask(token, 'POST', path, file)
      return { status, report: answer }
    },
    async playedUpTo(token, id) {
      return { status: (await ask(token, 'POST', `/Service/PlayedUpTo/${id}`)).status }
    },
    async drop(token, id, dropped) {
      const path = `/UserItems/${id}/Rating`
      const { status } = await ask(
        token,
        dropped ? 'POST' : 'DELETE',
        dropped ? `${path}?likes=false` : path,
      )
      return { status }
    },
  }
}

export function graphqlClient(urls: readonly string[]): ExtensionClient {
  const next = turns(urls)

  async function ask(token: string, query: string, variables: object = {}) {
    const response = await fetch(`${next()}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `MediaBrowser Token="${token}"`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = await response.json()
    const code = errors?.[0]?.extensions?.code as ErrorCode | undefined
    if (errors && code === undefined) throw new Error(JSON.stringify(errors))
    return { status: code ? statusOf[code] : 200, answer: code ? null : data }
  }

  return {
    async users(token) {
      const { status, answer } = await ask(
        token,
        '{ serviceUsers { user { id name } avatar hidden needs } }',
      )
      const users = (answer?.serviceUsers ?? []).map(({ user, needs, ...rest }: Any) => ({
        ...user,
        ...rest,
        needs: needs && needs.toLowerCase().replace('_', '-'),
      }))
      return { status, users }
    },
    async switchTo(token, userId, secret) {
      const { status, answer } = await ask(
        token,
        'mutation ($userId: ID!, $secret: String) { switchUser(userId: $userId, secret: $secret) { accessToken user { name } } }',
        { userId, secret },
      )
      return { status, token: answer?.switchUser.accessToken, name: answer?.switchUser.user.name }
    },
    async activity(token) {
      const { status, answer } = await ask(
        token,
        '{ activity { users { user { name } locked hidden historyOf counts { played movies episodes inProgress favorites lastAt } } sessions { id client } } }',
      )
      const users = (answer?.activity.users ?? []).map(({ user, counts, ...rest }: Any) => ({
        name: user.name,
        ...rest,
        counts: counts && { ...counts, lastAt: counts.lastAt && Date.parse(counts.lastAt) },
      }))
      return { status, users, sessions: answer?.activity.sessions }
    },
    async history(token, { userId, limit, cursor, source } = {}) {
      const { status, answer } = await ask(
        token,
        `query ($userId: ID, $first: Int, $after: String, $source: HistorySource) {
          history(userId: $userId, first: $first, after: $after, source: $source) {
            nodes { userId itemKey kind played playCount positionMs durationMs favorite lastPlayedAt sortAt origin tracker
              item { id name kind seriesId } }
            pageInfo { hasNextPage endCursor }
          }
        }`,
        { userId, first: limit, after: cursor, source: source?.toUpperCase() },
      )
      const items = (answer?.history.nodes ?? []).map(({ item, ...entry }: Any) => ({
        ...entry,
        lastPlayedAt: entry.lastPlayedAt === null ? null : Date.parse(entry.lastPlayedAt),
        sortAt: Date.parse(entry.sortAt),
        kind: entry.kind.toLowerCase(),
        origin: entry.origin.toLowerCase(),
        item: item && {
          id: item.id,
          name: item.name,
          type: item.kind.toLowerCase(),
          seriesId: item.seriesId,
        },
      }))
      const page = answer?.history.pageInfo
      return { status, items, cursor: page?.hasNextPage ? page.endCursor : null }
    },
    async clear(token, userId, itemKeys) {
      const { status, answer } = await ask(
        token,
        'mutation ($userId: ID!, $itemKeys: [String!]) { clearHistory(userId: $userId, itemKeys: $itemKeys) }',
        { userId, ...(itemKeys && { itemKeys }) },
      )
      return { status, cleared: answer?.clearHistory }
    },
    async export(token) {
      const { status, answer } = await ask(token, '{ exportHistory }')
      return { status, file: answer?.exportHistory }
    },
    async import(token, file, { userId, dryRun = false, restore = false } = {}) {
      const { status, answer } = await ask(
        token,
        `mutation ($file: String!, $userId: ID, $dryRun: Boolean!, $restore: Boolean!) {
          importHistory(file: $file, userId: $userId, dryRun: $dryRun, restore: $restore) {
            format added updated unchanged cleared skipped { code reason count }
          }
        }`,
        { file, userId, dryRun, restore },
      )
      const report = answer?.importHistory
      return { status, report: report && { ...report, format: report.format.toLowerCase() } }
    },
    async playedUpTo(token, episodeId) {
      const { status } = await ask(
        token,
        'mutation ($episodeId: ID!) { playedUpTo(episodeId: $episodeId) }',
        { episodeId },
      )
      return { status: status === 200 ? 204 : status }
    },
    async drop(token, seriesId, dropped) {
      const { status } = await ask(
        token,
        'mutation ($seriesId: ID!, $dropped: Boolean!) { dropSeries(seriesId: $seriesId, dropped: $dropped) { likes } }',
        { seriesId, dropped },
      )
      return { status }
    },
  }
}
