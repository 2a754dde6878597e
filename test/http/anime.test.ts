import { beforeAll, describe, expect, it, afterAll } from 'vitest'
import { animeIdTypes } from '../../src/model/anime.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

let service: RunningService

beforeAll(async () => {
  service = await startService({ RATE_LIMIT_ANIME: 'off' }, afterAll)
  service.service.services.anime.useSample()
})

const ask = (query: string, init = {}) => service.request(`/api/v1/anime?${query}`, init)

describe('GET /api/v1/anime', () => {
  it('answers the entry of an id', async () => {
    const { status, body } = await ask('idType=malId&idValue=21')
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, detail: 'OK', error: null })
    expect(body.data.mappings).toMatchObject({ malId: 21 })
    expect(Object.keys(body.data.mappings).toSorted()).toEqual([...animeIdTypes].toSorted())
  })

  it('answers null, and success, where nothing matches', async () => {
    const { status, body } = await ask('idType=malId&idValue=999999999')
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, detail: 'OK', error: null, data: null })
  })

  it('finds the part of a split series that an episode belongs to', async () => {
    const { body } = await ask('idType=thetvdbId&idValue=267440&season=4&episode=29')
    expect(body.data.mappings).toMatchObject({ malId: 51535 })
  })

  it.each([
    ['an unknown idType', 'idType=nope&idValue=1', /idType is invalid.*animePlanetId.*traktId/],
    ['no idType', 'idValue=1', /idType/],
    ['no idValue', 'idType=malId', /idValue/],
    ['a season that is no number', 'idType=malId&idValue=21&season=x', /season must be a whole/],
    ['a negative episode', 'idType=malId&idValue=21&episode=-1', /episode must be a whole/],
    ['half an episode', 'idType=malId&idValue=21&episode=1.5', /episode must be a whole/],
    ['two ids', 'idType=malId&idValue=1&idValue=2', /idValue/],
  ])('refuses %s', async (_, query, message) => {
    const { status, body } = await ask(query)
    expect(status).toBe(400)
    expect(body.data).toBeNull()
    expect(body.error).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(message),
    })
  })

  it('may be cached, and is not sent again to who has it', async () => {
    const first = await ask('idType=malId&idValue=21')
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+/)
    const again = await ask('idType=malId&idValue=21', {
      headers: { 'if-none-match': first.headers.get('etag') },
    })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})

describe('POST /api/v1/anime', () => {
  it('answers every query in order, whatever the others are', async () => {
    const queries = [
      { idType: 'malId', idValue: 21 },
      { idType: 'nope', idValue: 1 },
      null,
      { idType: 'malId', idValue: '999999999' },
    ]
    const { status, body } = await service.request('/api/v1/anime', {
      method: 'POST',
      json: { queries },
    })
    expect(status).toBe(200)
    expect(body.data).toEqual([
      { data: expect.objectContaining({ mappings: expect.objectContaining({ malId: 21 }) }) },
      { error: { code: 'BAD_REQUEST', message: expect.stringContaining('idType') } },
      { error: { code: 'BAD_REQUEST', message: expect.stringContaining('object') } },
      { data: null },
    ])
  })

  it.each([
    ['more than a hundred', { queries: Array.from({ length: 101 }, () => ({})) }],
    ['no list', { queries: 'all' }],
    ['nothing', {}],
  ])('refuses %s', async (_, json) => {
    const { status, body } = await service.request('/api/v1/anime', { method: 'POST', json })
    expect([status, body.error?.code]).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('without data', () => {
  it('says so and what to do, and everything else works', async () => {
    const { request } = await startService({ RATE_LIMIT_ANIME: 'off' })
    const { status, body, headers } = await request('/api/v1/anime?idType=malId&idValue=21')
    expect([status, body.error?.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(body.error?.message).toContain('npm run anime:refresh')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    const ready = await request('/readyz')
    expect(ready.status).toBe(200)
    expect(JSON.parse(ready.text)).toMatchObject({ anime: 'missing' })
  })
})

describe('GraphQL', () => {
  const run = async (query: string) =>
    (await service.request('/graphql', { method: 'POST', json: { query } })).body as unknown as {
      data: Record<string, unknown>
    }

  it('answers look-ups, relatives and translated episodes', async () => {
    const { data } = await run(`{
      one: anime(idType: malId, idValue: "21") { mappings { malId } }
      other: anime(idType: malId, idValue: "51535") { numbering { tvdb { season fromEpisode } } }
      many: animeMany(queries: [{ idType: malId, idValue: "21" }, { idType: malId, idValue: "0" }]) { data { title } }
      related: animeRelated(idType: malId, idValue: "51535") { mappings { malId } }
      translated: translateEpisode(from: { idType: thetvdbId, idValue: "267440", season: 4, episode: 29 }, to: malId) { idValue episode }
    }`)
    expect(data).toMatchObject({
      one: { mappings: { malId: 21 } },
      other: { numbering: { tvdb: { season: 4, fromEpisode: 29 } } },
      many: [{ data: { title: expect.any(String) } }, { data: null }],
      translated: { idValue: '51535', episode: 1 },
    })
    expect(data['related']).toContainEqual({ mappings: { malId: 16498 } })
  })
})
