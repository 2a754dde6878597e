import { afterAll, describe, expect, it } from 'vitest'
import { createMemoryLiveEvents } from '../../../src/cache/live-events.ts'
import { createMemoryCache } from '../../../src/cache/memory.ts'
import { createItemIds } from '../../../src/security/item-ids.ts'
import { createRateLimiter } from '../../../src/security/rate-limit.ts'
import { createAccessTimes } from '../../../src/services/users/access-times.ts'
import { createUserService } from '../../../src/services/users/service.ts'
import { createDeviceStore } from '../../../src/storage/repositories/devices.ts'
import { createPersonalAddressStore } from '../../../src/storage/repositories/personal-addresses.ts'
import { createWatchedTimeStore } from '../../../src/storage/repositories/watched-time.ts'
import { createSealer } from '../../../src/security/seal.ts'
import { createLockStore } from '../../../src/storage/repositories/sign-in-locks.ts'
import { sqlite } from '../../support/dialects.ts'
import { quickPasswords } from '../../support/passwords.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import { startService } from '../../support/service.ts'
import type { Auth, RunningService } from '../../support/service.ts'
import { openUserService } from '../../support/user-service.ts'

const users = [
  { name: 'Plain' },
  { name: 'Pin', pin: '900100' },
  { name: 'Short', pin: '9001' },
  { name: 'Own', password: 'a secret of its own' },
  { name: 'Both', pin: '900100', password: 'a secret of its own' },
  { name: 'Hidden', hidden: true },
  { name: 'HiddenPin', hidden: true, pin: '900100' },
  { name: 'HiddenOwn', hidden: true, password: 'a secret of its own' },
]
/** The first user by its name and, on the plain address, by none. */
const names = ['Nobody', '', 'Olga', ...users.map(({ name }) => name)]
const mediaServer = { owner: { name: 'Olga' }, users }

/** `guesses`: of 30 with Basic credentials, those that are not refused for their number; `owner`: what the right ones get then. */
const limits = [
  { RATE_LIMIT_SIGN_IN: 'off', PIN_ATTEMPTS: '3', tries: 3, guesses: 30, owner: 200 },
  { RATE_LIMIT_SIGN_IN: '2/1m', PIN_ATTEMPTS: '5', tries: 2, guesses: 2, owner: 429 },
  { RATE_LIMIT_SIGN_IN: '20/1m', PIN_ATTEMPTS: '1', tries: 1, guesses: 20, owner: 429 },
]

const secrets = [
  { what: 'words', secret: 'wrong password' },
  { what: 'digits that may be a PIN', secret: '111111' },
  { what: 'four digits', secret: '1111' },
  { what: 'words and digits', secret: 'wrong password/1111' },
  { what: 'more than can be a password, but for its PIN', secret: `${'x'.repeat(252)}/111111` },
]

/** Of those, what is also sent over HTTP, where each costs a real hash. */
const typed = secrets.slice(0, 2)

type Place = 'the plain address' | 'an address with the secret' | 'the address of an alias'
const places: readonly Place[] = [
  'the plain address',
  'an address with the secret',
  'the address of an alias',
]

let addresses = 0
const newAddress = () => `198.51.${100 + (addresses >> 8)}.${addresses++ & 255}`

type Home = Auth & { readonly token: string }

async function signIn(
  url: string,
  home: Home,
  place: Place,
  from: string,
  name: string,
  Pw: string,
) {
  const where = {
    'the plain address': '',
    'an address with the secret': `/media/${home.uuid}/${home.token}`,
    'the address of an alias': '/media/u/home',
  }[place]
  const user = name === '' ? home.uuid : `${home.uuid}/${name}`
  const response = await fetch(`${url}${where}/Users/AuthenticateByName`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from },
    body: JSON.stringify({ Username: where === '' ? user : name, Pw }),
  })
  const { status, headers } = response
  const text = await response.text()
  const wait = headers.get('retry-after')
  return {
    status,
    // Seconds that have passed, and tokens, differ from one answer to the next.
    answer: status === 200 ? '' : text.replaceAll(/\d+ seconds?/g, 'a while'),
    headers: [...headers.keys()].filter((header) => header !== 'date').toSorted(),
    waits: wait === null ? null : Number(wait) > 1,
  }
}

async function basicStatus(
  node: RunningService,
  { uuid }: Auth,
  from: string,
  password = 'another wrong one',
): Promise<number> {
  const auth = { uuid, password }
  const headers = { 'x-forwarded-for': from }
  return (await node.request('/api/v1/user', { auth, headers })).status
}

