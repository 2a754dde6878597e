import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../../../support/event-stream.ts'
import { graphqlClient, restClient } from '../../../support/extension-client.ts'
import type { ExtensionClient } from '../../../support/extension-client.ts'
import { startFilmSource } from '../../../support/film-source.ts'
import { signInApp } from '../../../support/media-client.ts'
import { startService } from '../../../support/service.ts'
import type { RunningService } from '../../../support/service.ts'

const secrets: Record<string, string> = { Pin: '4711', Own: 'her own password', Open: '4712' }
const users = [
  { name: 'Plain' },
  { name: 'Closed', private: true },
  { name: 'Pin', pin: secrets['Pin'] },
  { name: 'Own', password: secrets['Own'] },
  { name: 'Open', pin: secrets['Open'], private: false },
  { name: 'Hidden', hidden: true },
  { name: 'Guest', historyOf: 'owner' },
  { name: 'PinsGuest', historyOf: 'Pin' },
]
const everybody = ['Olga', ...users.map(({ name }) => name)]

/** Whose history each caller reads, its own included. */
const households = [
  {
    what: 'a first user who is not private',
    owner: { name: 'Olga' },
    ownerSecret: '',
    reads: {
      Olga: everybody,
      Plain: ['Olga', 'Plain', 'Open', 'Guest'],
      Closed: ['Olga', 'Plain', 'Closed', 'Open', 'Guest'],
      Pin: ['Olga', 'Plain', 'Pin', 'Open', 'Guest'],
      Own: ['Olga', 'Plain', 'Own', 'Open', 'Guest'],
      Hidden: ['Hidden'],
      Guest: ['Olga', 'Plain', 'Open', 'Guest'],
      // Their history is that of somebody private.
      PinsGuest: ['Olga', 'Plain', 'Open', 'Guest', 'PinsGuest'],
    },
  },
  {
    what: 'a first user who is private',
    owner: { name: 'Olga', private: true },
    ownerSecret: '',
    reads: {
      Olga: everybody,
      Plain: ['Plain', 'Open'],
      Hidden: ['Hidden'],
      Guest: ['Plain', 'Open', 'Guest'],
    },
  },
  {
    what: 'a first user with a PIN',
    owner: { name: 'Olga', pin: '4713' },
    ownerSecret: '/4713',
    reads: { Olga: everybody, Plain: ['Plain', 'Open'] },
  },
  {
    what: 'a first user with a PIN who is not private',
    owner: { name: 'Olga', pin: '4713', private: false },
    ownerSecret: '/4713',
    reads: { Olga: everybody, Plain: ['Olga', 'Plain', 'Open', 'Guest'] },
  },
  {
    what: 'a hidden first user',
    owner: { name: 'Olga', hidden: true },
    ownerSecret: '',
    reads: { Olga: everybody, Plain: ['Plain', 'Open'] },
  },
]

const ways = [
  { way: 'REST', createClient: restClient },
  { way: 'GraphQL', createClient: graphqlClient },
]
const tables = ways.flatMap((way) => households.map((household) => ({ ...way, ...household })))

