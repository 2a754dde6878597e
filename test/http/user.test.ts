import { afterAll, describe, expect, it } from 'vitest'
import { head, sendRaw } from '../support/raw-http.ts'
import { basic, failure, startService, unknownUuid } from '../support/service.ts'

const { port, request, createUser, graphql } = await startService({}, afterAll)

const path = '/api/v1/user'
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** URL-safe, so that it may stand in an address. */
const tokenPattern = /^[A-Za-z0-9_-]{20,}$/
const jsonType = 'application/json; charset=utf-8'

describe('POST', () => {
  it('stores a configuration and answers its UUID and encrypted password', async () => {
    const { status, headers, body } = await request(path, {
      method: 'POST',
      json: { config: { name: 'Home' }, password: 'correct horse' },
    })
    expect(status).toBe(201)
    expect(headers.get('content-type')).toBe(jsonType)
    expect(body).toEqual({
      success: true,
      detail: 'User was successfully created',
      error: null,
      data: {
        uuid: expect.stringMatching(uuidPattern),
        encryptedPassword: expect.stringMatching(tokenPattern),
        warnings: [],
      },
    })
  })

  it('needs no credentials and overlooks those that come along', async () => {
    const { status } = await request(path, {
      method: 'POST',
      headers: { authorization: 'Basic ***' },
      json: { config: {}, password: 'correct horse' },
    })
    expect(status).toBe(201)
  })

  it.each([
    'eight888',
    'pass: with: colons',
    'ünïcödé pässwörd',
    '🐎🐎🐎🐎🐎🐎🐎🐎',
    'é'.repeat(128),
  ])('takes the password %j, which then opens the configuration', async (password) => {
    const user = await createUser({}, password)
    expect((await request(path, { auth: user })).status).toBe(200)
  })

  it('keeps what it does not know of a configuration', async () => {
    const config = { future: { deep: [1, 'two', null] }, name: 'Home' }
    const user = await createUser(config)
    const { body } = await request(path, { auth: user })
    expect(body.data.userData).toEqual(config)
  })

  it('makes another user of the same request', async () => {
    const [first, second] = [await createUser(), await createUser()]
    expect(first.uuid).not.toBe(second.uuid)
  })
})

describe('GET', () => {
  it('answers the configuration and an encrypted password', async () => {
    const user = await createUser({ name: 'Home' })
    const { status, headers, body } = await request(path, { auth: user })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe(jsonType)
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/)
    expect(body).toEqual({
      success: true,
      detail: 'User details retrieved successfully',
      error: null,
      data: {
        userData: { name: 'Home' },
        encryptedPassword: expect.stringMatching(tokenPattern),
      },
    })
  })

  it('issues another encrypted password each time, and all of them open the configuration', async () => {
    const user = await createUser()
    const tokens = [user.token]
    for (let time = 0; time < 2; time += 1) {
      const { body } = await request(path, { auth: { ...user, password: tokens.at(-1)! } })
      tokens.push(body.data.encryptedPassword)
    }
    expect(new Set(tokens).size).toBe(3)
    for (const password of tokens) {
      expect((await request(path, { auth: { ...user, password } })).status).toBe(200)
    }
  })

  it('reads the UUID in any case', async () => {
    const user = await createUser()
    const auth = { ...user, uuid: user.uuid.toUpperCase() }
    expect((await request(path, { auth })).status).toBe(200)
  })

  it("does not take another user's encrypted password", async () => {
    const [user, other] = [await createUser(), await createUser()]
    const auth = { uuid: user.uuid, password: other.token }
    expect((await request(path, { auth })).status).toBe(401)
  })

  it('says the same, byte for byte, of an unknown user and a wrong password', async () => {
    const { uuid } = await createUser()
    const ask = (id: string) =>
      sendRaw(
        port,
        head(`GET ${path} HTTP/1.1`, {
          authorization: basic({ uuid: id, password: 'wrong horse' }),
        }),
      )
    const [wrong, unknown, alias] = [await ask(uuid), await ask(unknownUuid), await ask('nobody')]
    const comparable = ({ headers: { date: _date, ...headers }, ...rest }: typeof wrong) => ({
      ...rest,
      headers,
    })
    expect(wrong.status).toBe(401)
    expect(wrong.headers['www-authenticate']).toMatch(/^Basic realm="[^"]+", charset="UTF-8"$/)
    expect(JSON.parse(wrong.body)).toEqual(failure('UNAUTHORIZED'))
    expect(comparable(unknown)).toEqual(comparable(wrong))
    expect(comparable(alias)).toEqual(comparable(wrong))
  })
})