describe.each(limits)(
  'With RATE_LIMIT_SIGN_IN=$RATE_LIMIT_SIGN_IN and PIN_ATTEMPTS=$PIN_ATTEMPTS',
  async ({ tries, guesses, owner, ...env }) => {
    const first = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
    const home = await first.createUser({ mediaServer })
    const node = await startService(
      {
        ...env,
        TRUSTED_PROXIES: '127.0.0.1',
        DATA_DIR: first.dataDir,
        ALIASED_CONFIGURATIONS: `home:${home.uuid}:${home.password}`,
      },
      afterAll,
    )
    // What the alias carries is known by now, as it is on a server that runs.
    await fetch(`${node.url}/media/u/home/Users/Public`)

    it.each(places.flatMap((place) => typed.map((secret) => ({ place, ...secret }))))(
      'guesses of $what are answered alike on $place, whoever is named',
      async ({ place, secret }) => {
        // Digits lock names for whoever comes next.
        const target =
          place === 'the address of an alias' ? home : await node.createUser({ mediaServer })
        /** Guesses from one address until well past the limit, then from another, then with Basic credentials. */
        const answersTo = async (name: string) => {
          const [one, other] = [newAddress(), newAddress()]
          const told: unknown[] = []
          for (let i = 0; i < tries + 2; i++) {
            told.push(await signIn(node.url, target, place, one, name, secret))
          }
          told.push(await signIn(node.url, target, place, other, name, secret))
          told.push(await basicStatus(node, target, one), await basicStatus(node, target, one))
          return told
        }
        const unknown = await answersTo(`Nobody ${place} ${secret.length}`)
        const statuses = unknown
          .slice(0, tries + 2)
          .map((answer) => (answer as { status: number }).status)
        expect(statuses).toEqual([...Array(tries).fill(401), 429, 429])
        expect(unknown[tries]).toMatchObject({ waits: true })
        for (const name of names) expect([name, await answersTo(name)]).toEqual([name, unknown])
      },
      60_000,
    )

    it('wrong Basic credentials are refused past RATE_LIMIT_SIGN_IN, and never where it is off', async () => {
      const target = await node.createUser({})
      const from = newAddress()
      const statuses: number[] = []
      for (let i = 0; i < 30; i++) statuses.push(await basicStatus(node, target, from))
      expect(statuses).toEqual([...Array(guesses).fill(401), ...Array(30 - guesses).fill(429)])
      expect(await basicStatus(node, target, from, target.password)).toBe(owner)
    })

    it('right secrets come in from elsewhere, whatever was guessed', async () => {
      const right: readonly (readonly [string, string])[] = [
        ['', home.password],
        ['Plain', home.password],
        ['Pin', `${home.password}/900100`],
        ['Own', 'a secret of its own'],
        ['HiddenOwn', 'a secret of its own'],
      ]
      for (const [name, secret] of right) {
        const { status } = await signIn(
          node.url,
          home,
          'the plain address',
          newAddress(),
          name,
          secret,
        )
        expect([name, status]).toEqual([name, 200])
      }
    })
  },
)

describe.each(serviceTargets)('On $name', ({ skip, start }) => {
  it.skipIf(skip)(
    'a name is locked on all nodes, whatever it is, and a success begins anew',
    async () => {
      const endings: (() => unknown)[] = []
      try {
        const nodes = await start(
          {
            RATE_LIMIT_SIGN_IN: 'off',
            PIN_ATTEMPTS: '3',
            PIN_LOCK: '10m',
            TRUSTED_PROXIES: '127.0.0.1',
          },
          (end) => void endings.push(end),
        )
        const home = await nodes[0]!.createUser({ mediaServer })
        let turn = 0
        const guess = async (name: string, secret: string, from: string) => {
          const { url } = nodes[turn++ % nodes.length]!
          return (await signIn(url, home, 'the plain address', from, name, secret)).status
        }
        for (const [name, right] of [
          ['Own', 'a secret of its own'],
          ['Plain', home.password],
        ] as const) {
          const from = newAddress()
          const tried = [
            'wrong 1',
            'wrong 2',
            right,
            'wrong 3',
            'wrong 4',
            'wrong 5',
            'wrong 6',
            right,
          ]
          const statuses: number[] = []
          for (const secret of tried) statuses.push(await guess(name, secret, from))
          expect([name, statuses]).toEqual([name, [401, 401, 200, 401, 401, 401, 429, 429]])
        }
      } finally {
        for (const end of endings.toReversed()) await end()
      }
    },
    60_000,
  )
})

describe('The work of a guess', () => {
  /** The services on a real database, with hashes that are counted. */
  async function open() {
    const db = await sqlite.openMigrated()
    const { passwords, calls } = quickPasswords()
    const { users: accounts, createUser } = await openUserService({ db, passwords })
    const unlimited = createRateLimiter({ name: '', limit: null, redis: null })
    const profiles = createUserService({
      configurations: accounts,
      passwords,
      devices: createDeviceStore(db),
      locks: createLockStore(db),
      addresses: createPersonalAddressStore(db),
      codeSealer: createSealer(new Uint8Array(32), 'personal-addresses'),
      addonSealer: createSealer(new Uint8Array(32), 'personal-addons', { repeats: true }),
      prefix: 'media',
      cache: createMemoryCache({ maxBytes: 1_000 }),
      itemIds: createItemIds(new Uint8Array(32)),
      aliases: new Map(),
      events: createMemoryLiveEvents(),
      times: createAccessTimes({ watched: createWatchedTimeStore(db) }),
      failures: unlimited,
      quickConnects: unlimited,
      codeFailures: unlimited,
      pinAttempts: 2,
      pinLockMs: 60_000,
      pinSignIn: true,
    })
    return { profiles, calls, home: await createUser({ mediaServer }) }
  }

  it.each(secrets.flatMap((secret) => [true, false].map((isNamed) => ({ ...secret, isNamed }))))(
    'is one hash, whoever is named, before the lock and behind it: $what, named $isNamed',
    async ({ secret, isNamed }) => {
      const { profiles, calls, home } = await open()
      const { uuid, encryptedPassword } = home
      const scope = isNamed
        ? ({ kind: 'configuration', uuid, secret: encryptedPassword } as const)
        : null
      const device = { id: 'tv', name: 'TV', client: 'App', version: '1' }
      for (const name of names) {
        const hashes: number[] = []
        for (let i = 0; i < 4; i++) {
          const before = calls.verify
          const username = isNamed ? name : `${uuid}/${name}`
          await expect(
            profiles.signIn({ username, secret, device, scope }, { address: newAddress() }),
          ).rejects.toThrow(/wrong/i)
          hashes.push(calls.verify - before)
        }
        expect([name, hashes]).toEqual([name, [1, 1, 1, 1]])
      }
    },
  )
})
