import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, startAddon } from '../support/addon.ts'
import { startService, unknownUuid } from '../support/service.ts'

const addon = await startAddon({ streams: [filmStream(1)], ends: afterAll })
const plain = await startService({}, afterAll)
const user = await plain.createUser({ name: 'Home', sources: [addon.source] })
const { request, createUser, graphql } = await startService(
  {
    DATA_DIR: plain.dataDir,
    ALIASED_CONFIGURATIONS: `home:${user.uuid.toUpperCase()}, gone:${unknownUuid}`,
  },
  afterAll,
)

const path = '/api/v1/user'
const auth = { uuid: 'home', password: user.password }

describe('an alias stands for its UUID', () => {
  it('in HEAD, whose length tells that the answer names the UUID', async () => {
    const [byAlias, byUuid] = await Promise.all(
      ['home', user.uuid].map((id) => request(`${path}?uuid=${id}`, { method: 'HEAD' })),
    )
    expect(byAlias!.status).toBe(200)
    expect(byAlias!.headers.get('content-length')).toBe(byUuid!.headers.get('content-length'))
  })

  it('in GET, with the password or with the encrypted one', async () => {
    for (const password of [user.password, user.token]) {
      const { status, body } = await request(path, { auth: { uuid: 'home', password } })
      expect(status).toBe(200)
      expect(body.data.userData.name).toBe('Home')
    }
  })

  it('in PUT, which answers the UUID', async () => {
    const config = { name: 'Home', description: 'by alias', sources: [addon.source] }
    const { body } = await request(path, { method: 'PUT', auth, json: { config } })
    expect(body.data).toEqual({ uuid: user.uuid, userData: config, warnings: [] })
  })

  it('in the search', async () => {
    const { body } = await request('/api/v1/search?type=movie&id=tt1', { auth })
    expect(body.data.results).toHaveLength(1)
  })

  it('as the parent of another configuration', async () => {
    const child = await createUser({ parentConfig: { uuid: 'home', password: user.password } })
    const { body } = await request(path, { auth: child })
    expect(body.data.userData.name).toBe('Home')
  })

  it('in GraphQL', async () => {
    const { data } = await graphql('{ me { uuid } user(uuid: "home") { uuid } }', { auth })
    expect(data).toEqual({ me: { uuid: user.uuid }, user: { uuid: user.uuid } })
  })

  it('beside the UUID, which goes on working', async () => {
    expect((await request(path, { auth: user })).status).toBe(200)
  })
})

describe('what is no alias of a user', () => {
  it.each(['gone', 'unknown', 'HOME', '__proto__', 'constructor'])('%s', async (uuid) => {
    expect((await request(`${path}?uuid=${uuid}`, { method: 'HEAD' })).status).toBe(404)
    expect((await request(path, { auth: { uuid, password: user.password } })).status).toBe(401)
  })
})

describe('a user behind an alias', () => {
  it('can be deleted by it', async () => {
    const other = await plain.createUser()
    const { request } = await startService({
      DATA_DIR: plain.dataDir,
      ALIASED_CONFIGURATIONS: `brief:${other.uuid}`,
    })
    const auth = { uuid: 'brief', password: other.password }
    expect((await request(path, { method: 'DELETE', auth })).status).toBe(200)
    expect((await request(path, { auth: other })).status).toBe(401)
  })
})
