import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, describe, expect, it } from 'vitest'
import { mediaRoutes } from '../../src/http/media-server/routes.ts'
import { serviceRoutes } from '../../src/http/media-server/service-routes.ts'
import { filmStream, startAddon } from '../support/addon.ts'
import { seriesId, startFilmSource } from '../support/film-source.ts'
import { signInApp } from '../support/media-client.ts'
import { routeOptions } from '../support/route-options.ts'
import { startService, unknownUuid, userDataHeader } from '../support/service.ts'
import type { RequestOptions } from '../support/service.ts'

type Operation = {
  summary: string
  parameters: { name: string; in: string; required: boolean }[]
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
type Description = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: object
}

const committed = readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8')
const description = JSON.parse(committed) as Description
const { request, createUser, service, url } = await startService({}, afterAll)
await service.services.anime.useSample()
const addon = await startAddon({
  streams: [
    filmStream(1),
    { ...filmStream(2), infoHash: undefined, url: 'https://cdn.example/2.mkv' },
  ],
  ends: afterAll,
})

const ajv = new Ajv2020({ strict: false, allErrors: true })
// ajv-formats is CommonJS, whose default export TypeScript sees one level too deep.
;(addFormats as unknown as (target: Ajv2020) => void)(ajv)
ajv.addSchema({ $id: 'openapi', components: description.components })

