import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createMemoryLiveEvents } from '../../src/cache/live-events.ts'
import { AppError } from '../../src/core/errors.ts'
import { createLastingAccess } from '../../src/services/users/lasting-access.ts'
import { createMysql, mysql } from '../support/dialects.ts'
import { listen } from '../support/event-stream.ts'
import { ownRedisServer, redisMissing } from '../support/redis.ts'
import { serviceTargets } from '../support/service-targets.ts'
import { basic, startService } from '../support/service.ts'
import type { Auth, RunningService } from '../support/service.ts'
import { until } from '../support/until.ts'

/** Far less than the time after which a right is looked at again without an event. */
const soonMs = 2_000
const ownPin = '471100'
const limits = { RATE_LIMIT_SIGN_IN: 'off' }

// oxlint-disable-next-line typescript/no-explicit-any -- changed in many ways
type Config = any
type Home = Auth & { readonly parent: Auth; readonly olga: SignedIn; readonly kim: SignedIn }
type SignedIn = { readonly token: string; readonly device: string }
type Connection = {
  /** Until it is told that there is no more. */
  readonly isOpen: () => boolean
  /** How much it was told. */
  readonly heard: () => number
}

let devices = 0

async function signIn(url: string, Username: string, Pw: string, device = `tv-${devices++}`) {
  const response = await fetch(`${url}/Users/AuthenticateByName`, {
    method: 'POST',
    headers: {
      authorization: `MediaBrowser Client="Test", Device="Test", DeviceId="${device}", Version="1"`,
    },
    body: JSON.stringify({ Username, Pw }),
  })
  expect(response.status).toBe(200)
  const { AccessToken: token } = (await response.json()) as { AccessToken: string }
  return { token, device }
}

const as = ({ token }: SignedIn, url: string, method: string, path: string) =>
  fetch(url + path, { method, headers: { 'x-emby-token': token } })

/** Olga, whose PIN is asked for, and Kim, of whom all comes from a parent configuration. */
async function createHome(node: RunningService): Promise<Home> {
  const parent = await node.createUser({
    mediaServer: {
      owner: { name: 'Olga', pin: ownPin, private: false },
      users: [{ name: 'Kim', pin: '1234' }, { name: 'Lena' }],
    },
  })
  const home = await node.createUser({ parentConfig: parent }, 'another horse')
  const olga = await signIn(node.url, home.uuid, `${home.password}/${ownPin}`)
  const kim = await signIn(node.url, `${home.uuid}/Kim`, `${home.password}/1234`)
  return { ...home, parent, olga, kim }
}

async function change(node: RunningService, auth: Auth, edit: (config: Config) => void) {
  const { body } = await node.request('/api/v1/user?raw=true', { auth })
  const config = body.data.userData
  edit(config)
  const answer = await node.request('/api/v1/user', { auth, method: 'PUT', json: { config } })
  expect(answer.status).toBe(200)
}

async function changePassword(node: RunningService, auth: Auth): Promise<void> {
  const query = 'mutation { changePassword(password: "a third horse") { uuid } }'
  expect((await node.graphql(query, { auth })).errors).toBeUndefined()
}

type Kind = 'activityChanged' | 'sessionsChanged' | 'web socket'
const queries = {
  activityChanged: 'subscription { activityChanged { users { user { name } } } }',
  sessionsChanged: 'subscription { sessionsChanged { id } }',
}

async function connect(url: string, kind: Kind, authorization: string): Promise<Connection> {
  let isOpen = true
  let heard = 0
  const { over } = await (kind === 'web socket'
    ? openSocket(url, authorization)
    : openEvents(url, queries[kind], authorization, () => (heard += 1)))
  void over.then(() => {
    isOpen = false
  })
  return { isOpen: () => isOpen, heard: () => heard }
}

