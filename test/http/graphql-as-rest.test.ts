import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, startAddon } from '../support/addon.ts'
import { startFilmSource } from '../support/film-source.ts'
import { startService, unknownUuid, userDataHeader } from '../support/service.ts'
import type { GraphqlAnswer, RequestOptions } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'

const { request, createUser, service } = await startService({}, afterAll)
await service.services.anime.useSample()
const addon = await startAddon({ streams: [filmStream(1)], ends: afterAll })
const films = await startFilmSource({ films: 5, series: 0, ends: afterAll })

/** Answers of these paths are the bare data, or the errors of GraphQL. */
async function rest(path: string, options: RequestOptions = {}) {
  const { status, headers, body } = await request(`/rest${path}`, options)
  const { errors } = (body ?? {}) as unknown as GraphqlAnswer
  return { status, headers, body: body as unknown, codes: errors?.map((e) => e.extensions?.code) }
}
const post = (path: string, json: unknown, options: RequestOptions = {}) =>
  rest(path, { method: 'POST', json, ...options })

describe('each operation of GraphQL has a path', () => {
  it('me', async () => {
    const user = await createUser({ name: 'Home' })
    const { status, body } = await rest('/me', { auth: user })
    expect(status).toBe(200)
    expect(body).toMatchObject({ uuid: user.uuid, userData: { name: 'Home' } })
  })

  it('user', async () => {
    const user = await createUser({ name: 'Home' })
    const { body } = await rest(`/user?uuid=${user.uuid}`, { auth: user })
    expect(body).toMatchObject({ uuid: user.uuid, userData: { name: 'Home' } })
  })

  it('userExists', async () => {
    const { uuid } = await createUser()
    expect((await rest(`/user-exists?uuid=${uuid}`)).body).toBe(true)
    expect((await rest(`/user-exists?uuid=${unknownUuid}`)).body).toBe(false)
  })

  it('createUser', async () => {
    const { status, body } = await post('/create-user', {
      config: { name: 'Home', limits: { total: 5 } },
      password: 'correct horse',
    })
    expect(status).toBe(200)
    const { uuid, encryptedPassword } = body as { uuid: string; encryptedPassword: string }
    const read = await request('/api/v1/user', { auth: { uuid, password: encryptedPassword } })
    expect(read.body.data.userData).toEqual({ name: 'Home', limits: { total: 5 } })
  })

  it('updateUser', async () => {
    const auth = await createUser()
    const { body } = await post('/update-user', { config: { name: 'New' } }, { auth })
    expect(body).toMatchObject({ uuid: auth.uuid, userData: { name: 'New' } })
  })

  it('changePassword', async () => {
    const auth = await createUser()
    const { body } = await post('/change-password', { password: 'another horse' }, { auth })
    expect(body).toEqual({ uuid: auth.uuid, encryptedPassword: expect.any(String) })
  })

  it('deleteUser', async () => {
    const auth = await createUser()
    expect((await post('/delete-user', {}, { auth })).body).toBe(auth.uuid)
    expect((await request('/api/v1/user', { auth })).status).toBe(401)
  })

  it('search', async () => {
    const headers = { 'x-service-user-data': userDataHeader({ sources: [addon.source] }) }
    const { status, body } = await rest('/search/tt1?type=movie&format=true', { headers })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      filtered: 0,
      errors: [],
      results: [{ addon: 'Loopback', name: expect.any(String), parsedFile: { year: 2020 } }],
    })
  })

  it('addon', async () => {
    const headers = { 'x-service-user-data': userDataHeader({ name: 'Home' }) }
    expect((await rest('/addon', { headers })).body).toMatchObject({ name: 'Home' })
  })
})

