import knex from 'knex'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { createAccessToken } from '../../support/access-tokens.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const source = await startFilmSource({ films: 6, series: 0, ends: afterAll })
const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const owner = await service.createUser({
  sources: [source.source],
  mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }, { name: 'Ned' }] },
})
const { services } = service.service

afterEach(() => void vi.restoreAllMocks())

async function ask(query: string, variables: object = {}, token?: string) {
  const { data, errors } = await service.graphql(query, {
    variables,
    ...(token ? { headers: { authorization: `MediaBrowser Token="${token}"` } } : { auth: owner }),
  })
  expect(errors).toBeUndefined()
  return data
}

const films = (
  await ask('{ items(filter: { recursive: true, kinds: [MOVIE] }) { nodes { id name } } }')
).items.nodes as { id: string; name: string }[]

it('What devices play is looked up once for all of them', async () => {
  const devices = await Promise.all(
    films.slice(0, 3).map(async ({ id }, index) => {
      const { token } = await signInApp(service.url, owner, `device-${index}`)
      const report = 'mutation ($id: ID!) { reportPlayback(itemId: $id, event: START) }'
      await ask(report, { id }, token)
    }),
  )
  const summaries = vi.spyOn(services.items, 'summaries')
  const { sessions } = await ask('{ sessions { item { name } } }')
  expect(sessions).toHaveLength(devices.length)
  expect(sessions.every(({ item }: { item: unknown }) => item !== null)).toBe(true)
  expect(summaries).toHaveBeenCalledOnce()
})

it('A dashboard reads the names of what was watched most, once for all titles', async () => {
  const { authorization } = await createAccessToken(service, owner, { scopes: ['ACTIVITY'] })
  const titleNames = vi.spyOn(services.activity, 'titleNames')
  const { data, errors } = await service.graphql('{ topTitles(first: 5) { name } }', {
    headers: { authorization },
  })
  expect(errors).toBeUndefined()
  const names = films.slice(0, 3).map(({ name }) => name)
  expect(data.topTitles.map(({ name }: { name: string }) => name).toSorted()).toEqual(
    names.toSorted(),
  )
  expect(titleNames).toHaveBeenCalledOnce()
})

it('A configuration is read once for a request with its password', async () => {
  const query = vi.spyOn(knex.Client.prototype, 'query')
  await ask('{ history(first: 1) { nodes { itemKey } } }')
  const statements = query.mock.calls.map(([, { sql }]: [unknown, { sql: string }]) => sql)
  expect(statements.filter((sql) => /from .configurations. where uuid/.test(sql))).toHaveLength(1)
})

it('The items of a page of the history are read once, and what was done with them', async () => {
  for (const { id } of films) {
    await ask('mutation ($id: ID!) { setPlayed(itemId: $id, played: true) { played } }', { id })
  }
  const ofEntries = vi.spyOn(services.library, 'ofEntries')
  const states = vi.spyOn(services.playlists, 'states')
  const { history } = await ask('{ history { nodes { item { name watch { played } } } } }')
  expect(history.nodes.length).toBeGreaterThanOrEqual(films.length)
  expect(ofEntries).toHaveBeenCalledOnce()
  expect(states).toHaveBeenCalledOnce()
})

it('What everybody has chosen is read once for all users', async () => {
  const ofUsers = vi.spyOn(services.userConfigurations, 'ofUsers')
  const { household } = await ask('{ household { users { preferences { subtitleMode } } } }')
  expect(household.users).toHaveLength(3)
  expect(ofUsers).toHaveBeenCalledOnce()
})

it('What is known of the files of versions is asked for once', async () => {
  const describeMedia = vi.spyOn(services, 'describeMedia')
  const { versions } = await ask(
    'query ($id: ID!) { versions(itemId: $id) { versions { media { container } } } }',
    { id: films[0]!.id },
  )
  expect(versions.versions.length).toBeGreaterThan(1)
  expect(describeMedia).toHaveBeenCalledOnce()
})