describe.each(tables)('Over $way, beside $what,', ({ createClient, owner, ownerSecret, reads }) => {
  const endings: (() => unknown)[] = []
  let service: RunningService
  let client: ExtensionClient
  let key = ''
  const tokens: Record<string, string> = {}
  const ids: Record<string, string> = {}

  const send = (token: string, path: string, json?: object) =>
    fetch(service.url + path, {
      method: 'POST',
      headers: { 'x-emby-token': token, 'content-type': 'application/json' },
      body: json ? JSON.stringify(json) : null,
    })

  beforeAll(async () => {
    const ends = (end: () => unknown): void => void endings.push(end)
    const source = await startFilmSource({ films: 1, series: 0, ends })
    service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, ends)
    client = createClient([service.url])
    const home = await service.createUser({
      sources: [source.source],
      mediaServer: { owner, users },
    })
    const { uuid, password } = home
    const { token } = await signInApp(service.url, { uuid, password: password + ownerSecret })
    tokens['Olga'] = token
    for (const { name, id } of (await client.users(token)).users) ids[name] = id
    for (const { name } of users) {
      const switched = await client.switchTo(token, ids[name]!, secrets[name] ?? '')
      tokens[name] = switched.token
    }
    const path = '/Items?recursive=true&includeItemTypes=Movie'
    const films = await fetch(service.url + path, { headers: { 'x-emby-token': token } })
    const [film] = ((await films.json()) as { Items: { Id: string }[] }).Items
    for (const name of everybody) await send(tokens[name]!, `/UserPlayedItems/${film!.Id}`)
    const made = await send(token, '/Auth/Keys?app=Dashboard')
    key = ((await made.json()) as { AccessToken: string }).AccessToken
  }, 60_000)

  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })

  /** Ids of those in whose rows the histories of these users are. */
  const holders = (names: readonly string[]): string[] => {
    const shared: Record<string, string> = { Guest: 'Olga', PinsGuest: 'Pin' }
    return [...new Set(names.map((name) => ids[shared[name] ?? name]!))].toSorted()
  }
  const owners = (entries: readonly { userId: string }[]): string[] =>
    [...new Set(entries.map(({ userId }) => userId))].toSorted()

  describe.each(Object.entries(reads))('%s', (caller, readable) => {
    it('finds those whose history it reads in the activity, and sessions as the first user alone', async () => {
      const { users: found, sessions } = await client.activity(tokens[caller]!)
      expect(found.map(({ name }) => name)).toEqual(readable)
      expect((sessions ?? []).length > 0).toBe(caller === 'Olga')
    })

    it('finds them in the history, and no one else', async () => {
      const { items } = await client.history(tokens[caller]!)
      expect(owners(items)).toEqual(holders(readable))
    })

    it('reads the history of each where it is named, and is refused that of others', async () => {
      for (const name of everybody) {
        const { status, items } = await client.history(tokens[caller]!, { userId: ids[name]! })
        const isRead = readable.includes(name)
        expect([name, status]).toEqual([name, isRead ? 200 : 403])
        expect(owners(items)).toEqual(isRead ? holders([name]) : [])
      }
      const unknown = await client.history(tokens[caller]!, { userId: 'e'.repeat(32) })
      expect(unknown.status).toBe(caller === 'Olga' ? 404 : 403)
    })

    it('takes theirs out in an export, and no other', async () => {
      const { file } = await client.export(tokens[caller]!)
      expect(file.users.map(({ name }: { name: string }) => name)).toEqual(readable)
      expect(owners(file.items)).toEqual(holders(readable))
    })

    it('clears its own alone, unless it is the first user', async () => {
      for (const name of everybody) {
        const { status, cleared } = await client.clear(tokens[caller]!, ids[name]!, ['tt0000404'])
        const isOwn = caller === 'Olga' || name === caller
        expect([name, status, cleared]).toEqual([name, isOwn ? 200 : 403, isOwn ? 0 : undefined])
      }
    })

    it('takes an import in for itself alone, unless it is the first user', async () => {
      const file = JSON.stringify((await client.export(tokens[caller]!)).file)
      for (const name of everybody) {
        const options = { userId: ids[name]!, dryRun: true }
        const { status } = await client.import(tokens[caller]!, file, options)
        const isOwn = caller === 'Olga' || name === caller
        expect([name, status]).toEqual([name, isOwn ? 200 : 403])
      }
    })

    it('hears of them in a subscription, and of the sessions of others as the first user alone', async () => {
      const authorization = `MediaBrowser Token="${tokens[caller]!}"`
      const next = async (query: string) => {
        const events = await listen(service.url, query, { authorization })
        const event = await events.next()
        events.stop()
        return event
      }
      const activity =
        'subscription { activityChanged { users { user { name } } sessions { id } } }'
      const { users: found, sessions } = (await next(activity)).data.activityChanged
      expect(found.map(({ user }: { user: { name: string } }) => user.name)).toEqual(readable)
      expect(sessions === null).toBe(caller !== 'Olga')
      expect(sessions?.length).not.toBe(0)
      const { sessionsChanged } = (await next('subscription { sessionsChanged { user { name } } }'))
        .data
      const others = sessionsChanged.filter((one: { user: { name: string } }) => {
        return one.user.name !== caller
      })
      expect(others.length > 0).toBe(caller === 'Olga')
    })
  })

  it('an API key reads and clears nothing', async () => {
    const answers = [
      await client.activity(key),
      await client.history(key),
      await client.export(key),
      await client.clear(key, ids['Olga']!),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })
})
