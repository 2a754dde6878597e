import { afterAll, describe, expect, it } from 'vitest'
import { startService, unknownUuid } from '../../support/service.ts'

const { request, graphql, createUser } = await startService({}, afterAll)

const everything = 'uuid userData encryptedPassword etag'
const codes = (errors: { extensions?: { code?: string } }[] = []) =>
  errors.map(({ extensions }) => extensions?.code)

describe('me', () => {
  it('is the caller, with the configuration, an encrypted password and its ETag', async () => {
    const user = await createUser({ name: 'Home' })
    const { data, errors } = await graphql(`{ me { ${everything} } }`, { auth: user })
    expect(errors).toBeUndefined()
    expect(data.me).toEqual({
      uuid: user.uuid,
      userData: { name: 'Home' },
      encryptedPassword: expect.stringMatching(/^[\w-]{20,}$/),
      etag: (await request('/api/v1/user', { auth: user })).headers.get('etag'),
    })
  })

  it('is merged over its parent unless raw', async () => {
    const parent = await createUser({ name: 'Parent' })
    const parentConfig = { uuid: parent.uuid, password: parent.password }
    const child = await createUser({ parentConfig })
    const { data } = await graphql(
      '{ merged: me { userData } stored: me(raw: true) { userData } }',
      { auth: child },
    )
    expect(data.merged.userData).toEqual({ name: 'Parent', parentConfig })
    expect(data.stored.userData).toEqual({ parentConfig })
  })

  it('is signed in by an encrypted password, too', async () => {
    const user = await createUser()
    const { data } = await graphql('{ me { uuid } }', {
      auth: { uuid: user.uuid, password: user.token },
    })
    expect(data.me.uuid).toBe(user.uuid)
  })
})

describe('user and userExists', () => {
  it('know who exists, without credentials', async () => {
    const { uuid } = await createUser()
    const { data } = await graphql(
      `{ yes: userExists(uuid: "${uuid}") no: userExists(uuid: "${unknownUuid}")
         odd: userExists(uuid: "nothing") user(uuid: "${uuid}") { uuid } }`,
    )
    expect(data).toEqual({ yes: true, no: false, odd: false, user: { uuid } })
  })

  it('say USER_NOT_FOUND of an unknown user', async () => {
    const { data, errors } = await graphql(`{ user(uuid: "${unknownUuid}") { uuid } }`)
    expect(data).toBeNull()
    expect(errors).toMatchObject([{ path: ['user'], extensions: { code: 'USER_NOT_FOUND' } }])
  })

  it('show a configuration to its owner', async () => {
    const user = await createUser({ name: 'Home' })
    const { data } = await graphql(`{ user(uuid: "${user.uuid}") { ${everything} } }`, {
      auth: user,
    })
    expect(data.user.userData).toEqual({ name: 'Home' })
  })

  it.each(['userData', 'encryptedPassword', 'etag'])('show %s to nobody else', async (field) => {
    const [user, other] = [await createUser(), await createUser()]
    const query = `{ user(uuid: "${user.uuid}") { ${field} } }`
    expect(codes((await graphql(query, { auth: other })).errors)).toEqual(['FORBIDDEN'])
    expect(codes((await graphql(query)).errors)).toEqual(['UNAUTHORIZED'])
  })
})

