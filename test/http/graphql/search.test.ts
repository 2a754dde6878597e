import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, sourceAt, startAddon } from '../../support/addon.ts'
import { startService, userDataHeader } from '../../support/service.ts'
import { startUpstream, status } from '../../support/upstream.ts'

const { request, graphql, createUser } = await startService({}, afterAll)
const addon = await startAddon({
  streams: [
    filmStream(1),
    filmStream(2),
    { name: 'Web', title: 'Some.Film.2020.720p.WEB.x264-WEB.mkv', url: 'https://cdn.example/3' },
  ],
  ends: afterAll,
})
const broken = await startUpstream(status(503), '127.0.0.1', afterAll)
const config = {
  name: 'Home',
  sources: [addon.source, sourceAt(`${broken.url}/secret-key/manifest.json`, 'Broken')],
  filters: { resolution: { exclude: ['720p'] } },
}
const header = {
  'content-type': 'application/json',
  'x-service-user-data': userDataHeader(config),
}
const films = 'search(type: "movie", id: "tt1"'

describe('search', () => {
  it('finds the same results in the same order as /api/v1/search', async () => {
    const rest = await request('/api/v1/search?type=movie&id=tt1&format=1', { headers: header })
    const [result] = rest.body.data.results
    const fields = Object.entries(result).map(([name]) =>
      name === 'parsedFile'
        ? `parsedFile { ${Object.keys(result.parsedFile).join(' ')} }`
        : name === 'subtitleTracks'
          ? 'subtitleTracks { url }'
          : name,
    )
    const { data } = await graphql(
      `{ ${films}, format: true) { results { ${fields.join(' ')} } } }`,
      {
        headers: header,
      },
    )
    expect(data.search.results).toEqual(rest.body.data.results)
    expect(data.search.results).toHaveLength(2)
  })

  it('has statistics and errors as numbers, too', async () => {
    const { data } = await graphql(
      `{ ${films}) {
           filtered tookMs
           errors { title description sourceId }
           statistics {
             title description
             source { id name status count tookMs fromCache }
             step { step before after tookMs dropped { reason count } }
           }
         } }`,
      { headers: header },
    )
    const { errors, statistics, ...rest } = data.search
    expect(rest).toEqual({ filtered: 0, tookMs: expect.any(Number) })
    expect(errors).toEqual([
      { title: 'Broken', description: expect.any(String), sourceId: expect.any(String) },
    ])
    const sources = statistics.flatMap(({ source }: { source: object | null }) => source ?? [])
    expect(sources).toMatchObject([
      { name: 'Loopback', status: 'ANSWERED', count: 3 },
      { name: 'Broken', status: 'FAILED', count: 0 },
    ])
    const steps = statistics.flatMap(({ step }: { step: object | null }) => step ?? [])
    expect(steps).toContainEqual(
      expect.objectContaining({
        step: 'FILTER',
        before: 3,
        after: 2,
        dropped: [{ reason: expect.any(String), count: 1 }],
      }),
    )
    expect(statistics.at(-1)).toMatchObject({ title: 'Total', source: null, step: null })
  })

  it('takes requiredFields, and counts what they drop', async () => {
    const { data } = await graphql(
      `{ ${films}, requiredFields: ["infoHash", "url"]) { filtered results { infoHash } } }`,
      { headers: header },
    )
    expect(data.search).toEqual({ filtered: 2, results: [] })
  })

  it('fills name and description only with format', async () => {
    const { data } = await graphql(
      `{ plain: ${films}) { results { name description } }
         formatted: ${films}, format: true) { results { name description } } }`,
      { headers: header },
    )
    expect(data.plain.results[0]).toEqual({ name: null, description: null })
    expect(data.formatted.results[0]).toEqual({
      name: expect.stringContaining('1080p'),
      description: expect.any(String),
    })
  })

  it('takes Basic credentials', async () => {
    const user = await createUser(config)
    const { data } = await graphql(`{ ${films}) { results { addon } } }`, { auth: user })
    expect(data.search.results).toEqual([{ addon: 'Loopback' }, { addon: 'Loopback' }])
  })

  it.each([
    ['no credentials', { 'content-type': 'application/json' }],
    ['both credentials', { ...header, authorization: 'Basic YTpi' }],
    ['a wrong header', { ...header, 'x-service-user-data': 'W10=' }],
  ])('refuses %s with BAD_REQUEST', async (_what, headers) => {
    const { data, errors } = await graphql(`{ ${films}) { filtered } }`, { headers })
    expect(data).toBeNull()
    expect(errors).toMatchObject([{ path: ['search'], extensions: { code: 'BAD_REQUEST' } }])
  })

  it.each([
    'type: "", id: "tt1"',
    'type: "movie", id: ""',
    'type: "movie", id: "tt1", requiredFields: ["nope"]',
  ])('refuses %s', async (given) => {
    const { errors } = await graphql(`{ search(${given}) { filtered } }`, { headers: header })
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }])
  })
})

describe('addon', () => {
  it('describes what the configuration can be asked for', async () => {
    const { data } = await graphql('{ addon { name description logo types idPrefixes } }', {
      headers: header,
    })
    expect(data.addon).toEqual({
      name: 'Home',
      description: expect.any(String),
      logo: null,
      types: ['movie', 'series'],
      idPrefixes: ['tt'],
    })
  })
})
