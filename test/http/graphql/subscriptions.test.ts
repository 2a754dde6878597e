import { afterAll, describe, expect, it } from 'vitest'
import { listen as listenTo } from '../../support/event-stream.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { basic, startService } from '../../support/service.ts'

const source = await startFilmSource({ films: 3, series: 1, ends: afterAll })
const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const owner = await service.createUser({
  sources: [source.source],
  mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }] },
})
const { token } = await signInApp(service.url, owner)
const authorization = `MediaBrowser Token="${token}"`

async function listFilms(): Promise<{ Id: string; Name: string }[]> {
  const path = '/Items?recursive=true&includeItemTypes=Movie&sortBy=SortName'
  const response = await fetch(service.url + path, { headers: { authorization } })
  return ((await response.json()) as { Items: { Id: string; Name: string }[] }).Items
}

const send = (path: string, json?: object) =>
  fetch(service.url + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: json ? JSON.stringify(json) : null,
  })

const listen = (query: string, headers: Record<string, string> = { authorization }) =>
  listenTo(service.url, query, headers)

describe('A dashboard hears over server-sent events', () => {
  it('how much everybody has watched, at once and after each change', async () => {
    const events = await listen(
      'subscription { activityChanged { users { user { name } counts { movies } } } }',
    )
    const first = await events.next()
    expect(first.data.activityChanged.users).toEqual([
      { user: { name: 'Olga' }, counts: { movies: 0 } },
      { user: { name: 'Kim' }, counts: { movies: 0 } },
    ])
    const [film] = await listFilms()
    await send(`/UserPlayedItems/${film!.Id}`)
    const second = await events.next()
    expect(second.data.activityChanged.users[0].counts).toEqual({ movies: 1 })
    events.stop()
  })

  it('what plays now', async () => {
    const events = await listen(
      'subscription { sessionsChanged { client user { name } item { name } positionMs } }',
    )
    await events.next()
    const [, film] = await listFilms()
    await send('/Sessions/Playing', { ItemId: film!.Id, PositionTicks: 0 })
    const { data } = await events.next()
    expect(data.sessionsChanged).toEqual([
      {
        client: 'Test App',
        user: { name: 'Olga' },
        item: { name: film!.Name },
        positionMs: 0,
      },
    ])
    events.stop()
  })

  it('with the password of the configuration as well, and nothing without', async () => {
    const query = 'subscription { activityChanged { users { user { name } } } }'
    const events = await listen(query, { authorization: basic(owner) })
    expect((await events.next()).data.activityChanged.users).toHaveLength(2)
    events.stop()
    const stranger = await listen(query, {})
    expect((await stranger.next()).errors[0].extensions.code).toBe('UNAUTHORIZED')
    stranger.stop()
  })

  it('who there is now, after a change of the configuration', async () => {
    const { body } = await service.request('/api/v1/user', { auth: owner })
    const config = body.data.userData
    const events = await listen('subscription { activityChanged { users { user { name } } } }')
    await events.next()
    config.mediaServer.users.push({ name: 'Nora' })
    await service.request('/api/v1/user', { auth: owner, method: 'PUT', json: { config } })
    const { data } = await events.next()
    const names = data.activityChanged.users.map(
      ({ user }: { user: { name: string } }) => user.name,
    )
    expect(names).toEqual(['Olga', 'Kim', 'Nora'])
    events.stop()
  })

  it('what users have chosen now', async () => {
    const query =
      'subscription { activityChanged { users { user { preferences { subtitleMode } } } } }'
    const modes = ({ data }: Awaited<ReturnType<typeof events.next>>) =>
      data.activityChanged.users[0].user.preferences.subtitleMode
    const events = await listen(query)
    expect(modes(await events.next())).toBe('DEFAULT')
    await service.graphql(
      'mutation { setUserPreferences(preferences: { subtitleMode: NONE }) { subtitleMode } }',
      { headers: { authorization } },
    )
    const [film] = await listFilms()
    await send(`/UserPlayedItems/${film!.Id}`)
    expect(modes(await events.next())).toBe('NONE')
    events.stop()
  })

  it('what plays on their own devices, as others, and nothing of those of others', async () => {
    const kim = await signInApp(
      service.url,
      { uuid: `${owner.uuid}/Kim`, password: owner.password },
      'tablet',
    )
    const events = await listen(
      'subscription { sessionsChanged { user { name } item { name } } }',
      {
        authorization: `MediaBrowser Token="${kim.token}"`,
      },
    )
    const names = async () => (await events.next()).data.sessionsChanged
    expect(await names()).toEqual([{ user: { name: 'Kim' }, item: null }])
    const everybody = await listen('subscription { sessionsChanged { item { name } } }')
    await everybody.next()
    const [film, other] = await listFilms()
    await send('/Sessions/Playing', { ItemId: film!.Id, PositionTicks: 0 })
    await everybody.next()
    await senderOf(service.url, kim.token)('/Sessions/Playing', {
      ItemId: other!.Id,
      PositionTicks: 0,
    })
    expect(await names()).toEqual([{ user: { name: 'Kim' }, item: { name: other!.Name } }])
    events.stop()
    everybody.stop()
  })

  it('nothing that would hold up a stop', async () => {
    const query = 'subscription { activityChanged { users { user { name } } } }'
    const all = await Promise.all(Array.from({ length: 30 }, () => listen(query)))
    for (const events of all) await events.next()
    for (const events of all.slice(1)) events.stop()
    const began = performance.now()
    await service.close()
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
