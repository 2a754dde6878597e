import { afterAll, describe, expect, it } from 'vitest'
import { createPageClient } from '../../support/browser-session.ts'
import { head, sendRaw } from '../../support/raw-http.ts'
import { startService } from '../../support/service.ts'

type Headers = Record<string, string>

const publicUrl = 'https://streams.example'
const quick = { RATE_LIMIT_SIGN_IN: 'off' }
const named = await startService({ ...quick, BASE_URL: publicUrl }, afterAll)
const under = { DATA_DIR: named.dataDir, ...quick }
const services = {
  none: await startService(under, afterAll),
  https: named,
  'https below a path': await startService(
    { ...under, BASE_URL: `${publicUrl}/some/path` },
    afterAll,
  ),
  http: await startService({ ...under, BASE_URL: 'http://streams.example' }, afterAll),
  'https, behind a proxy': await startService(
    { ...under, BASE_URL: publicUrl, TRUSTED_PROXIES: '127.0.0.1' },
    afterAll,
  ),
}
type BaseUrl = keyof typeof services

const owner = await named.createUser()
const json = JSON.stringify({ id: owner.uuid, password: owner.password })

async function signIn(baseUrl: BaseUrl, headers: Headers) {
  const sent = { ...headers, 'content-type': 'application/json', 'content-length': json.length }
  const { port } = services[baseUrl]
  return sendRaw(port, head('POST /session HTTP/1.1', sent), json)
}

/** A browser sends no origin with a question of its own page. */
async function resume(baseUrl: BaseUrl, headers: Headers, cookie: string) {
  const { port } = services[baseUrl]
  const without = Object.entries(headers).filter(([name]) => name !== 'origin')
  const sent = { ...Object.fromEntries(without), cookie }
  const { body } = await sendRaw(port, head('GET /session HTTP/1.1', sent))
  return JSON.parse(body).data?.uuid ?? null
}

const lan = { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' }
const sameOrigin = { 'sec-fetch-site': 'same-origin' }
const loopback = { host: 'localhost:3000', origin: 'http://localhost:3000', ...sameOrigin }
const outside = { host: 'streams.example', origin: publicUrl, ...sameOrigin }
const plain = /^session-\w{8}=/
const secure = /^__Host-session-\w{8}=/

describe('A browser that signs in at an address of the service stays signed in there:', () => {
  it.each<[BaseUrl, where: string, Headers, RegExp]>([
    ['none', 'loopback', loopback, plain],
    ['none', 'the network', lan, plain],
    ['none', 'an https proxy that keeps the host', outside, secure],
    ['https', 'loopback', loopback, plain],
    ['https', 'the network', lan, plain],
    [
      'https',
      'an older browser on the machine',
      { ...lan, host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' },
      plain,
    ],
    ['https', 'its public address', outside, secure],
    [
      'https',
      'its public address, in an older browser',
      { host: 'streams.example', origin: publicUrl },
      secure,
    ],
    [
      'https',
      'its public address with the port',
      { ...outside, host: 'streams.example:443' },
      secure,
    ],
    ['https', 'a proxy that changes the host', { ...outside, host: '127.0.0.1:3000' }, secure],
    [
      'https',
      'the same in an older browser',
      { host: '127.0.0.1:3000', origin: publicUrl },
      secure,
    ],
    [
      'https',
      'another https name',
      { host: 'other.example', origin: 'https://other.example' },
      secure,
    ],
    ['https below a path', 'its public address', outside, secure],
    ['https below a path', 'the network', lan, plain],
    [
      'http',
      'its public address',
      { host: 'streams.example', origin: 'http://streams.example' },
      plain,
    ],
    [
      'http',
      'a proxy that changes the host',
      { host: '127.0.0.1:3000', origin: 'http://streams.example' },
      plain,
    ],
    ['http', 'the network', lan, plain],
    [
      'https, behind a proxy',
      'another https name',
      {
        host: 'inner',
        origin: 'https://other.example',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'other.example',
      },
      secure,
    ],
    [
      'https, behind a proxy',
      'another http name',
      {
        host: 'inner',
        origin: 'http://other.example',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'other.example',
      },
      plain,
    ],
  ])('BASE_URL %s, %s', async (baseUrl, _where, headers, name) => {
    const { status, headers: answered } = await signIn(baseUrl, headers)
    const cookie = answered['set-cookie'] ?? ''
    expect({ status, cookie }).toEqual({ status: 200, cookie: expect.stringMatching(name) })
    expect(await resume(baseUrl, headers, cookie.split(';')[0]!)).toBe(owner.uuid)
  })

  it.each<[BaseUrl, where: string, Headers]>([
    ['none', 'another site', { ...lan, origin: 'http://evil.example' }],
    ['none', 'another port', { ...lan, origin: 'http://192.168.1.5:8080' }],
    ['https', 'another site', { ...lan, origin: 'http://evil.example' }],
    [
      'https',
      'another site with the name before',
      { ...lan, origin: 'https://streams.example.evil.example' },
    ],
    ['https', 'another port', { ...lan, origin: 'http://192.168.1.5:8080' }],
    ['https', 'a frame without origin', { ...lan, origin: 'null' }],
    [
      'https',
      'the browser, whatever the origin is',
      { ...loopback, 'sec-fetch-site': 'same-site' },
    ],
    [
      'https',
      'a host that a stranger forwards',
      { ...lan, origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' },
    ],
    [
      'https, behind a proxy',
      'the inner host',
      { host: 'inner', origin: 'http://inner', 'x-forwarded-host': 'streams.example' },
    ],
  ])('but not a page of another one: BASE_URL %s, told by %s', async (baseUrl, _where, headers) => {
    expect(await signIn(baseUrl, headers)).toMatchObject({ status: 403 })
  })

  it('and a cookie without TLS counts for nothing at an https address', async () => {
    const { headers } = await signIn('https', lan)
    const cookie = headers['set-cookie']!.split(';')[0]!
    expect(await resume('https', outside, cookie)).toBeNull()
  })
})

describe('Two services on one host', () => {
  it('keep each other signed in, and leave cookies of other programs alone', async () => {
    const other = await startService(quick)
    const [here, there] = [createPageClient(services.none), createPageClient(other)]
    await here.signIn({ id: owner.uuid, password: owner.password })
    const friend = await other.createUser()
    await there.signIn({ id: friend.uuid, password: friend.password })
    const foreign = `session=${'x'.repeat(43)}; __Host-session=${'x'.repeat(43)}; operator=1`
    const jar = `${foreign}; ${here.cookie()}; ${there.cookie()}`
    for (const [page, { uuid }] of [
      [here, owner],
      [there, friend],
    ] as const) {
      page.plant(jar)
      const { body, set } = await page.resume()
      expect({ uuid: body.data.uuid, set }).toEqual({ uuid, set: undefined })
    }
    const stranger = createPageClient(services.none)
    stranger.plant(foreign)
    const { body, set } = await stranger.resume()
    expect({ uuid: body.data.uuid, set }).toEqual({ uuid: null, set: undefined })
  })
})
