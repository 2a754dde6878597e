import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { createAccessToken } from '../../../support/access-tokens.ts'
import { dashboardClients } from '../../../support/graphql-clients.ts'
import { acknowledgedSocket, rawGraphqlSocket } from '../../../support/raw-graphql-socket.ts'
import { basic, startService } from '../../../support/service.ts'
import { until } from '../../../support/until.ts'

const subscription = 'subscription { activityChanged { users { user { name } } } }'
const aliases = Array.from({ length: 31 }, (_, at) => `a${at}: userExists(uuid: "x")`)

describe('On every transport', () => {
  it.each(dashboardClients)('$name: depth, aliases and tokens are limited', async ({ open }) => {
    const service = await startService()
    const auth = await service.createUser()
    const client = open(service.url, basic(auth))
    onTestFinished(() => void client.close())
    await expect(client.query(`{ ${aliases.join(' ')} }`)).rejects.toBeTruthy()
    const fields = Array.from({ length: 5_000 }, () => 'uuid').join(' ')
    await expect(client.query(`{ me { ${fields} } }`)).rejects.toBeTruthy()
    expect(await client.query('{ me { uuid } }')).toMatchObject({ me: { uuid: auth.uuid } })
  })

  it.each(dashboardClients)('$name: requests are counted', async ({ open }) => {
    const service = await startService({ RATE_LIMIT_GRAPHQL: '8/1m' })
    const auth = await service.createUser()
    const client = open(service.url, basic(auth))
    onTestFinished(() => void client.close())
    const all = async () => {
      for (let time = 0; time < 9; time++) await client.query(`{ userExists(uuid: "${time}") }`)
    }
    await expect(all()).rejects.toBeTruthy()
  })

  it.each(dashboardClients)(
    '$name: a hundred subscriptions of one configuration',
    async ({ open }) => {
      const service = await startService()
      const auth = await service.createUser()
      const clients = Array.from({ length: 3 }, () => open(service.url, basic(auth)))
      onTestFinished(() => clients.forEach((client) => client.close()))
      const heard = clients.flatMap((client) =>
        Array.from({ length: 40 }, (_, at) =>
          client.subscribe(`subscription S${at} { activityChanged { users { user { name } } } }`),
        ),
      )
      const refused = () =>
        heard.filter(
          ({ error, results }) => error() !== null || JSON.stringify(results).includes('Too many'),
        ).length
      await until(
        'all answers',
        () => heard.filter(({ results, error }) => results.length > 0 || error()).length,
        (count) => count === 120,
      )
      expect(refused()).toBe(20)
      for (const { stop } of heard) stop()
      const again = open(service.url, basic(auth))
      onTestFinished(() => void again.close())
      const late = await until(
        'room for another',
        async () => {
          const one = again.subscribe(subscription)
          await until('an answer', () => one.results.length > 0 || one.error(), Boolean)
          return one
        },
        (one) => one.error() === null && !JSON.stringify(one.results).includes('Too many'),
      )
      expect(late.results).toHaveLength(1)
    },
  )
})