describe('PUT', () => {
  it('replaces the whole configuration', async () => {
    const user = await createUser({ name: 'Home', description: 'old' })
    const { status, headers, body } = await request(path, {
      method: 'PUT',
      auth: user,
      json: { config: { name: 'Cabin' } },
    })
    expect(status).toBe(200)
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/)
    expect(body).toEqual({
      success: true,
      detail: 'User updated successfully',
      error: null,
      data: { uuid: user.uuid, userData: { name: 'Cabin' }, warnings: [] },
    })
    const read = await request(path, { auth: user })
    expect(read.body.data.userData).toEqual({ name: 'Cabin' })
  })

  it('leaves everything as it was when the new one is refused', async () => {
    const user = await createUser({ name: 'Home' })
    const refused = await request(path, {
      method: 'PUT',
      auth: user,
      json: { config: { sources: 'none' } },
    })
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual(failure('INVALID_CONFIG', expect.stringContaining('sources')))
    expect((await request(path, { auth: user })).body.data.userData).toEqual({ name: 'Home' })
  })

  it('does not change the password', async () => {
    const user = await createUser()
    await request(path, {
      method: 'PUT',
      auth: user,
      json: { config: {}, password: 'another horse' },
    })
    expect((await request(path, { auth: user })).status).toBe(200)
  })

  it.each([
    ['no body', undefined],
    ['no config', {}],
    ['a config that is text', { config: 'x' }],
  ])('refuses %s', async (_what, json) => {
    const user = await createUser()
    const { status, body } = await request(path, { method: 'PUT', auth: user, json })
    expect(status).toBe(400)
    expect(body).toEqual(failure('BAD_REQUEST'))
  })
})

describe('DELETE', () => {
  it('deletes the user for good', async () => {
    const user = await createUser()
    const { status, body } = await request(path, { method: 'DELETE', auth: user })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      detail: 'User deleted successfully',
      error: null,
      data: null,
    })
    for (const password of [user.password, user.token]) {
      const auth = { uuid: user.uuid, password }
      expect((await request(path, { auth })).status).toBe(401)
      expect((await request(path, { method: 'DELETE', auth })).status).toBe(401)
    }
    expect((await request(`${path}?uuid=${user.uuid}`, { method: 'HEAD' })).status).toBe(404)
  })

  it('takes the encrypted password', async () => {
    const user = await createUser()
    const auth = { uuid: user.uuid, password: user.token }
    expect((await request(path, { method: 'DELETE', auth })).status).toBe(200)
  })

  it.each([
    ['a type without a body', ''],
    ['a body', '{"config":{}}'],
  ])('overlooks %s', async (_what, sent) => {
    const user = await createUser()
    const { status } = await sendRaw(
      port,
      head(`DELETE ${path} HTTP/1.1`, {
        authorization: basic(user),
        'content-type': 'application/json',
        'content-length': sent.length,
      }) + sent,
    )
    expect(status).toBe(200)
  })
})

describe('HEAD', () => {
  it('says that a user exists by its status, and has the headers of the envelope', async () => {
    const { uuid } = await createUser()
    const answer = await sendRaw(port, head(`HEAD ${path}?uuid=${uuid} HTTP/1.1`))
    const envelope = `{"success":true,"detail":"User exists","error":null,"data":{"uuid":"${uuid}"}}`
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': jsonType, 'content-length': String(envelope.length) },
      body: '',
    })
  })

  it('says that a user does not exist, with the length of the failure', async () => {
    const answer = await sendRaw(port, head(`HEAD ${path}?uuid=${unknownUuid} HTTP/1.1`))
    expect(answer).toMatchObject({ status: 404, headers: { 'content-type': jsonType }, body: '' })
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(80)
  })

  it('asks for no credentials, and GraphQL gives the same answer with a body', async () => {
    const { uuid } = await createUser()
    const { data } = await graphql('query ($uuid: String!) { userExists(uuid: $uuid) }', {
      variables: { uuid },
    })
    expect(data).toEqual({ userExists: true })
  })
})

describe('what is over after a password was changed', () => {
  it('the old password and every encrypted one', async () => {
    const user = await createUser()
    const { data } = await graphql(
      'mutation { changePassword(password: "another horse") { encryptedPassword } }',
      { auth: user },
    )
    const statusWith = async (password: string) =>
      (await request(path, { auth: { uuid: user.uuid, password } })).status
    expect(await statusWith(user.password)).toBe(401)
    expect(await statusWith(user.token)).toBe(401)
    expect(await statusWith('another horse')).toBe(200)
    expect(await statusWith(data.changePassword.encryptedPassword)).toBe(200)
  })
})
