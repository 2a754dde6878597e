import { afterAll, describe, expect, it } from 'vitest'
import { failure, startService, userDataHeader } from '../support/service.ts'

const { request, createUser, graphql } = await startService(
  { ADDON_PASSWORD: 'friends-only, family' },
  afterAll,
)

const path = '/api/v1/user'
const wrong = [
  {},
  { addonPassword: '' },
  { addonPassword: 'strangers' },
  { addonPassword: 'friends-only, family' },
  { addonPassword: 'Family' },
  { addonPassword: ['family'] },
  { addonPassword: null },
]
const right = ['friends-only', 'family'].map((addonPassword) => ({ addonPassword }))

const save = (config: unknown) =>
  request(path, { method: 'POST', json: { config, password: 'correct horse' } })
const search = (config: object) =>
  request('/api/v1/search?type=movie&id=tt1', {
    headers: { 'x-service-user-data': userDataHeader(config) },
  })

describe('an instance with a password', () => {
  it.each(right)('stores and searches a configuration with %j', async (config) => {
    expect((await save(config)).status).toBe(201)
    expect((await search(config)).status).toBe(200)
  })

  it.each(wrong)('does not store %j', async (config) => {
    const { status, body } = await save(config)
    expect(status).toBe(401)
    expect(body).toEqual(failure('UNAUTHORIZED', expect.stringContaining('addonPassword')))
  })

  it.each(wrong)('does not search with %j in the header', async (config) => {
    const { status, body } = await search(config)
    expect(status).toBe(400)
    expect(body).toEqual(failure('BAD_REQUEST', expect.stringContaining('addonPassword')))
  })

  it('does not replace a configuration by one without it', async () => {
    const user = await createUser({ addonPassword: 'family', name: 'Home' })
    const { status, body } = await request(path, {
      method: 'PUT',
      auth: user,
      json: { config: {} },
    })
    expect(status).toBe(401)
    expect(body).toEqual(failure('UNAUTHORIZED', expect.stringContaining('addonPassword')))
    expect((await request(path, { auth: user })).body.data.userData.name).toBe('Home')
  })

  it('tells strangers nothing else about what they sent', async () => {
    const { body } = await save({ sources: 'none' })
    expect(body).toEqual(failure('UNAUTHORIZED'))
  })

  it('asks owners of a stored configuration for nothing more', async () => {
    const user = await createUser({ addonPassword: 'family' })
    expect((await request('/api/v1/search?type=movie&id=tt1', { auth: user })).status).toBe(200)
    expect((await request(path, { method: 'DELETE', auth: user })).status).toBe(200)
  })

  it('is protected through GraphQL too', async () => {
    const { errors } = await graphql(
      'mutation { createUser(config: {}, password: "correct horse") { uuid } }',
    )
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHORIZED' } }])
  })
})