describe('arguments stand in the path as the description says', () => {
  const query = (name: string, ...values: unknown[]) =>
    values.map((value) => `${name}=${encodeURIComponent(JSON.stringify(value))}`).join('&')
  const episode = { idType: 'malId', idValue: '21' }

  it('an object, as JSON', async () => {
    const { body } = await rest(`/translate-episode?to=kitsuId&${query('from', episode)}`)
    expect(body).toMatchObject({ idType: 'kitsuId', idValue: '12' })
  })

  it('a list of objects, as one JSON list', async () => {
    const { status, body } = await rest(`/anime-many?${query('queries', [episode, episode])}`)
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { data: { mappings: { malId: 21 } } },
      { data: { mappings: { malId: 21 } } },
    ])
  })

  it('a list of objects, one by one', async () => {
    const { body } = await rest(`/anime-many?${query('queries', episode, episode)}`)
    expect(body).toHaveLength(2)
  })

  it('an object within a list of an object', async () => {
    const order = query('order', [{ by: 'YEAR', descending: true }, { by: 'NAME' }])
    const filter = query('filter', { recursive: true, kinds: ['MOVIE'] })
    const auth = await createUser({ sources: [films.source] })
    const { status, body } = await rest(`/items?${filter}&${order}&first=2`, { auth })
    expect(status).toBe(200)
    const { nodes } = body as { nodes: { year: number }[] }
    expect(nodes).toHaveLength(2)
    expect(nodes[0]!.year).toBeGreaterThanOrEqual(nodes[1]!.year)
  })

  it('a list of texts, repeated', async () => {
    const headers = { 'x-service-user-data': userDataHeader({ sources: [addon.source] }) }
    const path = '/search/tt1?type=movie&requiredFields=infoHash&requiredFields=nzbUrl'
    expect((await rest(path, { headers })).body).toMatchObject({ filtered: 1, results: [] })
  })

  it.each(['true', 'TRUE', '1', 'yes'])('a boolean as %s', async (text) => {
    const parent = await createUser({ name: 'Parent' })
    const auth = await createUser({
      parentConfig: { uuid: parent.uuid, password: parent.password },
    })
    const { body } = await rest(`/me?raw=${text}`, { auth })
    expect((body as { userData: object }).userData).not.toHaveProperty('name')
  })

  it('nothing, where the value is empty', async () => {
    const auth = await createUser({ name: 'Home' })
    expect((await rest('/me?raw=', { auth })).status).toBe(200)
  })

  it.each([
    ['JSON that is none', '/translate-episode?to=malId&from={"a"', 'from', 'JSON'],
    ['JSON of another type', `/anime-many?${query('queries', 5)}`, 'queries', ''],
    ['a boolean', '/me?raw=maybe', 'raw', 'true or false'],
    ['a number', '/items?first=many', 'first', 'number'],
    ['a value of a list', '/anime?idType=nope&idValue=1', 'idType', 'malId'],
    ['a value that stands there twice', '/user-exists?uuid=a&uuid=b', 'uuid', 'once'],
    ['an instant', '/next-up?since=yesterday', 'since', 'date-time'],
    ['a number that is none', '/items?first=1.5', 'first', 'Int'],
  ])('%s that is wrong is refused by its name', async (_what, path, name, hint) => {
    const auth = await createUser()
    const { status, body } = await rest(path, { auth })
    expect(status).toBe(400)
    const { errors } = body as GraphqlAnswer
    expect(errors!).toHaveLength(1)
    expect(errors![0]!.message).toContain(name)
    expect(errors![0]!.message).toContain(hint)
  })
})

describe('failures have the status of their code', () => {
  const config = { sources: 5 }
  const password = 'correct horse'

  it.each([
    ['no credentials', () => rest('/me'), 401, 'UNAUTHORIZED'],
    ['an unknown user', () => rest(`/user?uuid=${unknownUuid}`), 404, 'USER_NOT_FOUND'],
    ['a missing argument', () => rest('/user'), 400, 'BAD_REQUEST'],
    [
      'a wrong password',
      () => post('/create-user', { config: {}, password: 'x' }),
      400,
      'BAD_REQUEST',
    ],
    [
      'a wrong configuration',
      () => post('/create-user', { config, password }),
      400,
      'INVALID_CONFIG',
    ],
    [
      'a configuration that is text',
      () => post('/create-user', { config: 'x', password }),
      400,
      'BAD_REQUEST',
    ],
    ['a search without credentials', () => rest('/search/tt1?type=movie'), 400, 'BAD_REQUEST'],
    [
      'a body that is no JSON',
      () =>
        rest('/create-user', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{',
        }),
      400,
      'BAD_REQUEST',
    ],
    ['a body that is null', () => post('/create-user', null), 400, 'BAD_REQUEST'],
    ['a body that is a list', () => post('/create-user', [1]), 400, 'BAD_REQUEST'],
    [
      'a body of a form',
      () => rest('/delete-user', { method: 'POST', body: new URLSearchParams('a=b') }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a POST without a type, which other sites can send in the name of a user',
      () => rest('/delete-user', { method: 'POST' }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a body over one mebibyte',
      () => post('/create-user', { config: { note: 'a'.repeat(2 ** 20) }, password }),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
  ])('%s', async (_what, ask, status, code) => {
    const answer = await ask()
    expect(answer.status).toBe(status)
    expect(new Set(answer.codes)).toEqual(new Set([code]))
  })

  it('an ETag that is an old one', async () => {
    const auth = await createUser()
    const json = { config: {}, ifMatch: '"x"' }
    expect(await post('/update-user', json, { auth })).toMatchObject({
      status: 412,
      codes: ['CONFLICT'],
    })
  })

  it('a limit', async () => {
    const { request } = await startService({ RATE_LIMIT_GRAPHQL: '1/1m' })
    const answers = [await request('/rest/user-exists?uuid=x'), await request('/rest/me')]
    expect(answers.map(({ status }) => status)).toEqual([200, 429])
  })
})

describe('nothing is', () => {
  it.each(['/rest', '/rest/nothing', '/rest/me/more', '/rest/mutation', '/rest/delete-user'])(
    'at %s for GET',
    async (path) => {
      const { status, body } = await request(path)
      expect(status).toBe(404)
      expect(body.error!.code).toBe('NOT_FOUND')
    },
  )

  it.each([
    '/webhook',
    '/webhook/1',
    '/WEBHOOK',
    '/%77ebhook',
    '/./webhook',
    '/x/../webhook',
    '//webhook',
    '/webhook/',
    '/webhook?x=1',
  ])('at %s, where a library would post to any address', async (path) => {
    const target = await startUpstream((_request, response) => response.end('{}'))
    const { status } = await post(path, { subscription: 'x', url: target.url })
    expect(status).toBe(404)
    expect(target.paths).toEqual([])
  })
})
