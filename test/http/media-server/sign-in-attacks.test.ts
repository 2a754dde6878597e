import { randomUUID } from 'node:crypto'
import { connect as connectRaw } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createMemoryCache } from '../../../src/cache/memory.ts'
import { createQuickConnects } from '../../../src/services/profiles/quick-connect.ts'
import type { Ending } from '../../support/ending.ts'
import { signInApp } from '../../support/media-client.ts'
import { startServiceProcess } from '../../support/service-process.ts'
import { startService } from '../../support/service.ts'
import type { Auth } from '../../support/service.ts'

type Household = Auth & { token: string }
type Service = Awaited<ReturnType<typeof start>>
type Guess = (service: Service, home: Household, secret: string) => Promise<{ status: number }>
type SignInOptions = { where?: string; device?: string; from?: string }

const pin = '471100'
const ownPassword = 'her own password'
const mediaServer = {
  owner: { name: 'Olga' },
  users: [
    { name: 'Kim', pin },
    { name: 'Lena', password: ownPassword },
  ],
}
let devices = 0

/** A service that believes who says from where it asks, and what can be done to it. */
async function start(env: Record<string, string> = {}, ends: Ending = onTestFinished) {
  const service = await startService(
    { RATE_LIMIT_SIGN_IN: 'off', PIN_ATTEMPTS: '5', TRUSTED_PROXIES: '127.0.0.1', ...env },
    ends,
  )
  const appHeader = (device: string) =>
    `MediaBrowser Client="Test", Device="Test", DeviceId="${device}", Version="1"`

  async function ask(method: string, path: string, headers: HeadersInit, json?: unknown) {
    const response = await fetch(service.url + path, {
      method,
      redirect: 'manual',
      headers,
      body: json === undefined ? null : JSON.stringify(json),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : null,
    }
  }

  /** Signs in, on a new device unless one is named. */
  async function signIn(name: string, secret: string, options: SignInOptions = {}) {
    const { where = '', device = `device-${devices++}`, from = '192.0.2.1' } = options
    const headers = { authorization: appHeader(device), 'x-forwarded-for': from }
    const path = `${where}/Users/AuthenticateByName`
    const { status, body } = await ask('POST', path, headers, { Username: name, Pw: secret })
    return { status, device, token: body?.AccessToken, id: body?.User?.Id }
  }

  const as = (token: string, method: string, path: string, json?: unknown) =>
    ask(method, path, { 'x-emby-token': token }, json)

  async function whoAmI(token: string): Promise<number> {
    return (await as(token, 'GET', '/Users/Me')).status
  }

  /** Changes the media server's part of a configuration. */
  async function change(auth: Auth, edit: (media: typeof mediaServer) => void): Promise<void> {
    const { body } = await service.request('/api/v1/user', { auth })
    const config = body.data.userData
    edit(config.mediaServer)
    const answer = await service.request('/api/v1/user', { auth, method: 'PUT', json: { config } })
    expect(answer.status).toBe(200)
  }

  async function changePassword(auth: Auth): Promise<void> {
    const query = 'mutation { changePassword(password: "another horse") { encryptedPassword } }'
    expect((await service.graphql(query, { auth })).errors).toBeUndefined()
  }

  const home = () => service.createUser({ mediaServer })
  return { ...service, appHeader, ask, as, signIn, whoAmI, change, changePassword, home }
}

const named = ({ uuid, token }: Household) => `/media/${uuid}/${token}`

/** How many there are of each. */
function counted(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** A connection that is open, and what becomes of it; ends with the test. */
async function openSocket(url: string, token: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket?api_key=${token}`)
  onTestFinished(() => socket.terminate())
  const heard: string[] = []
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()).MessageType))
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => {
    socket.once('close', resolve)
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  async function isServed(): Promise<void> {
    heard.length = 0
    socket.send('{"MessageType":"KeepAlive"}')
    await expect.poll(() => heard, { timeout: 5_000 }).toContain('KeepAlive')
  }
  return { socket, closed, isServed }
}

describe('Messages of a connected app that nobody expects', async () => {
  const service = await start({}, afterAll)
  const home = await service.home()
  const olga = await service.signIn(home.uuid, home.password)
  const kim = await service.signIn(`${home.uuid}/Kim`, `${home.password}/${pin}`)
  const brackets = '['.repeat(30_000) + ']'.repeat(30_000)

  const messages: [string, string | Buffer][] = [
    [
      'an object that cannot be written as text',
      '{"MessageType":"SessionsStart","Data":{"toString":1}}',
    ],
    ['an object in place of the kind', '{"MessageType":{"toString":1,"toLowerCase":1}}'],
    ['thirty thousand nested brackets', brackets],
    ['the same as the data', `{"MessageType":"SessionsStart","Data":${brackets}}`],
    ['nothing', 'null'],
    ['no text', ''],
    ['binary garbage', Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 167) % 256))],
    ['more than is taken', 'x'.repeat(100_000)],
  ]

  it.each(messages)('%s: the others are served as before', async (_what, message) => {
    const other = await openSocket(service.url, olga.token)
    const mean = await openSocket(service.url, kim.token)
    mean.socket.send(message)
    await other.isServed()
    expect(await service.whoAmI(kim.token)).toBe(200)
    await (await openSocket(service.url, kim.token)).isServed()
  })

  it('no process ends of them', async () => {
    const own = await startServiceProcess()
    const { token } = await signInApp(own.url, await own.createUser())
    const other = await openSocket(own.url, token)
    for (const [, message] of messages) {
      const { socket } = await openSocket(own.url, token)
      socket.send(message)
      await other.isServed()
    }
    expect((await fetch(`${own.url}/healthz`)).status).toBe(200)
  })

  it('bytes that are no message at all: the others are served as before', async () => {
    const other = await openSocket(service.url, olga.token)
    const raw = connectRaw(service.port, '127.0.0.1')
    const gone = new Promise((resolve) => {
      raw.once('close', resolve)
    })
    raw.on('error', () => {})
    raw.write(
      `GET /socket?api_key=${kim.token} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
    )
    const [answer] = await new Promise<[Buffer]>((resolve) => {
      raw.once('data', (data) => resolve([data]))
    })
    expect(answer.toString('latin1')).toContain(' 101 ')
    raw.write(Buffer.alloc(2_000, 0xff))
    await gone
    await other.isServed()
  })
})

