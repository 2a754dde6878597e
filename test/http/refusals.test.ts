import { afterAll, describe, expect, it } from 'vitest'
import { head, sendRaw } from '../support/raw-http.ts'
import { basic, failure, startService, unknownUuid } from '../support/service.ts'

const mebibyte = 1024 * 1024
const challenge = { 'www-authenticate': expect.stringMatching(/^Basic realm=/) }

const { port, request, createUser } = await startService({}, afterAll)
const somebody = basic(await createUser())

function post(path: string, body: string, headers: Record<string, string | number> = {}): string {
  const all = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  }
  return head(`POST ${path} HTTP/1.1`, all) + body
}

const get = (path: string, headers: Record<string, string> = {}): string =>
  head(`GET ${path} HTTP/1.1`, headers)

const save = (body: string, headers?: Record<string, string | number>): string =>
  post('/api/v1/user', body, headers)

const saveConfig = (config: string): string => save(`{"config":${config},"password":"long enough"}`)

const empty = { 'x-service-user-data': 'e30=' }
const search = (query: string, headers: Record<string, string> = empty): string =>
  get(`/api/v1/search?${query}`, headers)

type Refusal = [request: string, bytes: string, status: number, code: string | null]

const bodies: Refusal[] = [
  ['JSON that is cut off', save('{"config":{'), 400, 'BAD_REQUEST'],
  ['JSON that is a list', save('[1]'), 400, 'BAD_REQUEST'],
  ['the word null', save('null'), 400, 'BAD_REQUEST'],
  ['an empty body', save(''), 400, 'BAD_REQUEST'],
  ['no body at all', head('POST /api/v1/user HTTP/1.1'), 400, 'BAD_REQUEST'],
  ['bytes that are not UTF-8', save('{"config":{},"password":"\xff\xfe"'), 400, 'BAD_REQUEST'],
  ['a missing config', save('{"password":"long enough"}'), 400, 'BAD_REQUEST'],
  ['a missing password', save('{"config":{}}'), 400, 'BAD_REQUEST'],
  ['a config that is text', saveConfig('"x"'), 400, 'BAD_REQUEST'],
  ['a config that is a list', saveConfig('[]'), 400, 'BAD_REQUEST'],
  ['a config that is null', saveConfig('null'), 400, 'BAD_REQUEST'],
  ['a password that is a number', save('{"config":{},"password":12345678}'), 400, 'BAD_REQUEST'],
  ['a password that is null', save('{"config":{},"password":null}'), 400, 'BAD_REQUEST'],
  [
    'a password of seven characters',
    save('{"config":{},"password":"seven77"}'),
    400,
    'BAD_REQUEST',
  ],
  [
    'a password over 256 bytes',
    save(`{"config":{},"password":"${'é'.repeat(129)}"}`),
    400,
    'BAD_REQUEST',
  ],
  [
    'a source with an address that is none',
    saveConfig('{"sources":[{"type":"stremio","url":"ftp://x"}]}'),
    400,
    'INVALID_CONFIG',
  ],
  ['a key that would change every object', saveConfig('{"__proto__":{}}'), 400, 'INVALID_CONFIG'],
  [
    'a configuration of a thousand levels',
    saveConfig(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`),
    400,
    'INVALID_CONFIG',
  ],
  [
    'a regular expression that is none',
    saveConfig('{"filters":{"regex":{"exclude":["("]}}}'),
    400,
    'INVALID_CONFIG',
  ],
  [
    'a parent that does not exist',
    saveConfig(`{"parentConfig":{"uuid":"${unknownUuid}","password":"whatever"}}`),
    400,
    'PARENT_CONFIG_UNAVAILABLE',
  ],
  [
    'a body that says it is text',
    save('{}', { 'content-type': 'text/plain' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a form',
    save('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a body of no type',
    head('POST /api/v1/user HTTP/1.1', { 'content-length': 2 }) + '{}',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a body whose type is nonsense',
    save('{}', { 'content-type': ';;/' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['a compressed body', save('{}', { 'content-encoding': 'gzip' }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
]

const users: Refusal[] = [
  ['HEAD without uuid', head('HEAD /api/v1/user HTTP/1.1'), 400, null],
  ['HEAD of two', head('HEAD /api/v1/user?uuid=a&uuid=b HTTP/1.1'), 400, null],
  ['HEAD of an unknown user', head(`HEAD /api/v1/user?uuid=${unknownUuid} HTTP/1.1`), 404, null],
  ['HEAD of what cannot be a UUID', head('HEAD /api/v1/user?uuid=%00%ff HTTP/1.1'), 404, null],
  ['GET without credentials', get('/api/v1/user'), 401, 'UNAUTHORIZED'],
  ['DELETE without credentials', head('DELETE /api/v1/user HTTP/1.1'), 401, 'UNAUTHORIZED'],
  [
    'PUT without credentials and with a wrong body',
    post('/api/v1/user', '{}').replace('POST', 'PUT'),
    401,
    'UNAUTHORIZED',
  ],
  [
    'a Basic header that is not base64',
    get('/api/v1/user', { authorization: 'Basic ***' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'a Basic header without a colon',
    get('/api/v1/user', { authorization: 'Basic YWJj' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'a Basic header without credentials',
    get('/api/v1/user', { authorization: 'Basic' }),
    400,
    'BAD_REQUEST',
  ],
  ['another scheme', get('/api/v1/user', { authorization: 'Bearer abc' }), 401, 'UNAUTHORIZED'],
  ['the header of the search', get('/api/v1/user', empty), 401, 'UNAUTHORIZED'],
  [
    'a wrong password',
    get('/api/v1/user', { authorization: basic({ uuid: unknownUuid, password: 'wrong one' }) }),
    401,
    'UNAUTHORIZED',
  ],
  ['a raw that is neither true nor false', get('/api/v1/user?raw=maybe'), 401, 'UNAUTHORIZED'],
]

const searches: Refusal[] = [
  ['no credentials', search('type=movie&id=tt1', {}), 400, 'BAD_REQUEST'],
  [
    'a wrong password',
    search('type=movie&id=tt1', {
      authorization: basic({ uuid: unknownUuid, password: 'wrong one' }),
    }),
    400,
    'BAD_REQUEST',
  ],
  [
    'a Basic header that does not parse',
    search('type=movie&id=tt1', { authorization: 'Basic !' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'both methods at once',
    search('type=movie&id=tt1', { authorization: somebody, ...empty }),
    400,
    'BAD_REQUEST',
  ],
  [
    'both methods, one of them broken',
    search('type=movie&id=tt1', { authorization: 'Basic !', ...empty }),
    400,
    'BAD_REQUEST',
  ],
  [
    'user data that is not base64',
    search('type=movie&id=tt1', { 'x-service-user-data': '{}' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'user data that is empty',
    search('type=movie&id=tt1', { 'x-service-user-data': '' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'user data that is a list',
    search('type=movie&id=tt1', { 'x-service-user-data': 'W10=' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'user data that is base64 of no JSON',
    search('type=movie&id=tt1', { 'x-service-user-data': 'YWJj' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'user data with a wrong source',
    search('type=movie&id=tt1', {
      'x-service-user-data': Buffer.from('{"sources":[{}]}').toString('base64'),
    }),
    400,
    'INVALID_CONFIG',
  ],
  ['no id', search('type=movie'), 400, 'BAD_REQUEST'],
  ['an empty id', search('type=movie&id='), 400, 'BAD_REQUEST'],
  ['an id of 600 characters', search(`type=movie&id=${'t'.repeat(600)}`), 400, 'BAD_REQUEST'],
  ['no type', search('id=tt1'), 400, 'BAD_REQUEST'],
  ['an empty type', search('type=&id=tt1'), 400, 'BAD_REQUEST'],
  ['two ids', search('type=movie&id=tt1&id=tt2'), 400, 'BAD_REQUEST'],
  ['an unknown format', search('type=movie&id=tt1&format=xml'), 400, 'BAD_REQUEST'],
  ['two formats', search('type=movie&id=tt1&format=1&format=0'), 400, 'BAD_REQUEST'],
  [
    'an unknown required field',
    search('type=movie&id=tt1&requiredFields=nope'),
    400,
    'BAD_REQUEST',
  ],
  ...['constructor', '__proto__', 'toString', 'parsedFile.constructor'].map((name): Refusal => [
    `a required field that every object has: ${name}`,
    search(`type=movie&id=tt1&requiredFields=${name}`),
    400,
    'BAD_REQUEST',
  ]),
]

const paths: Refusal[] = [
  ['an unknown path', get('/api/v1/nothing'), 404, 'NOT_FOUND'],
  ['the bare prefix', get('/api/v1'), 404, 'NOT_FOUND'],
  ['a path below a known one', get('/api/v1/user/x'), 404, 'NOT_FOUND'],
  ['a known path in capitals', get('/API/V1/USER'), 404, 'NOT_FOUND'],
  ['a path with a doubled slash', get('/api//v1/user'), 404, 'NOT_FOUND'],
  [
    'another method',
    head('PATCH /api/v1/user HTTP/1.1', { 'content-length': 0 }),
    405,
    'METHOD_NOT_ALLOWED',
  ],
  ['POST to the search', post('/api/v1/search', '{}'), 405, 'METHOD_NOT_ALLOWED'],
  [
    'POST to the description',
    post('/api/v1/openapi.json', '{}', { 'content-type': 'text/plain' }),
    405,
    'METHOD_NOT_ALLOWED',
  ],
  ['a path that is not percent-encoded text', get('/api/v1/%zz'), 400, 'BAD_REQUEST'],
  ['bytes that are not HTTP', 'what is this\r\n\r\n', 400, 'BAD_REQUEST'],
  ['a method that HTTP does not know', head('BREW /api/v1/user HTTP/1.1'), 400, 'BAD_REQUEST'],
  ['a request without a Host', 'GET /api/v1/nothing HTTP/1.1\r\n\r\n', 400, 'BAD_REQUEST'],
]

describe('what a wrong request to /api/v1 is told', () => {
  describe.each([
    ['about its body', bodies],
    ['by a user operation', users],
    ['by the search', searches],
    ['about its path', paths],
  ])('%s', (_about, refusals) => {
    it.each(refusals)('%s', async (_request, bytes, status, code) => {
      const answer = await sendRaw(port, bytes)
      expect(answer.status).toBe(status)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        ...(status === 401 && challenge),
      })
      const body: unknown = code === null ? answer.body : JSON.parse(answer.body)
      expect(body).toEqual(code === null ? '' : failure(code))
    })
  })

  it('keeps the envelope byte for byte', async () => {
    const { body, headers } = await sendRaw(port, search('type=movie'))
    expect(body).toBe(
      '{"success":false,"detail":null,"error":{"code":"BAD_REQUEST","message":"Wrong query: id is required."},"data":null}',
    )
    expect(headers['content-length']).toBe(String(body.length))
  })

  it('does not choose between two ways to sign in', async () => {
    const either = [{ authorization: somebody }, empty]
    for (const headers of either) {
      expect((await sendRaw(port, search('type=movie&id=tt1', headers))).status).toBe(200)
    }
    const both = search('type=movie&id=tt1', { authorization: somebody, ...empty })
    expect(JSON.parse((await sendRaw(port, both)).body).error.message).toBe(
      'Send either Basic credentials or the x-service-user-data header, not both.',
    )
  })

  it('names every wrong field at once', async () => {
    const { body } = await sendRaw(port, save('{"config":[],"password":5}'))
    expect(JSON.parse(body).error.message).toBe(
      'Wrong body: config must be a JSON object; password must be text.',
    )
  })

  const anime = (query: string): string => get(`/api/v1/anime?${query}`)
  it.each([
    ['a doubled type', search('type=a&type=b&id=tt1'), 'Wrong query: type must be given once.'],
    ['a doubled id', search('type=movie&id=1&id=2'), 'Wrong query: id must be given once.'],
    [
      'a doubled format',
      search('type=movie&id=tt1&format=1&format=0'),
      'Wrong query: format must be given once.',
    ],
    [
      'a doubled idType and idValue',
      anime('idType=malId&idType=malId&idValue=1&idValue=2'),
      'Wrong query: idType must be given once; idValue must be given once.',
    ],
    ['an empty type', search('type=&id=tt1'), 'Wrong query: type must not be empty.'],
    ['a list for a body', save('[]'), 'Wrong body: the body must be a JSON object.'],
    ['text for a body', save('"x"'), 'Wrong body: the body must be a JSON object.'],
    ['no credentials', get('/api/v1/user'), 'Send Basic credentials: <uuid or alias>:<password>.'],
  ])('says of %s what to send', async (_what, bytes, message) => {
    expect(JSON.parse((await sendRaw(port, bytes)).body).error.message).toBe(message)
  })

  it('says of a doubled raw that it must be given once', async () => {
    const { uuid, password } = await createUser()
    const authorization = basic({ uuid, password })
    const { body } = await sendRaw(port, get('/api/v1/user?raw=true&raw=false', { authorization }))
    expect(JSON.parse(body).error.message).toBe('Wrong query: raw must be given once.')
  })

  it('lists the fields for a required one that there is not', async () => {
    const { body } = await sendRaw(port, search('type=movie&id=tt1&requiredFields=infohash'))
    expect(JSON.parse(body).error.message).toMatch(
      /no field of a result: infohash; the fields are infoHash, .*parsedFile\.year/,
    )
  })

  it('names what is wrong in a configuration by its path', async () => {
    const config = '{"sources":[{"type":"stremio","url":"https://a.example/manifest.json"},{}]}'
    const { body } = await sendRaw(port, saveConfig(config))
    expect(JSON.parse(body).error.message).toContain('sources[1].')
  })

  it('names the methods that a path takes', async () => {
    const allowed = async (path: string) => {
      const { headers } = await sendRaw(
        port,
        head(`PATCH ${path} HTTP/1.1`, { 'content-length': 0 }),
      )
      return headers['allow']!.split(', ').toSorted()
    }
    expect(await allowed('/api/v1/user')).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'OPTIONS',
      'POST',
      'PUT',
    ])
    expect(await allowed('/api/v1/search')).toEqual(['GET', 'HEAD', 'OPTIONS'])
    expect(await allowed('/api/v1/openapi.json')).toEqual(['GET', 'HEAD', 'OPTIONS'])
  })
})

describe('what is too large', () => {
  it('a body over one mebibyte gets its answer, announced or not', async () => {
    const big = Buffer.alloc(3 * mebibyte, 'a')
    const announced = await sendRaw(
      port,
      head('POST /api/v1/user HTTP/1.1', {
        'content-type': 'application/json',
        'content-length': big.length,
      }),
      big,
    )
    const chunked = await sendRaw(
      port,
      head('POST /api/v1/user HTTP/1.1', {
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      }),
      `${big.length.toString(16)}\r\n`,
      big,
      '\r\n0\r\n\r\n',
    )
    for (const answer of [announced, chunked]) {
      expect(answer.status).toBe(413)
      expect(JSON.parse(answer.body)).toEqual(failure('PAYLOAD_TOO_LARGE'))
    }
  })

  it('a body of almost one mebibyte is read', async () => {
    const note = 'a'.repeat(mebibyte - 100)
    const { status } = await request('/api/v1/user', {
      method: 'POST',
      json: { config: { note }, password: 'long enough' },
    })
    expect(status).toBe(201)
  })

  it('headers over 256 KiB get 431, and 200 KiB are read', async () => {
    const withHeader = (bytes: number) =>
      sendRaw(port, search('type=movie&id=tt1', { 'x-service-user-data': 'x'.repeat(bytes) }))
    const over = await withHeader(mebibyte)
    expect(over.status).toBe(431)
    expect(JSON.parse(over.body)).toEqual(failure('HEADERS_TOO_LARGE'))
    expect((await withHeader(200 * 1024)).status).toBe(400)
  })
})
