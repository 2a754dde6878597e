import { afterAll, describe, expect, it } from 'vitest'
import { empty, get, save, saveConfig, search } from '../support/api-requests.ts'
import { head, sendRaw } from '../support/raw-http.ts'
import { bodies, paths, searches, users } from '../support/refused-requests.ts'
import { basic, failure, startService } from '../support/service.ts'

const mebibyte = 1024 * 1024
const challenge = { 'www-authenticate': expect.stringMatching(/^Basic realm=/) }

const { port, request, createUser } = await startService({}, afterAll)
const somebody = basic(await createUser())

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
