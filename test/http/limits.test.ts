import { describe, expect, it } from 'vitest'
import { filmStream, startAddon } from '../support/addon.ts'
import { failure, startService, unknownUuid, userDataHeader } from '../support/service.ts'
import { json } from '../support/upstream.ts'

const proxied = { TRUSTED_PROXIES: '127.0.0.1' }
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

describe('a limit of requests', () => {
  it('answers 429 with when to come back, and leaves other addresses alone', async () => {
    const { request } = await startService({ RATE_LIMIT_USER: '2/1m', ...proxied })
    const ask = (address: string) => request('/api/v1/user', from(address))
    const answers = [
      await ask('192.0.2.1'),
      await ask('192.0.2.1'),
      await ask('192.0.2.1'),
      await ask('192.0.2.2'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 429, 401])
    const { body, headers } = answers[2]!
    expect(body).toEqual(failure('RATE_LIMIT_EXCEEDED', expect.stringContaining('try again')))
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(headers.get('ratelimit-limit')).toBe('2')
    expect(headers.get('ratelimit-remaining')).toBe('0')
    expect(headers.get('ratelimit-policy')).toBe('2;w=60')
  })

  it('says how much is left before it is reached', async () => {
    const { request } = await startService({ RATE_LIMIT_USER: '3/1m' })
    const left: (string | null)[] = []
    for (let time = 0; time < 3; time += 1) {
      const { headers } = await request(`/api/v1/user?uuid=${unknownUuid}`, { method: 'HEAD' })
      left.push(headers.get('ratelimit-remaining'))
    }
    expect(left).toEqual(['2', '1', '0'])
  })

  it('counts all user operations together, wrong ones included', async () => {
    const { request, createUser } = await startService({ RATE_LIMIT_USER: '5/1m' })
    const user = await createUser()
    const path = '/api/v1/user'
    const answers = [
      await request(path, { auth: user }),
      await request(path, { method: 'PUT', auth: user, json: { config: {} } }),
      await request(path, { method: 'POST', json: {} }),
      await request(`${path}?uuid=${user.uuid}`, { method: 'HEAD' }),
      await request(path, { method: 'DELETE', auth: user }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200, 429])
  })

  it('of the search is another one than that of the users', async () => {
    const { request } = await startService({ RATE_LIMIT_SEARCH: '1/1m', RATE_LIMIT_USER: '1/1m' })
    const headers = { 'x-service-user-data': userDataHeader({}) }
    const search = () => request('/api/v1/search?type=movie&id=tt1', { headers })
    const answers = [await search(), await search(), await request('/api/v1/user')]
    expect(answers.map(({ status }) => status)).toEqual([200, 429, 401])
  })

  it('that is off counts nothing', async () => {
    const { request } = await startService({ RATE_LIMIT_USER: 'off' })
    const { headers } = await request('/api/v1/user')
    expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([])
  })

  it('takes an IPv6 network of /64 for one client', async () => {
    const { request } = await startService({ RATE_LIMIT_USER: '1/1m', ...proxied })
    const ask = async (address: string) => (await request('/api/v1/user', from(address))).status
    expect(await ask('2001:db8:1:2::1')).toBe(401)
    expect(await ask('2001:db8:1:2:ffff::9')).toBe(429)
    expect(await ask('2001:db8:1:3::1')).toBe(401)
  })

  it('is not escaped by a client that is no trusted proxy and names addresses', async () => {
    const { request } = await startService({ RATE_LIMIT_USER: '1/1m' })
    const ask = async (address: string) => (await request('/api/v1/user', from(address))).status
    expect([await ask('192.0.2.1'), await ask('192.0.2.2')]).toEqual([401, 429])
  })

  it('is not escaped behind a trusted proxy by addresses that the client put before', async () => {
    const { request } = await startService({ RATE_LIMIT_USER: '1/1m', ...proxied })
    const ask = async (address: string) => (await request('/api/v1/user', from(address))).status
    expect([await ask('192.0.2.1, 203.0.113.5'), await ask('192.0.2.2, 203.0.113.5')]).toEqual([
      401, 429,
    ])
  })
})

describe('more searches than can run at once', () => {
  it('are 503 with when to come back, and the others are answered', async () => {
    const open = Promise.withResolvers<void>()
    const answer = json({ streams: [filmStream(1)] })
    const addon = await startAddon({
      streams: (request, response) => void open.promise.then(() => answer(request, response)),
    })
    const { request } = await startService({ SOURCE_TIMEOUT: '60s' })
    const headers = { 'x-service-user-data': userDataHeader({ sources: [addon.source] }) }
    const search = () => request('/api/v1/search?type=movie&id=tt1', { headers })
    const running = Array.from({ length: 510 }, search)
    const { status, headers: told, body } = await Promise.race(running)
    expect(status).toBe(503)
    expect(body).toEqual(failure('SERVICE_UNAVAILABLE', expect.stringContaining('Too many')))
    expect(Number(told.get('retry-after'))).toBeGreaterThan(0)
    open.resolve()
    const statuses = (await Promise.all(running)).map((answer) => answer.status)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(500)
    expect((await search()).status).toBe(200)
  })
})

describe('the limit of failed sign-ins', () => {
  it('refuses an address for one account, even with the right password, and nobody else', async () => {
    const { request, createUser } = await startService({ RATE_LIMIT_SIGN_IN: '2/1m', ...proxied })
    const [user, other] = [await createUser(), await createUser()]
    const signIn = async (auth: typeof user, password: string, address: string) =>
      (
        await request('/api/v1/user', {
          auth: { uuid: auth.uuid, password },
          ...from(address),
        })
      ).status
    const guesses = [
      await signIn(user, 'wrong 1', '192.0.2.1'),
      await signIn(user, 'wrong 2', '192.0.2.1'),
      await signIn(user, user.password, '192.0.2.1'),
    ]
    expect(guesses).toEqual([401, 401, 429])
    expect(await signIn(other, other.password, '192.0.2.1')).toBe(200)
    expect(await signIn(user, user.password, '192.0.2.2')).toBe(200)
  })

  it('does not refuse players with a right encrypted password', async () => {
    const { request, createUser } = await startService({ RATE_LIMIT_SIGN_IN: '1/1m' })
    const user = await createUser()
    const ask = async (password: string) =>
      (await request('/api/v1/user', { auth: { uuid: user.uuid, password } })).status
    expect([await ask('wrong 1'), await ask('wrong 2'), await ask(user.token)]).toEqual([
      401, 429, 200,
    ])
  })

  it('answers the search with 429 as well', async () => {
    const { request, createUser } = await startService({ RATE_LIMIT_SIGN_IN: '1/1m' })
    const { uuid } = await createUser()
    const search = () =>
      request('/api/v1/search?type=movie&id=tt1', { auth: { uuid, password: 'wrong horse' } })
    expect((await search()).status).toBe(400)
    const { status, body, headers } = await search()
    expect(status).toBe(429)
    expect(body).toEqual(failure('RATE_LIMIT_EXCEEDED'))
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
