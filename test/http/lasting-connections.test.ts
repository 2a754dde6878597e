import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceTargets } from '../support/service-targets.ts'
import { basic } from '../support/service.ts'
import type { Auth, RunningService } from '../support/service.ts'
import {
  ownPin,
  limits,
  signIn,
  as,
  createHome,
  connect,
  untilEnded,
} from '../support/lasting-connections.ts'
import type { Home, Kind } from '../support/lasting-connections.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- changed in many ways
type Config = any

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

const kinds: readonly Kind[] = ['activityChanged', 'sessionsChanged', 'playEnded', 'web socket']
/** Web sockets take no passwords. */
const isPossible = (kind: Kind, who: Who): boolean => kind !== 'web socket' || who !== 'Basic'
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

    it.each(cases)(
      'ends within a second after $what: $kind of $who',
      async ({ who, kind, happen }) => {
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
      },
    )

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
      await expect.poll(() => lenas.heard()).toBe(1)
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
