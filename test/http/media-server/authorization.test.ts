import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInApp } from '../../support/media-client.ts'
import { head, sendRaw } from '../../support/raw-http.ts'
import { startService } from '../../support/service.ts'
import type { Auth, RunningService } from '../../support/service.ts'

/** Longest time that any header may keep the service busy. */
const soonMs = 1_000

let service: RunningService
let owner: Auth
let good = ''
const bad = 'f'.repeat(64)

beforeAll(async () => {
  service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
  owner = await service.createUser({ name: 'Home' })
  good = (await signInApp(service.url, owner)).token
})

type Headers = Readonly<Record<string, string>>

/** `<good>` and `<bad>` stand for a token that works and one that does not. */
function filled(text: string): string {
  return text.replaceAll('<good>', good).replaceAll('<bad>', bad)
}

async function statusOf(headers: Headers, query = ''): Promise<number> {
  const sent = Object.entries(headers).map(([name, value]) => [name, filled(value)])
  const line = `GET /Users/Me${filled(query)} HTTP/1.1`
  return (await sendRaw(service.port, head(line, Object.fromEntries(sent)))).status
}

/** Signs in with this header; what the server then knows of the device. */
async function deviceOf(headers: Headers) {
  const body = JSON.stringify({ Username: owner.uuid, Pw: owner.password })
  const start = head('POST /Users/AuthenticateByName HTTP/1.1', {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  const answer = await sendRaw(service.port, start + body)
  expect(answer.status).toBe(200)
  const { SessionInfo } = JSON.parse(answer.body) as { SessionInfo: Record<string, unknown> }
  const { Client, DeviceName, DeviceId, ApplicationVersion } = SessionInfo
  return [Client, DeviceName, DeviceId, ApplicationVersion]
}

describe('A token is found', () => {
  it.each([
    'MediaBrowser Client="App", Device="TV", DeviceId="1", Version="2", Token="<good>"',
    'MediaBrowser Token="<good>", Version="2", DeviceId="1", Device="TV", Client="App"',
    'MediaBrowser DeviceId="1", Token="<good>"',
    'MediaBrowser Token="<good>"',
    'MediaBrowser Client=App, Device=Living Room, DeviceId=1, Version=2, Token=<good>',
    'MediaBrowser Client=App,Device=TV,DeviceId=1,Version=2,Token=<good>',
    'MediaBrowser Client="App",Device=TV , DeviceId = "1",  Token = "<good>" ,',
    'MediaBrowser Client="One, two", Device="Token=no, really", DeviceId="1", Token="<good>"',
    'MediaBrowser Client="App", Device="Olga%27s%20%22TV%22%2C%20upstairs", Token="<good>"',
    'MediaBrowser Client="100% App", Device="%E0%A4%A", Token="<good>"',
    'MediaBrowser Client="", Device=, DeviceId="", Token="<good>"',
    'MediaBrowser , ,, Token="<good>"',
    'MediaBrowser Unknown="x", UserId="y", Token="<good>"',
    'mediabrowser client="App", TOKEN="<good>"',
    'Emby Client="App", Device="TV", DeviceId="1", Version="2", Token="<good>"',
  ])('in Authorization: %s', async (authorization) => {
    expect(await statusOf({ authorization })).toBe(200)
  })

  it.each<[string, Headers]>([
    ['all of it', { 'x-emby-authorization': 'MediaBrowser Client="App", Token="<good>"' }],
    [
      'all of it, behind a proxy that has a password of its own',
      { authorization: 'Basic dTpw', 'x-emby-authorization': 'Emby Token="<good>"' },
    ],
    ['it alone', { 'x-emby-token': '<good>' }],
    ['it alone by its other name', { 'X-MediaBrowser-Token': '<good>' }],
  ])('in an older header with %s', async (_what, headers) => {
    expect(await statusOf(headers)).toBe(200)
  })

  it.each(['ApiKey', 'apikey', 'api_key', 'API_KEY'])('in the query as %s', async (name) => {
    expect(await statusOf({}, `?x=1&${name}=<good>`)).toBe(200)
  })
})

describe('Of several tokens', () => {
  const inHeader = (token: string) => ({ authorization: `MediaBrowser Token="${token}"` })

  it.each<[string, Headers, string]>([
    ['Authorization', inHeader('<good>'), '?ApiKey=<bad>'],
    ['Authorization', { ...inHeader('<good>'), 'x-emby-token': '<bad>' }, ''],
    ['X-Emby-Token', { 'x-emby-token': '<good>', 'x-mediabrowser-token': '<bad>' }, ''],
    ['X-MediaBrowser-Token', { 'x-mediabrowser-token': '<good>' }, '?ApiKey=<bad>'],
    ['ApiKey', {}, '?api_key=<bad>&ApiKey=<good>'],
  ])('%s comes first', async (_which, headers, query) => {
    expect(await statusOf(headers, query)).toBe(200)
    const swapped = (text: string): string =>
      text.replaceAll(/<(good|bad)>/g, (_, word) => (word === 'good' ? '<bad>' : '<good>'))
    const others = Object.entries(headers).map(([name, value]) => [name, swapped(value)])
    expect(await statusOf(Object.fromEntries(others), swapped(query))).toBe(401)
  })

  it('an empty one counts as none', async () => {
    const headers = { ...inHeader(''), 'x-emby-token': '' }
    expect(await statusOf(headers)).toBe(401)
    expect(await statusOf(headers, '?ApiKey=<good>')).toBe(200)
  })
})

describe('A device', () => {
  it.each<[string, readonly unknown[]]>([
    [
      'MediaBrowser Client="App", Device="TV", DeviceId="one", Version="2.0", Token=""',
      ['App', 'TV', 'one', '2.0'],
    ],
    [
      'MediaBrowser Version=2.0, DeviceId=one, Device=Living Room, Client=Kodi',
      ['Kodi', 'Living Room', 'one', '2.0'],
    ],
    [
      'Emby Client="App%20%231", Device="Olga%27s%20%22TV%22%2C%20gr%C3%BCn", DeviceId="a%2Cb", Version="2"',
      ['App #1', 'Olga\'s "TV", grün', 'a,b', '2'],
    ],
    [
      'MediaBrowser Client="One, two", Device="a=b", DeviceId="x,y=z", Version="1.0, beta"',
      ['One, two', 'a=b', 'x,y=z', '1.0, beta'],
    ],
    ['MediaBrowser DeviceId="one"', [expect.any(String), expect.any(String), 'one', '0']],
  ])('signs in with %s', async (authorization, known) => {
    expect(await deviceOf({ authorization })).toEqual(known)
    expect(await deviceOf({ 'x-emby-authorization': authorization })).toEqual(known)
  })

  it('signs in whatever old token it still sends along', async () => {
    const authorization = 'MediaBrowser Client="App", Device="TV", DeviceId="one", Token="<bad>"'
    expect(await deviceOf({ authorization: filled(authorization) })).toContain('one')
  })

  it('may say nothing of itself at all', async () => {
    expect(await deviceOf({ 'user-agent': 'Player/1.0' })).toContain('Player/1.0')
  })

  it('with names of any length and kind is taken as far as it can be kept', async () => {
    const long = '%F0%9F%8E%AC'.repeat(80)
    const authorization = `MediaBrowser Client="${long}", Device="%00", DeviceId="%00${long}"`
    const [client] = await deviceOf({ authorization })
    expect(client).toContain('🎬')
  })
})

describe('Nobody is let in, soon and without harm,', () => {
  const spaces = ' '.repeat(3_900)
  it.each<[string, Headers]>([
    ['without any header', {}],
    ['with another scheme', { authorization: 'Bearer <good>' }],
    ['with a scheme alone', { authorization: 'MediaBrowser' }],
    ['with a token that is no pair', { authorization: 'MediaBrowser <good>' }],
    ['with a token of nobody', { authorization: 'MediaBrowser Token="<bad>"' }],
    ['with half a token', { authorization: 'MediaBrowser Token="0123456789abcdef"' }],
    ['with a token with a NUL in it', { authorization: 'MediaBrowser Token="%00<good>"' }],
    ['with quotes that never end', { authorization: 'MediaBrowser Client="App, Token=<good>' }],
    ['with quotes alone', { authorization: `MediaBrowser ${'"'.repeat(3_001)}` }],
    ['with commas alone', { authorization: `MediaBrowser ${','.repeat(3_900)}` }],
    ['with a very long name', { authorization: `MediaBrowser ${'a'.repeat(4_000)}` }],
    ['with spaces before a quote', { authorization: `MediaBrowser a=${spaces}"` }],
    ['with spaces between letters', { authorization: `MediaBrowser a${spaces}b` }],
    ['with 200 KB of pairs', { authorization: `MediaBrowser ${'a="b", '.repeat(29_000)}` }],
    ['with 200 KB in one value', { authorization: `MediaBrowser Token="${'a'.repeat(200_000)}"` }],
    ['with a token of 200 KB', { 'x-emby-token': 'a'.repeat(200_000) }],
    ['with a token that is SQL', { 'x-emby-token': `' OR 1=1 --` }],
  ])('%s', async (_what, headers) => {
    const began = performance.now()
    expect(await statusOf(headers)).toBe(401)
    expect(performance.now() - began).toBeLessThan(soonMs)
  })

  it('with 200 KB in the query', async () => {
    expect(await statusOf({}, `?ApiKey=${'a'.repeat(200_000)}`)).toBe(401)
    expect(await statusOf({}, `?${'api_key=a&'.repeat(20_000)}`)).toBe(401)
  })

  it('with bytes that no header may hold', async () => {
    expect(await statusOf({ authorization: 'MediaBrowser Token="\0<good>"' })).toBe(400)
  })

  it('with more than any header may hold', async () => {
    expect(await statusOf({ authorization: 'a'.repeat(300_000) })).toBe(431)
  })

  it('and nothing of it is logged', () => {
    const log = service.lines.join('\n')
    for (const secret of [good, bad, owner.password]) expect(log).not.toContain(secret)
  })
})