describe('A web socket', () => {
  it('is closed without connection_init, or with one that is refused', async () => {
    const service = await startService()
    const silent = await rawGraphqlSocket(service)
    const wrong = await rawGraphqlSocket(service)
    wrong.send({ type: 'connection_init', payload: { authorization: 'Bearer nonsense' } })
    expect(await wrong.closed()).toMatchObject({
      code: 4401,
      reason: expect.stringContaining('sign in'),
    })
    const early = await rawGraphqlSocket(service)
    early.send({ type: 'subscribe', id: '1', payload: { query: subscription } })
    expect((await early.closed()).code).toBe(4401)
    expect((await silent.closed()).code).toBe(4408)
  }, 15_000)

  it.each([
    ['text that is no JSON', 'nonsense', 4400],
    ['a message of an unknown type', '{"type":"nonsense"}', 4400],
    ['a message above the size of a body', `"${'x'.repeat(1_100_000)}"`, 1009],
  ])('is closed for %s', async (_what, text, code) => {
    const service = await startService()
    const raw = await acknowledgedSocket(service)
    raw.socket.send(text)
    expect((await raw.closed()).code).toBe(code)
    expect(service.lines.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  it('of another protocol is not opened', async () => {
    const service = await startService()
    await expect(rawGraphqlSocket(service, { protocol: 'graphql-ws-of-old' })).rejects.toThrow(
      'subprotocol',
    )
  })

  it('carries at most 50 operations, and says so for the next', async () => {
    const service = await startService()
    const raw = await acknowledgedSocket(service, basic(await service.createUser()))
    for (let id = 0; id < 51; id++) {
      raw.send({ type: 'subscribe', id: String(id), payload: { query: subscription } })
    }
    const error = await until(
      'the refusal',
      () => raw.heard.find(({ type }) => type === 'error'),
      Boolean,
    )
    expect(error).toMatchObject({
      payload: [{ extensions: { code: 'RATE_LIMIT_EXCEEDED' } }],
    })
    expect(raw.isOpen()).toBe(true)
  })

  it('takes the credentials of the handshake, but no cookie and no other path', async () => {
    const service = await startService()
    const auth = await service.createUser()
    const { authorization } = await createAccessToken(service, auth, { scopes: ['ACTIVITY'] })
    const socket = new WebSocket(
      `${service.url.replace('http', 'ws')}/graphql/?x=1`,
      'graphql-transport-ws',
      { headers: { authorization } },
    )
    onTestFinished(() => socket.terminate())
    const heard: string[] = []
    socket.on('message', (data: Buffer) => heard.push(data.toString()))
    await once(socket, 'open')
    socket.send('{"type":"connection_init"}')
    socket.send(JSON.stringify({ type: 'ping' }))
    await until(
      'the ack',
      () => heard.length,
      (count) => count === 2,
    )
    socket.send(
      JSON.stringify({
        type: 'subscribe',
        id: '1',
        payload: { query: '{ activity { users { hidden } } }' },
      }),
    )
    await until(
      'the answer',
      () => heard.join(''),
      (text) => text.includes('"hidden":false'),
    )
    const other = new WebSocket(
      `${service.url.replace('http', 'ws')}/graphql/other`,
      'graphql-transport-ws',
    )
    const [error] = (await once(other, 'error')) as [Error]
    expect(error.message).toContain('404')
  })

  it('is one of at most a hundred of an address', async () => {
    const service = await startService()
    const all = Array.from({ length: 101 }, () =>
      rawGraphqlSocket(service).then(
        () => true,
        () => false,
      ),
    )
    const open = await Promise.all(all)
    expect(open.filter(Boolean)).toHaveLength(100)
  })
})

describe('A single connection', () => {
  const tokenHeader = 'x-graphql-event-stream-token'

  it('is refused without a reservation, and a reservation needs right credentials', async () => {
    const service = await startService()
    const stream = { accept: 'text/event-stream', [tokenHeader]: 'nonsense' }
    const opened = await service.request('/graphql', { headers: stream })
    expect(opened.status).toBe(404)
    const headers = { authorization: 'Bearer nonsense' }
    expect((await service.request('/graphql', { method: 'PUT', headers })).status).toBe(401)
    expect((await service.request('/graphql', { method: 'DELETE' })).status).toBe(404)
  })

  it('is opened once, and refuses operations without an id, twice or in excess', async () => {
    const service = await startService()
    const auth = await service.createUser()
    const reserved = await service.request('/graphql', { method: 'PUT', auth })
    expect(reserved.status).toBe(201)
    const headers = { [tokenHeader]: reserved.text }
    const ends = new AbortController()
    onTestFinished(() => ends.abort())
    const open = () =>
      fetch(`${service.url}/graphql`, {
        headers: { ...headers, accept: 'text/event-stream' },
        signal: ends.signal,
      })
    expect((await open()).status).toBe(200)
    expect((await open()).status).toBe(409)
    const start = async (operationId?: string) =>
      (
        await service.request('/graphql', {
          method: 'POST',
          auth,
          headers,
          json: { query: subscription, extensions: { operationId } },
        })
      ).status
    expect(await start()).toBe(400)
    expect(await start('same')).toBe(202)
    expect(await start('same')).toBe(409)
    for (let id = 1; id < 50; id++) expect(await start(String(id))).toBe(202)
    expect(await start('one more')).toBe(429)
    const stopped = await service.request('/graphql?operationId=same', {
      method: 'DELETE',
      headers,
    })
    expect(stopped.status).toBe(200)
    await until(
      'room',
      () => start('another'),
      (status) => status === 202,
    )
  })

  it('is one of at most fifty of an address, opened or not', async () => {
    const service = await startService()
    const auth = await service.createUser()
    const reserve = async () => (await service.request('/graphql', { method: 'PUT', auth })).status
    const all = await Promise.all(Array.from({ length: 51 }, reserve))
    expect(all.filter((status) => status === 201)).toHaveLength(50)
    expect(all).toContain(429)
  })
})

it('A reader that stands still is not written to without end', async () => {
  const service = await startService()
  const auth = await service.createUser({
    mediaServer: { owner: { avatar: `data:image/png;base64,${'A'.repeat(60_000)}` } },
  })
  const raw = await acknowledgedSocket(service, basic(auth))
  raw.socket.pause()
  const query = `{ ${Array.from({ length: 20 }, (_, at) => `a${at}: activity { users { avatar } }`).join(' ')} }`
  const send = () => {
    for (let id = 0; id < 20; id++)
      raw.send({ type: 'subscribe', id: `${Math.random()}`, payload: { query } })
  }
  for (let round = 0; round < 20 && raw.isOpen(); round++) {
    send()
    await service.request('/healthz')
  }
  // Who stands still learns of the end by writing; a slow machine takes longer to have too much to say.
  await until('the service to give up', () => {
    raw.send({ type: 'ping' })
    return raw.tcp.destroyed
  })
  raw.socket.resume()
  expect((await raw.closed()).code).toBe(1006)
})
