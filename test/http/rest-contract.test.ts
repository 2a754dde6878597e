import { describe, expect, it } from 'vitest'
import { head, sendRaw } from '../support/raw-http.ts'
import { basic, startService } from '../support/service.ts'

const mebibyte = 1024 * 1024
const unknownUuid = '00000000-0000-4000-8000-000000000000'

function failure(code: string) {
  return {
    success: false,
    detail: null,
    data: null,
    error: { code, message: expect.stringMatching(/\w+ \w+/) },
  }
}

function post(path: string, body: string, headers: Record<string, string | number> = {}): string {
  const all = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  }
  return head(`POST ${path} HTTP/1.1`, all) + body
}

describe('what a wrong request to /api/v1 is told, byte by byte', () => {
  const cases = [
    {
      request: 'JSON that is cut off',
      raw: post('/api/v1/user', '{"config":{'),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'JSON that is no object',
      raw: post('/api/v1/user', '[1]'),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'the word null',
      raw: post('/api/v1/user', 'null'),
      status: 400,
      code: 'BAD_REQUEST',
    },
    { request: 'an empty body', raw: post('/api/v1/user', ''), status: 400, code: 'BAD_REQUEST' },
    {
      request: 'no body at all',
      raw: head('POST /api/v1/user HTTP/1.1'),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'a missing config',
      raw: post('/api/v1/user', '{"password":"long enough"}'),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'a missing password',
      raw: post('/api/v1/user', '{"config":{}}'),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'a config that is text',
      raw: post('/api/v1/user', '{"config":"x","password":"long enough"}'),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'a config that is a list',
      raw: post('/api/v1/user', '{"config":[],"password":"long enough"}'),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'a password that is a number',
      raw: post('/api/v1/user', '{"config":{},"password":12345678}'),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'a password of seven characters',
      raw: post('/api/v1/user', '{"config":{},"password":"seven77"}'),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'a password over 256 bytes',
      raw: post('/api/v1/user', `{"config":{},"password":"${'é'.repeat(129)}"}`),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'a configuration with a wrong source',
      raw: post(
        '/api/v1/user',
        '{"config":{"sources":[{"type":"stremio","url":"ftp://x"}]},"password":"long enough"}',
      ),
      status: 400,
      code: 'INVALID_CONFIG',
    },
    {
      request: 'a parent that does not exist',
      raw: post(
        '/api/v1/user',
        `{"config":{"parentConfig":{"uuid":"${unknownUuid}","password":"whatever"}},"password":"long enough"}`,
      ),
      status: 400,
      code: 'PARENT_CONFIG_UNAVAILABLE',
    },
    {
      request: 'HEAD without uuid',
      raw: head('HEAD /api/v1/user HTTP/1.1'),
      status: 400,
      code: null,
    },
    {
      request: 'HEAD of an unknown user',
      raw: head(`HEAD /api/v1/user?uuid=${unknownUuid} HTTP/1.1`),
      status: 404,
      code: null,
    },
    {
      request: 'HEAD of what cannot be a UUID',
      raw: head('HEAD /api/v1/user?uuid=%00%ff HTTP/1.1'),
      status: 404,
      code: null,
    },
    {
      request: 'GET without credentials',
      raw: head('GET /api/v1/user HTTP/1.1'),
      status: 401,
      code: 'UNAUTHORIZED',
    },
    {
      request: 'DELETE without credentials',
      raw: head('DELETE /api/v1/user HTTP/1.1'),
      status: 401,
      code: 'UNAUTHORIZED',
    },
    {
      request: 'PUT without credentials and with a wrong body',
      raw:
        head('PUT /api/v1/user HTTP/1.1', {
          'content-type': 'application/json',
          'content-length': 2,
        }) + '{}',
      status: 401,
      code: 'UNAUTHORIZED',
    },
    {
      request: 'a Basic header that is not base64',
      raw: head('GET /api/v1/user HTTP/1.1', { authorization: 'Basic ***' }),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'a Basic header without a colon',
      raw: head('GET /api/v1/user HTTP/1.1', { authorization: 'Basic YWJj' }),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'another scheme',
      raw: head('GET /api/v1/user HTTP/1.1', { authorization: 'Bearer abc' }),
      status: 401,
      code: 'UNAUTHORIZED',
    },
    {
      request: 'a wrong password',
      raw: head('GET /api/v1/user HTTP/1.1', {
        authorization: basic({ uuid: unknownUuid, password: 'wrong password' }),
      }),
      status: 401,
      code: 'UNAUTHORIZED',
    },
    {
      request: 'an unknown path',
      raw: head('GET /api/v1/nothing HTTP/1.1'),
      status: 404,
      code: 'NOT_FOUND',
    },
    {
      request: 'the bare prefix',
      raw: head('GET /api/v1 HTTP/1.1'),
      status: 404,
      code: 'NOT_FOUND',
    },
    {
      request: 'another method',
      raw: head('PATCH /api/v1/user HTTP/1.1', { 'content-length': 0 }),
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
    },
    {
      request: 'POST to the search',
      raw: post('/api/v1/search', '{}'),
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
    },
    {
      request: 'a body that says it is text',
      raw: post('/api/v1/user', '{}', { 'content-type': 'text/plain' }),
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    },
    {
      request: 'a form',
      raw: post('/api/v1/user', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    },
    {
      request: 'a compressed body',
      raw: post('/api/v1/user', '{}', { 'content-encoding': 'gzip' }),
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
    },
    {
      request: 'a path that is not percent-encoded text',
      raw: head('GET /api/v1/%zz HTTP/1.1'),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'bytes that are not HTTP',
      raw: 'what is this\r\n\r\n',
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'search without credentials',
      raw: head('GET /api/v1/search?type=movie&id=tt1 HTTP/1.1'),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'search with a wrong password',
      raw: head('GET /api/v1/search?type=movie&id=tt1 HTTP/1.1', {
        authorization: basic({ uuid: unknownUuid, password: 'wrong password' }),
      }),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'search with both methods',
      raw: head('GET /api/v1/search?type=movie&id=tt1 HTTP/1.1', {
        authorization: basic({ uuid: unknownUuid, password: 'x' }),
        'x-service-user-data': 'e30=',
      }),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'user data that is not base64',
      raw: head('GET /api/v1/search?type=movie&id=tt1 HTTP/1.1', { 'x-service-user-data': '{}' }),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'user data that is a list',
      raw: head('GET /api/v1/search?type=movie&id=tt1 HTTP/1.1', { 'x-service-user-data': 'W10=' }),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'search without an id',
      raw: head('GET /api/v1/search?type=movie HTTP/1.1', { 'x-service-user-data': 'e30=' }),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'search without a type',
      raw: head('GET /api/v1/search?id=tt1 HTTP/1.1', { 'x-service-user-data': 'e30=' }),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'search with two ids',
      raw: head('GET /api/v1/search?type=movie&id=tt1&id=tt2 HTTP/1.1', {
        'x-service-user-data': 'e30=',
      }),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'an unknown format',
      raw: head('GET /api/v1/search?type=movie&id=tt1&format=xml HTTP/1.1', {
        'x-service-user-data': 'e30=',
      }),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'an unknown required field',
      raw: head('GET /api/v1/search?type=movie&id=tt1&requiredFields=nope HTTP/1.1', {
        'x-service-user-data': 'e30=',
      }),
      status: 400,
      code: 'BAD_REQUEST',
    },
    {
      request: 'a required field that every object has',
      raw: head('GET /api/v1/search?type=movie&id=tt1&requiredFields=constructor HTTP/1.1', {
        'x-service-user-data': 'e30=',
      }),
      status: 400,
      code: 'BAD_REQUEST',
    },
  ]

  it('each of them', async () => {
    const { port } = await startService()
    for (const { request, raw, status, code } of cases) {
      const answer = await sendRaw(port, raw)
      expect.soft(answer.status, request).toBe(status)
      expect.soft(answer.headers['content-type'], request).toBe('application/json; charset=utf-8')
      if (code === null) expect.soft(answer.body, request).toBe('')
      else expect.soft(JSON.parse(answer.body), request).toEqual(failure(code))
      if (status === 401)
        expect.soft(answer.headers['www-authenticate'], request).toMatch(/^Basic /)
    }
  })

  it('405 names the methods that the path takes', async () => {
    const { port } = await startService()
    const { headers } = await sendRaw(
      port,
      head('PATCH /api/v1/user HTTP/1.1', { 'content-length': 0 }),
    )
    expect(headers['allow']!.split(', ').toSorted()).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'OPTIONS',
      'POST',
      'PUT',
    ])
  })

  it('a body over one mebibyte gets its answer, announced or not', async () => {
    const { port } = await startService()
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
    const { request } = await startService()
    const note = 'a'.repeat(mebibyte - 100)
    const { status } = await request('/api/v1/user', {
      method: 'POST',
      json: { config: { note }, password: 'long enough' },
    })
    expect(status).toBe(201)
  })

  it('headers over 256 KiB get 431, and 200 KiB are read', async () => {
    const { port } = await startService()
    const withHeader = (bytes: number) =>
      sendRaw(
        port,
        head('GET /api/v1/search?type=movie&id=tt1 HTTP/1.1', {
          'x-service-user-data': 'x'.repeat(bytes),
        }),
      )
    const over = await withHeader(1024 * 1024)
    expect(over.status).toBe(431)
    expect(JSON.parse(over.body)).toEqual(failure('HEADERS_TOO_LARGE'))
    expect((await withHeader(200 * 1024)).status).toBe(400)
  })

  it('a limit answers 429 with when to come back, for that client alone', async () => {
    const { request } = await startService({
      RATE_LIMIT_USER: '2/1m',
      TRUSTED_PROXIES: '127.0.0.1',
    })
    const ask = (address: string) =>
      request(`/api/v1/user?uuid=${unknownUuid}`, {
        method: 'GET',
        headers: { 'x-forwarded-for': address },
      })
    const answers = [
      await ask('192.0.2.1'),
      await ask('192.0.2.1'),
      await ask('192.0.2.1'),
      await ask('192.0.2.2'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 429, 401])
    expect(answers[2]!.body).toEqual(failure('RATE_LIMIT_EXCEEDED'))
    expect(Number(answers[2]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answers[2]!.headers.get('ratelimit-limit')).toBe('2')
  })

  it('X-Forwarded-For of a client that is no trusted proxy changes nothing', async () => {
    const { request } = await startService({ RATE_LIMIT_USER: '1/1m' })
    const ask = (address: string) =>
      request(`/api/v1/user?uuid=${unknownUuid}`, {
        method: 'GET',
        headers: { 'x-forwarded-for': address },
      })
    expect([await ask('192.0.2.1'), await ask('192.0.2.2')].map(({ status }) => status)).toEqual([
      401, 429,
    ])
  })
})
