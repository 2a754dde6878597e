import { describe, expect, it, onTestFinished } from 'vitest'
import { createMysql, mysql } from '../support/dialects.ts'
import { startFilmSource } from '../support/film-source.ts'
import { signInApp } from '../support/media-client.ts'
import type { Auth } from '../support/service.ts'
import { startServiceProcess, temporaryFolder } from '../support/service-process.ts'
import { until } from '../support/until.ts'

const patience = { timeoutMs: 60_000, everyMs: 5 }

const SECRET_KEY = 'c'.repeat(64)
const clients = 4
const enough = 24
const changes = Array.from({ length: clients }, (_, client) => `changed by ${client}`)

async function onSqlite(): Promise<Record<string, string>> {
  return { SECRET_KEY, DATA_DIR: temporaryFolder() }
}

async function onMysql(): Promise<Record<string, string>> {
  const { settings, dispose } = await createMysql()
  onTestFinished(dispose)
  return { SECRET_KEY, DATABASE_URL: settings.dialect === 'mysql' ? settings.url : '' }
}

describe.each([
  ['SQLite', false, onSqlite],
  ['MariaDB', mysql.skip, onMysql],
])('kill -9 in the middle of writes on %s', (_name, skip, environment) => {
  it.skipIf(skip)('loses no user and no change that was acknowledged', async () => {
    const env = await environment()
    const first = await startServiceProcess(env)
    const acknowledged: (Auth & { name: string })[] = []

    async function write(client: number): Promise<void> {
      for (;;) {
        const user = await first.createUser({ name: 'new' })
        const entry = { ...user, password: user.token, name: 'new' }
        acknowledged.push(entry)
        const name = changes[client]!
        const { status } = await first.request('/api/v1/user', {
          method: 'PUT',
          auth: entry,
          json: { config: { name } },
        })
        if (status === 200) entry.name = name
      }
    }

    const writing = Array.from({ length: clients }, (_, client) => write(client).catch(() => {}))
    await until('enough writes', () => acknowledged.length >= enough, Boolean, patience)
    await first.kill()
    await Promise.all(writing)

    const second = await startServiceProcess(env)
    expect((await second.request('/readyz')).status).toBe(200)
    for (const { name, ...auth } of acknowledged) {
      const { status, body } = await second.request('/api/v1/user', { auth })
      expect(status).toBe(200)
      // A change that was on its way may have been made without being acknowledged.
      const possible = name === 'new' ? ['new', ...changes] : [name]
      expect(possible).toContain(body.data.userData.name)
    }
  })

  it.skipIf(skip)('loses nothing of the history, and counts it rightly', async () => {
    const source = await startFilmSource({ films: 60, series: 1 })
    const env = await environment()
    const first = await startServiceProcess(env)
    const owner = await first.createUser({ sources: [source.source] })
    const { token } = await signInApp(first.url, owner)
    const ask = (url: string, method: string, path: string, json?: object) =>
      fetch(url + path, {
        method,
        headers: { 'x-emby-token': token, 'content-type': 'application/json' },
        body: json ? JSON.stringify(json) : null,
      })
    const list = '/Items?recursive=true&includeItemTypes=Movie&limit=60'
    const { Items } = (await (await ask(first.url, 'GET', list)).json()) as {
      Items: { Id: string }[]
    }
    /** What the server said that it has taken, by item: marks on even ones, places on odd ones. */
    const acknowledged = new Map<string, 'played' | 'favorite' | 'begun'>()

    async function write(client: number): Promise<void> {
      for (let index = client; ; index = (index + clients) % Items.length) {
        const { Id } = Items[index]!
        const kinds = ['played', 'favorite', 'begun'] as const
        const kind = kinds[index % kinds.length]!
        const answer =
          kind === 'played'
            ? await ask(first.url, 'POST', `/UserPlayedItems/${Id}`)
            : kind === 'favorite'
              ? await ask(first.url, 'POST', `/UserFavoriteItems/${Id}`)
              : await ask(first.url, 'POST', '/Sessions/Playing/Stopped', {
                  ItemId: Id,
                  PositionTicks: 18_000_000_000,
                  RunTimeTicks: 54_000_000_000,
                })
        if (answer.ok) acknowledged.set(Id, kind)
      }
    }

    const writing = Array.from({ length: clients }, (_, client) => write(client).catch(() => {}))
    await until('enough writes', () => acknowledged.size >= enough, Boolean, patience)
    await first.kill()
    await Promise.all(writing)

    const second = await startServiceProcess(env)
    const all = (await (await ask(second.url, 'GET', list)).json()) as {
      Items: {
        Id: string
        UserData: { Played: boolean; IsFavorite: boolean; PlaybackPositionTicks: number }
      }[]
    }
    const states = new Map(all.Items.map(({ Id, UserData }) => [Id, UserData]))
    for (const [id, kind] of acknowledged) {
      const { Played, IsFavorite, PlaybackPositionTicks } = states.get(id)!
      const kept = { played: Played, favorite: IsFavorite, begun: PlaybackPositionTicks > 0 }
      expect(kept[kind]).toBe(true)
    }
    const { data } = await second.graphql(
      '{ activity { users { counts { movies inProgress favorites } } } }',
      { auth: owner },
    )
    const count = (is: (state: (typeof all.Items)[number]['UserData']) => boolean) =>
      all.Items.filter(({ UserData }) => is(UserData)).length
    expect(data.activity.users[0].counts).toEqual({
      movies: count(({ Played }) => Played),
      inProgress: count(({ PlaybackPositionTicks }) => PlaybackPositionTicks > 0),
      favorites: count(({ IsFavorite }) => IsFavorite),
    })
  })
})
