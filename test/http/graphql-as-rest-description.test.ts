import { afterAll, describe, expect, it } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { startFilmSource } from '../support/film-source.ts'
import { head, sendRaw } from '../support/raw-http.ts'
import { answerCheck } from '../support/rest-description.ts'
import { failure, startService } from '../support/service.ts'

const { port, request, createUser, service } = await startService({}, afterAll)
await service.services.anime.useSample()
const films = await startFilmSource({ films: 5, series: 0, ends: afterAll })

describe('their description', () => {
  it('is an OpenAPI document that names each of them', async () => {
    const { status, body } = await request('/rest/openapi.json')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      openapi: expect.stringMatching(/^3\./),
      servers: [{ url: '/rest' }],
      paths: {
        '/me': { get: {} },
        '/user': { get: {} },
        '/user-exists': { get: {} },
        '/search/{id}': { get: {} },
        '/addon': { get: {} },
        '/create-user': { post: {} },
        '/update-user': { post: {} },
        '/change-password': { post: {} },
        '/delete-user': { post: {} },
      },
    })
  })

  it('leaves none out', async () => {
    const { body } = await request('/rest/openapi.json')
    const { paths } = body as unknown as { paths: Record<string, object> }
    const fields = [schema.getQueryType()!, schema.getMutationType()!].flatMap((type) =>
      Object.keys(type.getFields()),
    )
    const described = Object.keys(paths).map((path) => path.replace('/{id}', ''))
    const expected = fields.map(
      (name) => `/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    )
    const tables = ['hours-of-day', 'days-of-week', 'streams', 'users'].map(
      (part) => `/play-statistics/${part}`,
    )
    expect(described.toSorted()).toEqual([...expected, ...tables].toSorted())
  })

  it('describes answers as they are', async () => {
    const { body } = await request('/rest/openapi.json')
    const check = answerCheck(body)
    const auth = await createUser({ sources: [films.source] })
    const item = 'items?filter={"recursive":true}'
    for (const path of [
      item,
      'me',
      'libraries',
      'history',
      'activity',
      'service-users',
      'trackers',
      'anime-state',
      'resume',
      'facets',
    ]) {
      const answer = await request(`/rest/${path}`, { auth })
      expect(answer.status).toBe(200)
      expect({ path, errors: check(path, answer.body) }).toEqual({ path, errors: null })
    }
  })

  it('names no webhooks', async () => {
    const { text } = await request('/rest/openapi.json')
    expect(text).not.toContain('webhook')
  })
})

describe('the page of the documentation', () => {
  it('shows both descriptions, with files of this server alone', async () => {
    const { status, headers, text } = await request('/docs')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(text).not.toMatch(/https?:\/\//)
    const { text: start } = await request('/docs/files/start.js')
    expect(start).toContain('/api/v1/openapi.json')
    expect(start).toContain('/rest/openapi.json')
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!)
    expect(files.length).toBeGreaterThanOrEqual(3)
    for (const path of files) {
      const { status, headers } = await request(new URL(path, 'http://service/docs').pathname)
      const type = headers.get('content-type')
      expect({ path, status, type }).toMatchObject({
        status: 200,
        type: expect.stringMatching(/css|javascript|svg/),
      })
    }
  })

  it.each([
    '../package.json',
    '%2e%2e/package.json',
    '..%2fpackage.json',
    '..%5cpackage.json',
    'index.html/../../x',
    'index.html',
    'swagger-initializer.js',
    '%00',
    'swagger-ui.css%00',
    '',
  ])('does not give away other files: %s', async (path) => {
    const { status, body } = await sendRaw(port, head(`GET /docs/files/${path} HTTP/1.1`))
    expect(status).toBe(404)
    expect(JSON.parse(body)).toEqual(failure('NOT_FOUND'))
  })
})
