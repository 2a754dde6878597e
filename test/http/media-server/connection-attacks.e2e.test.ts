import { connect as connectRaw } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createMemoryCache } from '../../../src/cache/memory.ts'
import { createQuickConnects } from '../../../src/services/users/quick-connect.ts'
import {
  counted,
  openSocket,
  ownPassword,
  pin,
  startGuarded,
} from '../../support/guarded-service.ts'
import type { GuardedService, Household } from '../../support/guarded-service.ts'
import { signInApp } from '../../support/media-client.ts'
import { startServiceProcess } from '../../support/service-process.ts'
import { until } from '../../support/until.ts'

let devices = 0

describe('Messages of a connected app that nobody expects', async () => {
  const service = await startGuarded({}, afterAll)
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
  const service = await startGuarded({}, afterAll)

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
    const redeemers = 12
    let isRedeemed = false
    let read = 0
    const requests = createQuickConnects({
      ...cache,
      get: async (key) => {
        const found = await cache.get(key)
        read += isRedeemed ? 1 : 0
        if (isRedeemed) await until('all to have read it', () => read >= redeemers)
        return found
      },
    })
    const device = { id: 'tv', name: 'TV', client: 'App', version: '1' }
    const { code, secret } = await requests.start(device, null)
    const grant = { configuration: 1, profileId: 'kim', secretMark: '', device: 1 }
    await requests.authorize(code, async () => ({ ...grant, origin: 'pin' }))
    isRedeemed = true
    const tries = Array.from({ length: redeemers }, () => requests.redeem(secret))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('A connection', () => {
  it.each<[string, string[], (service: GuardedService, home: Household) => Promise<void>]>([
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
    const service = await startGuarded()
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
    const isClosed = (name: string) => sockets.get(name)!.socket.readyState === WebSocket.CLOSED
    await until('them to end', () => ending.every(isClosed), Boolean, { timeoutMs: 2_000 })
    for (const name of ending) expect(await sockets.get(name)!.closed).toBe(1008)
    for (const [name, socket] of sockets) if (!ending.includes(name)) await socket.isServed()
  })
})