async function openSocket(url: string, authorization: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`, {
    headers: { authorization },
  })
  onTestFinished(() => socket.terminate())
  const over = new Promise((resolve) => {
    socket.once('close', resolve)
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return { over }
}

async function openEvents(url: string, query: string, authorization: string, hear: () => void) {
  const events = await listen(url, query, { authorization })
  onTestFinished(events.stop)
  expect((await events.next()).errors).toBeUndefined()
  const untilLast = async (): Promise<void> => {
    while ((await events.next()) !== null) hear()
  }
  // It fails where the test itself ends it.
  return { over: untilLast().catch(() => {}) }
}

const untilEnded = ({ isOpen }: Connection, timeoutMs = soonMs) =>
  until('the connection to end', () => !isOpen(), Boolean, { timeoutMs })

type Who = 'Olga' | 'Kim' | 'Basic'
type Cause = readonly [
  what: string,
  whose: readonly Who[],
  happen: (home: Home, node: RunningService) => Promise<unknown>,
]

const causes: readonly Cause[] = [
  [
    'its token is signed out',
    ['Olga'],
    ({ olga }, { url }) => as(olga, url, 'POST', '/Sessions/Logout'),
  ],
  ['its user signs out', ['Kim'], ({ kim }, { url }) => as(kim, url, 'POST', '/Sessions/Logout')],
  [
    'its device is revoked',
    ['Kim'],
    ({ olga, kim }, { url }) => as(olga, url, 'DELETE', `/Devices?id=${kim.device}`),
  ],
  [
    'its device is revoked by itself',
    ['Olga'],
    ({ olga }, { url }) => as(olga, url, 'DELETE', `/Devices?id=${olga.device}`),
  ],
  [
    'its user signs in again on the same device',
    ['Olga'],
    (home, { url }) => signIn(url, home.uuid, `${home.password}/${ownPin}`, home.olga.device),
  ],
  ['the password changes', ['Olga', 'Kim', 'Basic'], (home, node) => changePassword(node, home)],
  [
    'the PIN changes',
    ['Olga', 'Kim'],
    (home, node) =>
      change(node, home.parent, ({ mediaServer }) => {
        mediaServer.owner.pin = '471101'
        mediaServer.users[0].pin = '4321'
      }),
  ],
  [
    'its user gets a password of the own',
    ['Kim'],
    (home, node) =>
      change(node, home.parent, ({ mediaServer }) => {
        mediaServer.users[0].password = 'her own password'
      }),
  ],
  [
    'its user is removed',
    ['Kim'],
    (home, node) =>
      change(node, home.parent, ({ mediaServer }) => {
        mediaServer.users.shift()
      }),
  ],
  [
    'the media server is switched off',
    ['Olga', 'Kim', 'Basic'],
    (home, node) =>
      change(node, home, (config) => {
        config.mediaServer = { enabled: false }
      }),
  ],
  [
    'the configuration is deleted',
    ['Olga', 'Kim', 'Basic'],
    (home, node) => node.request('/api/v1/user', { auth: home, method: 'DELETE' }),
  ],
  [
    'the password of a parent configuration changes',
    ['Olga', 'Kim', 'Basic'],
    (home, node) => changePassword(node, home.parent),
  ],
]

const kinds: readonly Kind[] = ['activityChanged', 'sessionsChanged', 'web socket']
/** Only the first user may hear of sessions, and web sockets take no passwords. */
const isPossible = (kind: Kind, who: Who): boolean =>
  kind === 'sessionsChanged' ? who !== 'Kim' : kind !== 'web socket' || who !== 'Basic'
const cases = causes.flatMap(([what, whose, happen]) =>
  whose.flatMap((who) =>
    kinds.filter((kind) => isPossible(kind, who)).map((kind) => ({ what, who, kind, happen })),
  ),
)

describe.each(serviceTargets)('On $name', ({ skip, start }) => {
  describe.skipIf(skip)('what stays open', () => {
    const endings: (() => unknown)[] = []
    let nodes: RunningService[] = []
    beforeAll(async () => {
      nodes = await start(limits, (end) => void endings.push(end))
    }, 60_000)
    afterAll(async () => {
      for (const end of endings.toReversed()) await end()
    })
    const authorizationOf = (home: Home, who: Who): string =>
      who === 'Basic'
        ? basic(home)
        : `MediaBrowser Token="${(who === 'Olga' ? home.olga : home.kim).token}"`

    it.each(cases)('ends soon after $what: $kind of $who', async ({ who, kind, happen }) => {
      const home = await createHome(nodes[0]!)
      const bystander = await signIn(
        nodes[0]!.url,
        (await nodes[0]!.createUser()).uuid,
        'correct horse',
      )
      const url = nodes.at(-1)!.url
      const mine = await connect(url, kind, authorizationOf(home, who))
      const other = await connect(url, kind, `MediaBrowser Token="${bystander.token}"`)
      await happen(home, nodes[0]!)
      expect(await untilEnded(mine)).toBe(true)
      expect(other.isOpen()).toBe(true)
    })

    it('goes on for others of the household', async () => {
      const home = await createHome(nodes[0]!)
      const lena = await signIn(nodes[0]!.url, `${home.uuid}/Lena`, home.password)
      const url = nodes.at(-1)!.url
      const kims = await connect(url, 'activityChanged', authorizationOf(home, 'Kim'))
      const lenas = await connect(url, 'activityChanged', `MediaBrowser Token="${lena.token}"`)
      await as(home.kim, nodes[0]!.url, 'POST', '/Sessions/Logout')
      expect(await untilEnded(kims)).toBe(true)
      await change(nodes[0]!, home, (config) => {
        config.description = 'changed'
      })
      await expect.poll(() => lenas.heard(), { timeout: 5_000 }).toBe(1)
      expect(lenas.isOpen()).toBe(true)
    })

    it('ends for a key that is taken back', async () => {
      const home = await createHome(nodes[0]!)
      const made = await as(home.olga, nodes[0]!.url, 'POST', '/Auth/Keys?app=Dashboard')
      const { AccessToken: key } = (await made.json()) as { AccessToken: string }
      const socket = await connect(nodes.at(-1)!.url, 'web socket', `MediaBrowser Token="${key}"`)
      await as(home.olga, nodes[0]!.url, 'DELETE', `/Auth/Keys/${key}`)
      expect(await untilEnded(socket)).toBe(true)
    })
  })
})

describe('Where the event is lost', () => {
  it('the right is looked at again now and then', async () => {
    const node = await startService(limits)
    const { olga } = await createHome(node)
    const { users: profiles } = node.service.services
    const deaf = createLastingAccess({ events: createMemoryLiveEvents(), recheckMs: 20 })
    const ask = async () => {
      const user = await profiles.findUser(olga.token, { address: '127.0.0.1' })
      if (user) return user
      throw new AppError('UNAUTHORIZED', 'The token has ended.')
    }
    const access = await deaf.open(ask, () => {})
    expect(access.user().profile.name).toBe('Olga')
    await as(olga, node.url, 'POST', '/Sessions/Logout')
    await expect.poll(() => access.ended.aborted, { timeout: 5_000 }).toBe(true)
    expect(() => access.user()).toThrow('sign in again')
  })

  it.skipIf(mysql.skip || redisMissing)(
    'because Redis was away, it ends as soon as Redis is back',
    async () => {
      const { settings, dispose } = await createMysql()
      onTestFinished(dispose)
      const redis = await ownRedisServer()
      const shared = {
        ...limits,
        DATABASE_URL: settings.dialect === 'mysql' ? settings.url : '',
        REDIS_URL: redis.url,
        SECRET_KEY: 'f'.repeat(64),
      }
      const one = await startService(shared)
      const other = await startService(shared)
      const { olga } = await createHome(one)
      const heard = await connect(
        other.url,
        'activityChanged',
        `MediaBrowser Token="${olga.token}"`,
      )
      await redis.stop()
      expect((await as(olga, one.url, 'POST', '/Sessions/Logout')).status).toBe(204)
      await redis.start()
      expect(await untilEnded(heard, 15_000)).toBe(true)
    },
    40_000,
  )
})