/** What is wrong with an answer by the description; nothing: []. */
function problems(method: string, path: string, status: number, body: unknown): unknown[] {
  const { responses } = description.paths[path]![method.toLowerCase()]!
  const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`]!
  if (status < 300 && !(status in responses)) return [`${status} is not described`]
  const schema = Object.values(response.content ?? {})[0]?.schema
  if (!schema) return body === null ? [] : ['a body is not described']
  const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')
  const validate = ajv.compile(JSON.parse(text) as object)
  validate(body)
  return validate.errors ?? []
}

const config = { name: 'Home', sources: [addon.source] }
const user = await createUser(config)
const wrong = { uuid: unknownUuid, password: 'wrong horse' }
const header = { 'x-service-user-data': userDataHeader(config) }
const wrongConfig = { config: { sources: 'none' } }
const passing = { type: 'movie', id: 'tt1' }

type Case = [
  operation: string,
  status: number,
  options?: RequestOptions,
  query?: Record<string, string>,
]

const cases: Case[] = [
  ['HEAD /api/v1/user', 200, {}, { uuid: user.uuid }],
  ['HEAD /api/v1/user', 404, {}, { uuid: unknownUuid }],
  ['HEAD /api/v1/user', 400],
  ['GET /api/v1/user', 200, { auth: user }],
  ['GET /api/v1/user', 200, { auth: user }, { raw: 'true' }],
  ['GET /api/v1/user', 400, { auth: user }, { raw: 'maybe' }],
  ['GET /api/v1/user', 401, { auth: wrong }],
  ['POST /api/v1/user', 201, { json: { config, password: 'correct horse' } }],
  ['POST /api/v1/user', 400, { json: {} }],
  ['POST /api/v1/user', 400, { json: { ...wrongConfig, password: 'correct horse' } }],
  ['POST /api/v1/user', 413, { json: { config: { note: 'a'.repeat(1_100_000) } } }],
  ['POST /api/v1/user', 415, { body: 'text' }],
  ['PUT /api/v1/user', 200, { auth: user, json: { config } }],
  ['PUT /api/v1/user', 400, { auth: user, json: wrongConfig }],
  ['PUT /api/v1/user', 401, { auth: wrong, json: { config } }],
  ['PUT /api/v1/user', 412, { auth: user, json: { config }, headers: { 'if-match': '"x"' } }],
  ['DELETE /api/v1/user', 401, { auth: wrong }],
  ['DELETE /api/v1/user', 412, { auth: user, headers: { 'if-match': '"x"' } }],
  ['GET /api/v1/search', 200, { headers: header }, passing],
  ['GET /api/v1/search', 200, { headers: header }, { ...passing, format: 'true' }],
  ['GET /api/v1/search', 200, { headers: header }, { ...passing, format: 'stremio' }],
  ['GET /api/v1/search', 200, { headers: header }, { ...passing, requiredFields: 'infoHash,url' }],
  ['GET /api/v1/search', 200, { auth: user }, passing],
  ['GET /api/v1/search', 400, { headers: header }],
  ['GET /api/v1/search', 400, {}, passing],
  ['GET /api/v1/search', 400, { auth: wrong }, passing],
  ['GET /api/v1/anime', 200, {}, { idType: 'malId', idValue: '21' }],
  ['GET /api/v1/anime', 400, {}, { idType: 'nope', idValue: '21' }],
  ['POST /api/v1/anime', 200, { json: { queries: [{ idType: 'malId', idValue: 21 }, {}] } }],
  ['POST /api/v1/anime', 400, { json: {} }],
  ['DELETE /api/v1/user', 200, { auth: user }],
]

function describedOperations(): string[] {
  return Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

describe('the description of /api/v1', () => {
  it('is served as it is committed', async () => {
    const { status, headers, body } = await request('/api/v1/openapi.json')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body).toEqual(description)
  })

  it('has a success among these cases for each of its operations', () => {
    const described = describedOperations().filter((operation) => operation.includes('/api/v1/'))
    const succeeded = cases.filter(([, status]) => status < 300).map(([operation]) => operation)
    expect([...new Set(succeeded)].toSorted()).toEqual(described.toSorted())
  })

  it('asks for the parameters of the interface', () => {
    const named = (path: string, method: string) =>
      description.paths[path]![method]!.parameters.map(({ name, required }) => [name, required])
    expect(named('/api/v1/user', 'head')).toEqual([['uuid', true]])
    expect(named('/api/v1/user', 'get')).toEqual([['raw', false]])
    expect(named('/api/v1/search', 'get')).toEqual([
      ['type', true],
      ['id', true],
      ['requiredFields', false],
      ['format', false],
    ])
  })

  it('would notice a field that is missing, extra or of another type', () => {
    const failed = { success: false, detail: null, data: null, error: { code: 'X', message: 'm' } }
    expect(problems('GET', '/api/v1/user', 400, failed)).toHaveLength(1)
    const answer = { success: true, detail: null, error: null, data: { results: [{ a: 1 }] } }
    expect(problems('GET', '/api/v1/search', 200, answer).length).toBeGreaterThan(10)
  })

  // In order: the last one deletes the user.
  it.each(cases)('%s answers %i as described', async (operation, status, options, query) => {
    const [method, path] = operation.split(' ') as [string, string]
    const address = `${path}?${new URLSearchParams(query)}`
    const answer = await request(address, { ...options, method })
    expect(answer.status).toBe(status)
    expect(problems(method, path, answer.status, answer.body)).toEqual([])
  })
})

describe('the description of the extensions of the media server', async () => {
  const source = await startFilmSource({ films: 3, series: 2, ends: afterAll })
  const household = await createUser({
    sources: [source.source],
    mediaServer: { users: [{ name: 'Kim', pin: '471100' }] },
  })
  const { token, userId } = await signInApp(url, household)
  const headers = { 'x-emby-token': token }
  const ask = (path: string, options: RequestOptions = {}) => request(path, { headers, ...options })
  const found = await ask(`/Items?IncludeItemTypes=Series&Recursive=true&Fields=ProviderIds`)
  const { Items } = found.body as unknown as {
    Items: { Id: string; ProviderIds: { Imdb: string } }[]
  }
  const series = Items.find(({ ProviderIds }) => ProviderIds.Imdb === seriesId(0)) ?? Items[0]!
  const episodes = await ask(`/Shows/${series.Id}/Episodes?IsMissing=false`)
  const episodeId = (episodes.body as unknown as { Items: { Id: string }[] }).Items[0]!.Id
  const users = (await ask('/Service/Users')).body as unknown as { user: { Id: string } }[]
  const kim = users.find(({ user }) => user.Id !== userId)!.user.Id
  const file = { version: 1, users: [] }

  const extensionCases: [
    operation: string,
    status: number,
    path: string,
    options?: RequestOptions,
  ][] = [
    ['GET /System/Info/Public', 200, '/System/Info/Public', { headers: {} }],
    ['GET /Service/Users', 200, '/Service/Users'],
    ['GET /Service/Users', 401, '/Service/Users', { headers: {} }],
    ['POST /Service/Token', 200, '/Service/Token', { json: { UserId: kim, Pw: '471100' } }],
    ['POST /Service/Token', 401, '/Service/Token', { json: { UserId: kim, Pw: '000000' } }],
    ['POST /Service/PlayedUpTo/{episodeId}', 204, `/Service/PlayedUpTo/${episodeId}`],
    ['POST /Service/PlayedUpTo/{episodeId}', 404, `/Service/PlayedUpTo/${kim}`],
    ['GET /Service/Activity', 200, '/Service/Activity'],
    ['GET /Service/History', 200, '/Service/History?limit=5'],
    ['GET /Service/History', 400, '/Service/History?limit=x'],
    ['GET /Service/History/Export', 200, '/Service/History/Export'],
    ['POST /Service/History/Import', 400, '/Service/History/Import', { json: file }],
    ['POST /Service/History/Clear', 200, '/Service/History/Clear', { json: { userId } }],
  ]

  it.each(extensionCases)(
    '%s answers %i as described',
    async (operation, status, path, options) => {
      const [method, described] = operation.split(' ') as [string, string]
      const answer = await ask(path, { method, ...options })
      expect(answer.status).toBe(status)
      expect(problems(method, described, status, answer.body)).toEqual([])
    },
  )

  it('takes in its own export as described', async () => {
    const exported = await ask('/Service/History/Export')
    const path = '/Service/History/Import'
    const answer = await ask(path, { method: 'POST', json: exported.body })
    expect(answer.status).toBe(200)
    expect(problems('POST', path, 200, answer.body)).toEqual([])
  })

  it('names all of them', () => {
    const tried = new Set(extensionCases.map(([operation]) => operation))
    const described = describedOperations().filter((operation) => !operation.includes('/api/v1/'))
    expect([...tried].toSorted()).toEqual(described.toSorted())
  })

  it('leaves out none that is served', () => {
    const served = [...mediaRoutes(routeOptions), ...serviceRoutes(service.services, routeOptions)]
      .filter(({ path }) => path.startsWith('/Service/'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
    const described = describedOperations().filter((operation) => operation.includes(' /Service/'))
    expect(described.toSorted()).toEqual(served.toSorted())
  })
})