describe('A code of another device that was authorised', async () => {
  const service = await start({}, afterAll)

  async function waiting(device: string) {
    const headers = { authorization: service.appHeader(device) }
    const { body } = await service.ask('POST', '/QuickConnect/Initiate', headers)
    return { code: body.Code as string, secret: body.Secret as string }
  }

  const redeem = (secret: string) =>
    service.ask('POST', '/Users/AuthenticateWithQuickConnect', {}, { Secret: secret })

  /** Olga and Kim, and what each of them let in. */
  async function granted() {
    const home = await service.home()
    const olga = await service.signIn(home.uuid, home.password)
    const kim = await service.signIn(`${home.uuid}/Kim`, `${home.password}/${pin}`)
    const grant = async (token: string) => {
      const { code, secret } = await waiting(`tv-${devices++}`)
      const { status } = await service.as(token, 'POST', `/QuickConnect/Authorize?code=${code}`)
      expect(status).toBe(200)
      return secret
    }
    return { home, olga, kim, byOlga: await grant(olga.token), byKim: await grant(kim.token) }
  }

  type Granted = Awaited<ReturnType<typeof granted>>

  it('opens its user, once', async () => {
    const { byOlga, byKim } = await granted()
    expect((await redeem(byOlga)).body.User.Name).toBe('Olga')
    expect((await redeem(byKim)).body.User.Name).toBe('Kim')
    expect((await redeem(byKim)).status).toBe(404)
  })

  it.each<[string, 'byOlga' | 'byKim', (all: Granted) => Promise<unknown>]>([
    ['the password changed', 'byOlga', ({ home }) => service.changePassword(home)],
    [
      'the PIN of its user changed',
      'byKim',
      ({ home }) => service.change(home, ({ users }) => (users[0]!.pin = '12345678')),
    ],
    [
      'its user is gone',
      'byKim',
      ({ home }) => service.change(home, (media) => (media.users = media.users.slice(1))),
    ],
    [
      'the token that granted it signed out',
      'byKim',
      ({ kim }) => service.as(kim.token, 'POST', '/Sessions/Logout'),
    ],
    [
      'somebody else revoked the device that granted it',
      'byKim',
      ({ olga, kim }) => service.as(olga.token, 'DELETE', `/Devices?id=${kim.device}`),
    ],
  ])('opens nothing when meanwhile %s', async (_what, by, happen) => {
    const all = await granted()
    await happen(all)
    const refused = await redeem(all[by])
    expect(refused.status).toBe(401)
    expect(JSON.stringify(refused.body)).not.toContain('AccessToken')
    expect((await redeem(all[by])).status).toBe(404)
  })

  it('opens for one of several that redeem it at once', async () => {
    const { byKim } = await granted()
    const answers = await Promise.all(Array.from({ length: 12 }, () => redeem(byKim)))
    expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 1, 404: 11 })
  })

  it('does so as well where all have read it before one of them takes it', async () => {
    const cache = createMemoryCache({ maxBytes: 1_000_000 })
    const requests = createQuickConnects({
      ...cache,
      get: async (key) => {
        const found = await cache.get(key)
        await setTimeout(20)
        return found
      },
    })
    const device = { id: 'tv', name: 'TV', client: 'App', version: '1' }
    const { code, secret } = await requests.start(device)
    const grant = { configuration: 1, profileId: 'kim', secretMark: '', device: 1 }
    await requests.authorize(code, { ...grant, origin: 'pin' })
    const tries = Array.from({ length: 12 }, () => requests.redeem(secret))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('Sixty guesses at once, the right one last', () => {
  const wrongPins = Array.from({ length: 59 }, (_, i) => String(100_000 + i))

  async function allAtOnce(guess: (secret: string) => Promise<{ status: number }>, right: string) {
    const wrong = right === pin ? wrongPins : wrongPins.map((digits) => `wrong ${digits}`)
    const answers = await Promise.all([...wrong, right].map((secret) => guess(secret)))
    return counted(answers.map(({ status }) => status))
  }

  it.each<[string, string, Guess]>([
    [
      'a PIN alone',
      pin,
      (service, home, secret) => service.signIn('Kim', secret, { where: named(home) }),
    ],
    [
      'a PIN after the right password',
      pin,
      (service, home, secret) => service.signIn(`${home.uuid}/Kim`, `${home.password}/${secret}`),
    ],
    [
      'a password of the own',
      ownPassword,
      (service, home, secret) => service.signIn(`${home.uuid}/Lena`, secret),
    ],
  ])('%s: five are heard, and the right one not even afterwards', async (_what, right, guess) => {
    const service = await start()
    const home = await service.home()
    // What is checked before the guess is known already, so that all come to it together.
    await service.signIn(home.uuid, home.password)
    expect(await allAtOnce((secret) => guess(service, home, secret), right)).toEqual({
      401: 5,
      429: 55,
    })
    expect(await guess(service, home, right)).toMatchObject({ status: 429 })
  })

  it.each([
    ['a PIN', 'Kim', pin],
    ['a password of the own', 'Lena', ownPassword],
  ])('%s when switching users: five are heard', async (_what, name, right) => {
    const service = await start()
    const home = await service.home()
    const olga = await service.signIn(home.uuid, home.password)
    const { body: users } = await service.as(olga.token, 'GET', '/Users')
    const UserId = users.find(({ Name }: { Name: string }) => Name === name).Id
    const switchTo = (Pw: string) =>
      service.as(olga.token, 'POST', '/Service/Token', { UserId, Pw })
    expect(await allAtOnce(switchTo, right)).toEqual({ 401: 5, 429: 55 })
    expect(await switchTo(right)).toMatchObject({ status: 429 })
  })
})

describe('A locked user', () => {
  it('is let in after the lock, whatever was guessed meanwhile', async () => {
    const service = await start({ PIN_LOCK: '2s' })
    const home = await service.home()
    const guess = async (secret: string) =>
      (await service.signIn('Kim', secret, { where: named(home) })).status
    for (let time = 0; time < 5; time++) expect(await guess('111111')).toBe(401)
    const meanwhile = await Promise.all(Array.from({ length: 12 }, () => guess('111111')))
    expect(counted(meanwhile)).toEqual({ 429: 12 })
    await setTimeout(2_100)
    for (let time = 0; time < 4; time++) expect(await guess('111111')).toBe(401)
    expect(await guess(pin)).toBe(200)
    // A success begins anew.
    for (let time = 0; time < 4; time++) expect(await guess('111111')).toBe(401)
    expect(await guess(pin)).toBe(200)
  })

  it('by PINs alone on an alias comes in with password and PIN, wherever', async () => {
    const before = await start()
    const home = await before.home()
    const service = await start({
      DATA_DIR: before.dataDir,
      ALIASED_CONFIGURATIONS: `home:${home.uuid}:${home.password}`,
    })
    const where = '/media/u/home'
    for (let time = 0; time < 8; time++) await service.signIn('Kim', '111111', { where })
    expect(await service.signIn('Kim', pin, { where })).toMatchObject({ status: 429 })
    const both = `${home.password}/${pin}`
    expect(await service.signIn(`${home.uuid}/Kim`, both)).toMatchObject({ status: 200 })
    expect(await service.signIn('home/Kim', both)).toMatchObject({ status: 200 })
    expect(await service.signIn('Kim', both, { where })).toMatchObject({ status: 200 })
    // That does not give the guesses alone another five.
    expect(await service.signIn('Kim', pin, { where })).toMatchObject({ status: 429 })
  })
})

describe('UUIDs that nobody has', () => {
  it('share one counter of an address, which is nobody else’s', async () => {
    const service = await start({ RATE_LIMIT_SIGN_IN: '5/1m' })
    const home = await service.home()
    const guess = async (from?: string) =>
      (await service.signIn(randomUUID(), 'wrong password', from ? { from } : {})).status
    for (let time = 0; time < 5; time++) expect(await guess()).toBe(401)
    expect(await guess()).toBe(429)
    expect(await service.signIn('no UUID at all', 'wrong password')).toMatchObject({ status: 429 })
    expect(await service.signIn(home.uuid, home.password)).toMatchObject({ status: 200 })
    expect(await guess('192.0.2.2')).toBe(401)
  })

  it('do so with Basic credentials as well', async () => {
    const service = await start({ RATE_LIMIT_SIGN_IN: '5/1m' })
    const home = await service.home()
    const guess = async () => {
      const auth = { uuid: randomUUID(), password: 'wrong password' }
      return (await service.request('/api/v1/user', { auth })).status
    }
    for (let time = 0; time < 5; time++) expect(await guess()).toBe(401)
    expect(await guess()).toBe(429)
    expect((await service.request('/api/v1/user', { auth: home })).status).toBe(200)
  })
})

describe('Guesses at many names', () => {
  it('share one counter: a hidden one is found no faster', async () => {
    const service = await start({ RATE_LIMIT_SIGN_IN: '6/1m', PIN_ATTEMPTS: '3' })
    const home = await service.createUser({
      mediaServer: { users: [{ name: 'Secret', hidden: true, pin: '900100' }] },
    })
    const statuses: number[] = []
    for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Secret', 'Nobody']) {
      statuses.push((await service.signIn(name, '111111', { where: named(home) })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429])
  })
})

describe('An API key', () => {
  it('makes no keys, and ends neither devices nor keys', async () => {
    const service = await start()
    const home = await service.home()
    const olga = await service.signIn(home.uuid, home.password)
    const makeKey = (token: string) => service.as(token, 'POST', '/Auth/Keys?app=Dashboard')
    const { body } = await makeKey(olga.token)
    const key = body.AccessToken as string
    expect(await service.whoAmI(key)).toBe(200)
    expect((await makeKey(key)).status).toBe(403)
    expect((await service.as(key, 'GET', '/Auth/Keys')).status).toBe(403)
    for (const path of [
      `/Devices?id=${olga.device}`,
      `/Auth/Keys/${olga.token}`,
      `/Auth/Keys/${key}`,
    ]) {
      expect((await service.as(key, 'DELETE', path)).status).toBe(403)
    }
    const renamed = await service.as(key, 'POST', `/Devices/Options?id=${olga.device}`, {
      CustomName: 'Mine',
    })
    expect(renamed.status).toBe(403)
    expect(await service.whoAmI(olga.token)).toBe(200)
    expect(await service.whoAmI(key)).toBe(200)
    expect((await service.as(olga.token, 'GET', '/Auth/Keys')).body.Items).toHaveLength(1)
  })
})

describe('A connection', () => {
  it.each<[string, string[], (service: Service, home: Household) => Promise<void>]>([
    [
      'a PIN',
      ['Kim'],
      (service, home) => service.change(home, ({ users }) => (users[0]!.pin = '12345678')),
    ],
    [
      'a password of the own',
      ['Lena'],
      (service, home) => service.change(home, ({ users }) => (users[1]!.password = 'a new one')),
    ],
    ['the password', ['Olga', 'Kim'], (service, home) => service.changePassword(home)],
  ])('ends soon after %s changed, and no other', async (_what, ending, happen) => {
    const service = await start()
    const home = await service.home()
    const tokens = {
      Olga: await service.signIn(home.uuid, home.password),
      Kim: await service.signIn(`${home.uuid}/Kim`, `${home.password}/${pin}`),
      Lena: await service.signIn(`${home.uuid}/Lena`, ownPassword),
    }
    const sockets = new Map<string, Awaited<ReturnType<typeof openSocket>>>()
    for (const [name, { token }] of Object.entries(tokens)) {
      sockets.set(name, await openSocket(service.url, token))
    }
    await happen(service, home)
    const patience = setTimeout(2_000, 'still open', { ref: false })
    const fate = async (name: string) => Promise.race([sockets.get(name)!.closed, patience])
    const fates = await Promise.all(ending.map(fate))
    expect(fates).toEqual(ending.map(() => 1008))
    for (const [name, socket] of sockets) if (!ending.includes(name)) await socket.isServed()
  })
})

describe('The picture of a user', async () => {
  const service = await start({}, afterAll)

  it.each([
    'nonsense',
    'https://',
    'https://exa mple.org/kim.png',
    'https://[::1/kim.png',
    'http://example.org/kim.png',
    'javascript:alert(1)//https://example.org',
    'data:text/html,<script>',
  ])('is not %j', async (avatar) => {
    for (const media of [{ owner: { avatar } }, { users: [{ name: 'Kim', avatar }] }]) {
      const { status, body } = await service.request('/api/v1/user', {
        method: 'POST',
        json: { config: { mediaServer: media }, password: 'correct horse' },
      })
      expect(status).toBe(400)
      expect(body.error?.code).toBe('INVALID_CONFIG')
    }
  })

  it.each([
    'https://example.org/a b/ü😀/"<>\\^`{|}.png?q=ä#ö',
    'https://例え.example.org/kim.png',
    'https://example.org/kim.png\r\nset-cookie: a=b',
    'https://example.org/\u0000\u0001\u007F.png',
    'https://example.org/\uD800.png',
    'HTTPS://EXAMPLE.ORG/%zz',
  ])('that is %j is told without a fault', async (avatar) => {
    const home = await service.createUser({ mediaServer: { owner: { avatar } } })
    const { id, token } = await service.signIn(home.uuid, home.password)
    for (const path of [`/UserImage?userId=${id}`, `/Users/${id}/Images/Primary`]) {
      const { status, headers } = await service.ask('GET', path, {})
      expect(status).toBe(302)
      const location = headers.get('location') ?? ''
      expect(location).toMatch(/^[ -~]+$/)
      expect(new URL(location).href).toBe(new URL(avatar).href)
      expect(headers.has('set-cookie')).toBe(false)
    }
    expect((await service.as(token, 'GET', '/Service/Users')).status).toBe(200)
  })

  it.each([
    ['DATA:IMAGE/PNG;BASE64,iVBORw0KGgo=', 200, 'image/png'],
    ['data:image/png,ü \r\nset-cookie: a=b \u0000\uD800', 404, 'application/problem+json'],
  ])('that is %j is served or is not there: %i', async (avatar, expected, type) => {
    const home = await service.createUser({ mediaServer: { owner: { avatar } } })
    const { id } = await service.signIn(home.uuid, home.password)
    const { status, headers } = await service.ask('GET', `/UserImage?userId=${id}`, {})
    expect(status).toBe(expected)
    expect(headers.get('content-type')?.startsWith(type)).toBe(true)
    expect(headers.has('set-cookie')).toBe(false)
  })

  it('was never a fault of the server', () => {
    expect(service.lines.filter((line) => line.includes('unexpected failure'))).toEqual([])
  })
})