describe('createUser', () => {
  it('makes a user that both interfaces know', async () => {
    const { data } = await graphql(
      `
        mutation ($config: UserData!) {
          createUser(config: $config, password: "correct horse") {
            uuid
            encryptedPassword
          }
        }
      `,
      { variables: { config: { name: 'Home', future: [1] } } },
    )
    const auth = { uuid: data.createUser.uuid, password: data.createUser.encryptedPassword }
    const { body } = await request('/api/v1/user', { auth })
    expect(body.data.userData).toEqual({ name: 'Home', future: [1] })
  })

  it('takes the configuration as text of GraphQL as well', async () => {
    const { data } = await graphql(
      'mutation { createUser(config: {name: "Home", limits: {total: 5}}, password: "correct horse") { uuid } }',
    )
    const auth = { uuid: data.createUser.uuid, password: 'correct horse' }
    const { body } = await request('/api/v1/user', { auth })
    expect(body.data.userData).toEqual({ name: 'Home', limits: { total: 5 } })
  })

  it.each([
    ['config: {}, password: "short"', 'BAD_REQUEST'],
    ['config: {sources: 5}, password: "correct horse"', 'INVALID_CONFIG'],
    [
      `config: {parentConfig: {uuid: "${unknownUuid}", password: "x"}}, password: "correct horse"`,
      'PARENT_CONFIG_UNAVAILABLE',
    ],
  ])('refuses %s with %s', async (given, code) => {
    const { errors } = await graphql(`mutation { createUser(${given}) { uuid } }`)
    expect(codes(errors)).toEqual([code])
  })

  it('refuses a key that would change every object', async () => {
    const { errors } = await graphql(
      'mutation ($config: UserData!) { createUser(config: $config, password: "correct horse") { uuid } }',
      { variables: { config: JSON.parse('{"__proto__":{"polluted":true}}') as object } },
    )
    expect(codes(errors)).toEqual(['INVALID_CONFIG'])
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('updateUser', () => {
  const update =
    'mutation ($config: UserData!, $etag: String) { updateUser(config: $config, ifMatch: $etag) { uuid userData etag } }'

  it('replaces the whole configuration and answers it', async () => {
    const user = await createUser({ name: 'Home', description: 'old' })
    const { data } = await graphql(update, { auth: user, variables: { config: { name: 'New' } } })
    expect(data.updateUser).toEqual({
      uuid: user.uuid,
      userData: { name: 'New' },
      etag: expect.any(String),
    })
  })

  it('is refused with CONFLICT where the ETag is an old one', async () => {
    const user = await createUser()
    const { data } = await graphql('{ me { etag } }', { auth: user })
    const variables = { config: {}, etag: data.me.etag }
    expect((await graphql(update, { auth: user, variables })).errors).toBeUndefined()
    expect(codes((await graphql(update, { auth: user, variables })).errors)).toEqual(['CONFLICT'])
  })

  it('takes the ETag without its quotes, too', async () => {
    const user = await createUser()
    const { data } = await graphql('{ me { etag } }', { auth: user })
    const variables = { config: {}, etag: data.me.etag.replaceAll('"', '') }
    expect((await graphql(update, { auth: user, variables })).errors).toBeUndefined()
    expect(codes((await graphql(update, { auth: user, variables })).errors)).toEqual(['CONFLICT'])
  })

  it('runs after another mutation of the same request, in their order', async () => {
    const user = await createUser()
    const { data } = await graphql(
      `
        mutation {
          a: updateUser(config: { name: "a" }) {
            userData
          }
          b: updateUser(config: { name: "b" }) {
            userData
          }
        }
      `,
      { auth: user },
    )
    expect(data).toEqual({ a: { userData: { name: 'a' } }, b: { userData: { name: 'b' } } })
    const { body } = await request('/api/v1/user', { auth: user })
    expect(body.data.userData).toEqual({ name: 'b' })
  })
})

describe('changePassword', () => {
  const change =
    'mutation ($password: String!) { changePassword(password: $password) { uuid encryptedPassword } }'
  const variables = { password: 'another horse' }

  it('ends the old password and every token, and answers a new one', async () => {
    const user = await createUser()
    const { data } = await graphql(change, { auth: user, variables })
    const me = (password: string) =>
      graphql('{ me { uuid } }', { auth: { uuid: user.uuid, password } })
    for (const old of [user.password, user.token]) {
      expect(codes((await me(old)).errors)).toEqual(['UNAUTHORIZED'])
    }
    for (const now of ['another horse', data.changePassword.encryptedPassword]) {
      expect((await me(now)).errors).toBeUndefined()
    }
  })

  it('wants the password itself, not a token that lies in addresses', async () => {
    const user = await createUser()
    const auth = { uuid: user.uuid, password: user.token }
    expect(codes((await graphql(change, { auth, variables })).errors)).toEqual(['FORBIDDEN'])
  })

  it('refuses a new one that is too short', async () => {
    const auth = await createUser()
    const { errors } = await graphql(change, { auth, variables: { password: 'short' } })
    expect(codes(errors)).toEqual(['BAD_REQUEST'])
  })
})

describe('deleteUser', () => {
  it('deletes the caller and answers its UUID', async () => {
    const user = await createUser()
    const { data } = await graphql('mutation { deleteUser }', { auth: user })
    expect(data).toEqual({ deleteUser: user.uuid })
    expect((await request('/api/v1/user', { auth: user })).status).toBe(401)
  })

  it('is refused with CONFLICT where the ETag is an old one', async () => {
    const user = await createUser()
    const { errors } = await graphql('mutation { deleteUser(ifMatch: "\\"x\\"") }', { auth: user })
    expect(codes(errors)).toEqual(['CONFLICT'])
  })
})

describe('without the right credentials', () => {
  const operations = [
    '{ me { uuid } }',
    'mutation { updateUser(config: {}) { uuid } }',
    'mutation { deleteUser }',
    'mutation { changePassword(password: "another horse") { uuid } }',
  ]

  it.each(operations)('%s answers UNAUTHORIZED', async (operation) => {
    const { uuid } = await createUser()
    for (const auth of [undefined, { uuid, password: 'wrong horse' }]) {
      expect(codes((await graphql(operation, { auth })).errors)).toEqual(['UNAUTHORIZED'])
    }
  })

  it.each(operations)('%s without any credentials is told to send them', async (operation) => {
    const { errors } = await graphql(operation)
    expect(errors).toMatchObject([
      { message: 'Send Basic credentials: <uuid or alias>:<password>.' },
    ])
  })

  it.each(operations)('%s answers BAD_REQUEST for a header that does not parse', async (query) => {
    const { errors } = await graphql(query, {
      headers: { authorization: 'Basic ***', 'content-type': 'application/json' },
    })
    expect(codes(errors)).toEqual(['BAD_REQUEST'])
  })
})
