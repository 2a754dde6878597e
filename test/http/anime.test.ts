import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { animeIdTypes } from '../../src/model/anime.ts'
import { failure, startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

let service: RunningService

beforeAll(async () => {
  service = await startService({ RATE_LIMIT_ANIME: 'off' }, afterAll)
  await service.service.services.anime.useSample()
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

  it.each(['&season=', '&episode=', '&season=&episode='])(
    'takes an empty number for none: %s',
    async (empty) => {
      const query = 'idType=malId&idValue=21'
      expect(await ask(query + empty)).toMatchObject({ status: 200, body: (await ask(query)).body })
    },
  )

  it('answers HEAD as it would GET, without the body', async () => {
    const query = 'idType=malId&idValue=21'
    const [whole, bare] = [await ask(query), await ask(query, { method: 'HEAD' })]
    expect([bare.status, bare.text]).toEqual([200, ''])
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      expect([name, bare.headers.get(name)]).toEqual([name, whole.headers.get(name)])
    }
    const wrong = await ask('idType=nope&idValue=21', { method: 'HEAD' })
    expect([wrong.status, wrong.text]).toEqual([400, ''])
  })

  it.each(['PUT', 'PATCH', 'DELETE'])('takes no %s, and says what it takes', async (method) => {
    const { status, headers, body } = await ask('idType=malId&idValue=21', { method })
    expect(status).toBe(405)
    expect(headers.get('allow')?.split(', ').toSorted()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST'])
    expect(body).toEqual(failure('METHOD_NOT_ALLOWED'))
  })
})

describe('the limit of look-ups', () => {
  it('counts those of all interfaces together, and answers 429 with when to come back', async () => {
    const { request, graphql, service } = await startService({ RATE_LIMIT_ANIME: '3/1m' })
    await service.services.anime.useSample()
    const query = { idType: 'malId', idValue: 21 }
    const get = () => request('/api/v1/anime?idType=malId&idValue=21')
    const first = await get()
    expect(first.status).toBe(200)
    expect(first.headers.get('ratelimit-limit')).toBe('3')
    expect(first.headers.get('ratelimit-remaining')).toBe('2')
    const many = await request('/api/v1/anime', { method: 'POST', json: { queries: [query] } })
    expect(many.headers.get('ratelimit-remaining')).toBe('1')
    const typed = '{ anime(idType: malId, idValue: "21") { title } }'
    expect((await graphql(typed)).data.anime.title).toBe('One Piece')

    const { status, headers, body } = await get()
    expect(status).toBe(429)
    expect(body).toEqual(failure('RATE_LIMIT_EXCEEDED', expect.stringContaining('try again')))
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(headers.get('ratelimit-remaining')).toBe('0')
    expect(headers.get('ratelimit-policy')).toBe('3;w=60')
    expect(headers.get('cache-control')).toBeNull()
    expect((await graphql(typed)).errors?.[0]?.extensions?.code).toBe('RATE_LIMIT_EXCEEDED')
  })
})

/** What a list says of a query, by asking for it alone. */
async function answerOf(query: unknown): Promise<object> {
  const { idType, idValue } = Object(query) as { idType?: string; idValue?: string | number }
  if (idType === undefined) {
    const message = 'a query must be an object with idType and idValue'
    return { error: { code: 'BAD_REQUEST', message } }
  }
  const { body } = await ask(`idType=${idType}&idValue=${idValue}`)
  if (body.success) return { data: body.data }
  const message = `idType is invalid: it must be one of ${animeIdTypes.join(', ')}`
  return { error: { code: 'BAD_REQUEST', message } }
}

describe('POST /api/v1/anime', () => {
  it.each([
    ['none', []],
    ['one', [{ idType: 'malId', idValue: 21 }]],
    ['only invalid ones', [{ idType: 'nope', idValue: 1 }, null]],
    [
      'all kinds',
      [null, { idType: 'malId', idValue: '51535' }, { idType: 'malId', idValue: '987654' }, 7],
    ],
  ])(
    'answers %s byte for byte like single questions, also from what it has kept',
    async (_which, queries) => {
      const lookupMany = vi.spyOn(service.service.services.anime, 'lookupMany')
      const post = () => service.request('/api/v1/anime', { method: 'POST', json: { queries } })
      const [first, second] = [await post(), await post()]
      const answers = await Promise.all(queries.map(async (query) => answerOf(query)))
      expect(first.text).toBe(
        JSON.stringify({ success: true, detail: 'OK', error: null, data: answers }),
      )
      expect(second.text).toBe(first.text)
      expect(lookupMany.mock.calls.length).toBeLessThanOrEqual(1)
      lookupMany.mockRestore()
    },
  )

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
    for (const queries of [[], [{ idType: 'nope', idValue: 1 }]]) {
      const many = await request('/api/v1/anime', { method: 'POST', json: { queries } })
      expect([many.status, many.body.error?.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect(Number(many.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const ready = await request('/readyz')
    expect(ready.status).toBe(200)
    expect(JSON.parse(ready.text)).toMatchObject({ anime: 'missing' })
  })
})

describe('GraphQL', () => {
  it('answers look-ups, relatives and translated episodes', async () => {
    const { data } = await service.graphql(`{
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
    expect(data.related).toContainEqual({ mappings: { malId: 16498 } })
  })

  it('finds everything that one request asks for in one pass', async () => {
    const lookupMany = vi.spyOn(service.service.services.anime, 'lookupMany')
    const { data, errors } = await service.graphql(`{
      first: anime(idType: malId, idValue: "21") { title }
      second: anime(idType: kitsuId, idValue: "1") { title }
      many: animeMany(queries: [
        { idType: malId, idValue: "21" }
        { idType: imdbId, idValue: "tt2560140", season: 4, episode: 29 }
        { idType: malId, idValue: "21", season: -1 }
        { idType: malId, idValue: "987654" }
      ]) { data { mappings { malId } } error { code message } }
    }`)
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      first: { title: 'One Piece' },
      second: { title: 'Cowboy Bebop' },
      many: [
        { data: { mappings: { malId: 21 } }, error: null },
        { data: { mappings: { malId: 51535 } }, error: null },
        {
          data: null,
          error: { code: 'BAD_REQUEST', message: 'season must be a whole number from 0' },
        },
        { data: null, error: null },
      ],
    })
    expect(lookupMany).toHaveBeenCalledOnce()
    expect(lookupMany.mock.lastCall?.[0]).toHaveLength(6)
  })

  it('tells the ids alone of the same entries, and none for what is invalid or unknown', async () => {
    const { data, errors } = await service.graphql(
      'query ($queries: [AnimeQuery!]!) { animeIds(queries: $queries) animeMany(queries: $queries) { data { id } } }',
      {
        variables: {
          queries: [
            { idType: 'malId', idValue: '21' },
            { idType: 'malId', idValue: '21', season: -1 },
            { idType: 'imdbId', idValue: 'tt2560140', season: 4, episode: 29 },
            { idType: 'malId', idValue: '987654' },
          ],
        },
      },
    )
    expect(errors).toBeUndefined()
    const [first, , third] = data.animeMany
    expect(data.animeIds).toEqual([first.data.id, null, third.data.id, null])
    expect(first.data.id).not.toBe(third.data.id)
  })

  it.each(['animeIds(queries: $queries)', 'animeMany(queries: $queries) { data { title } }'])(
    'refuses more than a hundred queries of %s',
    async (field) => {
      const queries = Array.from({ length: 101 }, () => ({ idType: 'malId', idValue: '21' }))
      const { errors } = await service.graphql(`query ($queries: [AnimeQuery!]!) { ${field} }`, {
        variables: { queries },
      })
      expect(errors).toMatchObject([
        { message: 'queries may hold at most 100 queries', extensions: { code: 'BAD_REQUEST' } },
      ])
    },
  )
})
