import { afterAll, describe, expect, it } from 'vitest'
import { createAccessToken } from '../../support/access-tokens.ts'
import { filmId, startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import { startService } from '../../support/service.ts'
import type { Auth, RunningService } from '../../support/service.ts'

const source = await startFilmSource({ versions: 3, ends: afterAll })
const config = {
  sources: [source.source],
  searchLog: true,
  limits: { total: 2 },
  mediaServer: {
    owner: { name: 'Olga' },
    users: [{ name: 'Kim' }, { name: 'Child', blockUnrated: true }],
  },
}
const fields =
  'interface user { name } type mediaId received results dropped { step count } failedSources tookMs at'

async function logOf(service: RunningService, headers: RequestInit['headers'] | Auth, first = 20) {
  const options = headers && 'uuid' in headers ? { auth: headers as Auth } : { headers: headers! }
  const { data, errors } = await service.graphql(
    `{ searchLog(first: ${first}) { ${fields} } }`,
    options,
  )
  return { searches: data?.searchLog, code: errors?.[0]?.extensions?.code }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const searchAt = (id: string) => `/api/v1/search?type=movie&id=${id}`

describe.each(serviceTargets)('searchLog, $name', async ({ skip, start }) => {
  const nodes = skip ? [] : await start({}, afterAll)
  const first = nodes[0]!

  it.skipIf(skip)(
    'says what was asked by which interface, and what each step dropped',
    async () => {
      const user = await first.createUser(config)
      await first.request(searchAt(filmId(1)), { auth: user })
      await first.graphql(`{ search(type: "movie", id: "${filmId(2)}") { filtered } }`, {
        auth: user,
      })
      const asRest = await first.request(`/rest/search/${filmId(3)}?type=movie`, { auth: user })
      expect(asRest.body).toMatchObject({ filtered: 0 })
      await first.request(`/stremio/${user.uuid}/${user.token}/stream/movie/${filmId(4)}.json`)
      const app = await signInApp(first.url, user)
      const { body } = await first.request('/Items?recursive=true&includeItemTypes=Movie&limit=1', {
        headers: { authorization: `MediaBrowser Token="${app.token}"` },
      })
      const [item] = (body as unknown as { Items: { Id: string }[] }).Items
      await first.request(`/Items/${item!.Id}/PlaybackInfo`, {
        method: 'POST',
        json: {},
        headers: { authorization: `MediaBrowser Token="${app.token}"` },
      })
      const { searches } = await logOf(first, user)
      expect(searches.map((search: { interface: string }) => search.interface)).toEqual([
        'MEDIA_SERVER',
        'STREMIO',
        'GRAPHQL',
        'GRAPHQL',
        'REST',
      ])
      expect(searches[0]).toMatchObject({ user: { name: 'Olga' }, type: 'movie' })
      expect(searches.at(-1)).toEqual({
        interface: 'REST',
        user: null,
        type: 'movie',
        mediaId: filmId(1),
        received: 3,
        results: 2,
        dropped: [{ step: 'LIMIT', count: 1 }],
        failedSources: 0,
        tookMs: expect.any(Number),
        at: expect.stringMatching(/^20/),
      })
      expect((await logOf(first, user, 2)).searches).toHaveLength(2)
      const rest = await first.request('/rest/search-log?first=1', { auth: user })
      expect(rest.body).toMatchObject([{ interface: 'MEDIA_SERVER' }])
    },
  )

  it.skipIf(skip)(
    'shows users their own searches, the first one all, dashboards by their scope',
    async () => {
      const user = await first.createUser(config)
      const base = `/stremio/${user.uuid}/${user.token}`
      await first.request(`${base}/u/Kim/stream/movie/${filmId(1)}.json`)
      await first.request(`${base}/u/Child/stream/movie/${filmId(2)}.json`)
      await first.request(`${base}/stream/movie/${filmId(3)}.json`)
      const names = async (headers: Parameters<typeof logOf>[1]) =>
        (await logOf(first, headers)).searches.map(
          (search: { user: { name: string } | null }) => search.user?.name ?? null,
        )
      expect(await names(user)).toEqual([null, 'Child', 'Kim'])
      const { data } = await first.graphql('{ household { users { id name } } }', { auth: user })
      const idOf = (name: string) =>
        data.household.users.find((one: { name: string }) => one.name === name).id as string
      const tokenOf = async (scopes: string[], userId?: string) =>
        (await createAccessToken(first, user, { scopes, ...(userId && { userId }) })).authorization
      expect(await names({ authorization: await tokenOf(['ACTIVITY']) })).toEqual([
        null,
        'Child',
        'Kim',
      ])
      expect(await names({ authorization: await tokenOf(['ACTIVITY'], idOf('Kim')) })).toEqual([
        'Kim',
      ])
      // Nobody has rated the title that the child has asked for.
      expect(await names({ authorization: await tokenOf(['ACTIVITY'], idOf('Child')) })).toEqual([])
      const health = await logOf(first, { authorization: await tokenOf(['HEALTH']) })
      expect(health.code).toBe('FORBIDDEN')
    },
  )

  it.skipIf(skip)('names nobody where a player asks by an id alone', async () => {
    const user = await first.createUser(config)
    const { token } = await signInApp(first.url, user)
    const path = '/Items?recursive=true&includeItemTypes=Movie&limit=2'
    const headers = { authorization: `MediaBrowser Token="${token}"` }
    const { body } = await first.request(path, { headers })
    const [one, other] = (body as unknown as { Items: { Id: string }[] }).Items
    await first.request(`/Videos/${one!.Id}/stream`, { redirect: 'manual' })
    await first.request(`/Videos/${other!.Id}/stream`, { redirect: 'manual', headers })
    expect((await logOf(first, user)).searches).toMatchObject([
      { interface: 'MEDIA_SERVER', user: { name: 'Olga' } },
      { interface: 'MEDIA_SERVER', user: null },
    ])
  })

  it.skipIf(skip)('is empty where it is not wished, and forgets what was kept', async () => {
    const user = await first.createUser(config)
    await first.request(searchAt(filmId(1)), { auth: user })
    expect((await logOf(first, user)).searches).toHaveLength(1)
    const save = (searchLog: boolean) =>
      first.request('/api/v1/user', {
        method: 'PUT',
        auth: user,
        json: { config: { ...config, searchLog } },
      })
    await save(false)
    await first.request(searchAt(filmId(2)), { auth: user })
    expect((await logOf(first, user)).searches).toEqual([])
    await save(true)
    expect((await logOf(first, user)).searches).toEqual([])
  })

  it.skipIf(skip)('forgets what was kept when it is switched off, unread', async () => {
    const user = await first.createUser(config)
    await first.request(searchAt(filmId(1)), { auth: user })
    expect((await logOf(first, user)).searches).toHaveLength(1)
    for (const searchLog of [false, true]) {
      const json = { config: { ...config, searchLog } }
      await first.request('/api/v1/user', { method: 'PUT', auth: user, json })
    }
    expect((await logOf(first, user)).searches).toEqual([])
  })

  it.skipIf(skip)('refuses strangers, and numbers out of bounds', async () => {
    const user = await first.createUser(config)
    expect((await logOf(first, bearer('nobody'))).code).toBe('UNAUTHORIZED')
    expect((await logOf(first, user, 0)).code).toBe('BAD_REQUEST')
    expect((await logOf(first, user, 1_001)).code).toBe('BAD_REQUEST')
  })
})

describe('an instance that keeps no searches', () => {
  it('says so when a configuration is saved', async () => {
    const service = await startService({ SEARCH_LOG: '0' })
    const { body } = await service.request('/api/v1/user', {
      method: 'POST',
      json: { config: { searchLog: true }, password: 'correct horse' },
    })
    expect(body.data.warnings).toEqual([
      { path: 'searchLog', message: 'has no effect: this instance keeps no searches' },
    ])
  })
})
