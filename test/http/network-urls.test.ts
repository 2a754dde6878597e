import { networkInterfaces } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import { lanAddresses } from '../../src/core/lan-addresses.ts'
import { head, sendRaw } from '../support/raw-http.ts'
import { basic, createClient, startService } from '../support/service.ts'

const lan = lanAddresses(networkInterfaces())
const query = '{ networkUrls }'

const everywhere = await startService({ HOST: '0.0.0.0' }, afterAll)
const { port } = everywhere
const owner = await everywhere.createUser({})
const expected = lan.map((address) => `http://${address}:${port}`)

/** What is answered to the same question with these headers. */
async function asked(headers: Record<string, string>, version = '1.1') {
  const body = JSON.stringify({ query })
  const all = {
    'content-type': 'application/json',
    'content-length': body.length,
    authorization: basic(owner),
    ...headers,
  }
  const answer = await sendRaw(port, head(`POST /graphql HTTP/${version}`, all), body)
  return JSON.parse(answer.body).data.networkUrls
}

describe.skipIf(lan.length === 0)('Addresses for other devices of the network', () => {
  it.each([
    'localhost',
    'films.localhost',
    'localhost.localdomain',
    'ip6-localhost',
    'ip6-loopback',
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '[::1]',
  ])('are told to whoever asks at %s on the same machine', async (name) => {
    expect(await asked({ host: `${name}:${port}` })).toEqual(expected)
  })

  it('are told to a page that is open on the same machine', async () => {
    const origin = `http://localhost:${port}`
    expect(await asked({ host: `localhost:${port}`, origin })).toEqual(expected)
  })

  it('are not told through a proxy that itself asks at localhost and says nothing else', async () => {
    const host = `localhost:${port}`
    expect(await asked({ host, origin: 'https://media.example' })).toEqual([])
    expect(await asked({ host, origin: 'null' })).toEqual([])
    expect(await asked({ host, connection: 'close' }, '1.0')).toEqual([])
  })

  it('work, and are not told to those who ask at one', async () => {
    const { data } = await createClient(expected[0]!).graphql(query, { auth: owner })
    expect(data.networkUrls).toEqual([])
  })

  it.each([
    ['at another name', { host: 'media.example' }],
    ['at a name that begins like its own', { host: 'localhost.localdomain.example' }],
    ['through a proxy', { host: 'localhost', 'x-forwarded-for': '203.0.113.7' }],
    ['through a tunnel', { host: 'localhost', 'cf-connecting-ip': '203.0.113.7' }],
  ])('are not told to those who ask %s', async (_how, headers) => {
    expect(await asked(headers)).toEqual([])
  })

  it('are not told to strangers', async () => {
    const { errors } = await everywhere.graphql(query)
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHORIZED' } }])
  })

  it.each([
    ['one address alone is listened on', {}],
    ['the operator has named one', { HOST: '0.0.0.0', BASE_URL: 'https://streams.example' }],
  ])('are none where %s', async (_why, env) => {
    const service = await startService(env)
    const auth = await service.createUser({})
    expect((await service.graphql(query, { auth })).data.networkUrls).toEqual([])
  })
})

describe('The public address of the instance', () => {
  it.each([
    ['as the operator has set it', { BASE_URL: 'https://streams.example/films/' }],
    ['null where each request says it', {}],
  ])('is %s', async (_what, env) => {
    const service = await startService(env)
    const { data } = await service.graphql('{ instance { publicUrl } }')
    expect(data.instance.publicUrl).toBe('BASE_URL' in env ? 'https://streams.example/films' : null)
  })
})
