import { afterAll, describe, expect, it } from 'vitest'
import { startService } from '../../support/service.ts'
import type { RequestOptions } from '../../support/service.ts'

const { request, graphql, createUser } = await startService({}, afterAll)

const json = { 'content-type': 'application/json' }
const strict = { ...json, accept: 'application/graphql-response+json' }
const search = `search(type: "movie", id: "tt1") {
  results { infoHash fileIdx sources url nzbUrl ytId externalUrl filename folderName size folderSize
    seeders age indexer addon type service cached library proxied message duration bitrate languages
    subtitles videoHash bingeGroup notWebReady requestHeaders responseHeaders countryWhitelist private
    parsedFile { title year seasons episodes date resolution quality encode visualTags audioTags
      audioChannels languages subtitles releaseGroup container network edition flags } }
  statistics { title description source { id name } step { step dropped { reason count } } }
}`
const many = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')

function deep(levels: number): string {
  return `${'{ a '.repeat(levels)}${'}'.repeat(levels)}`
}

describe('what cannot be run is BAD_REQUEST and says why', () => {
  it.each([
    ['text that is no GraphQL', '{ me ', /Syntax Error/],
    ['an empty query', '', /Syntax Error/],
    ['an unknown field', '{ nope }', /"nope"/],
    ['a missing argument', '{ userExists }', /"uuid"/],
    ['an argument of another type', '{ userExists(uuid: 5) }', /String/],
    ['a field without its fields', '{ me }', /subfields|selection/],
    ['a fragment within itself', '{ ...A } fragment A on Query { ...A }', /within itself/],
    ['a subscription to what there is not', 'subscription { x }', /subscription/i],
    ['an unknown directive', '{ __typename @defer }', /@defer/],
    [
      'two operations and no name',
      'query A { __typename } query B { __typename }',
      /which operation|what operation/,
    ],
    ['more than 12 levels', deep(14), /depth limit of 12/i],
    [
      'more than 30 aliases',
      `{ ${many(31, (i) => `a${i}: userExists(uuid: "x")`)} }`,
      /Aliases limit of 30/,
    ],
    ['more than 5,000 tokens', `{ ${many(5_001, () => '__typename')} }`, /Token limit of 5000/],
    [
      'more than 50 directives',
      `{ __typename ${many(51, () => '@include(if: true)')} }`,
      /Directives limit of 50/,
    ],
    ['more work than is fair', `{ ${many(30, (i) => `a${i}: ${search}`)} }`, /cost limit/i],
    [
      'more work than is fair, in a fragment',
      `{ ${many(30, (i) => `a${i}: search(type: "movie", id: "tt1") { ...F }`)} }
       fragment F on SearchResponse { ${search.slice(search.indexOf('{') + 1, -1)} }`,
      /cost limit/i,
    ],
    [
      'an introspection that multiplies itself',
      `{ __schema { types { ${'fields { type { '.repeat(5)} name ${'} }'.repeat(5)} } } }`,
      /introspection depth/i,
    ],
  ])('%s', async (_what, query, message) => {
    const { data, errors } = await graphql(query)
    expect(data).toBeUndefined()
    expect(errors!.length).toBeGreaterThan(0)
    for (const { extensions } of errors!) expect(extensions).toEqual({ code: 'BAD_REQUEST' })
    expect(errors!.map(({ message }) => message).join('\n')).toMatch(message)
  })

  it('but one whole search, in a fragment and with 29 aliases beside it, is fine', async () => {
    const { errors } = await graphql(`{ ${many(29, (i) => `a${i}: userExists(uuid: "x")`)} ...F }
      fragment F on Query { s: ${search} }`)
    // It runs, and is refused only for want of credentials.
    expect(errors).toMatchObject([{ path: ['s'] }])
  })
})

describe('wrong variables are BAD_REQUEST, whether the query is new, known or compiled', () => {
  const exists = 'query ($uuid: String!) { userExists(uuid: $uuid) }'
  const create =
    'mutation ($config: UserData!) { createUser(config: $config, password: "long enough") { uuid } }'

  it.each([
    ['a number for text', exists, { uuid: 5 }],
    ['none', exists, undefined],
    ['null', exists, { uuid: null }],
    ['text for an object', create, { config: 'x' }],
    ['a list for an object', create, { config: [] }],
    [
      'null where a default stands',
      'query ($raw: Boolean = true) { me(raw: $raw) { uuid } }',
      { raw: null },
    ],
  ])('%s', async (_what, query, variables) => {
    const user = await createUser()
    for (let time = 1; time <= 3; time += 1) {
      const { errors, status } = await graphql(query, { variables, auth: user })
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }])
      expect(errors).toHaveLength(1)
      expect(status).toBe(200)
    }
  })
})

describe('a flood of wrong variables', () => {
  it('is refused with a short answer, whether the query is new, known or compiled', async () => {
    const query = 'query ($queries: [AnimeQuery!]!) { animeMany(queries: $queries) { __typename } }'
    const variables = { queries: Array.from({ length: 60_000 }, () => ({})) }
    for (let time = 1; time <= 3; time += 1) {
      const { errors = [] } = await graphql(query, { variables })
      expect(errors.length).toBeGreaterThan(0)
      expect(errors.length).toBeLessThan(100)
      for (const { extensions } of errors) expect(extensions).toEqual({ code: 'BAD_REQUEST' })
    }
  })
})

describe('a compiled query answers as the first time', () => {
  it.each([
    ['a success', '{ __typename userExists(uuid: "x") }', 200],
    ['a failure of a field', '{ user(uuid: "x") { uuid } }', 200],
    ['a failure of the credentials', '{ __typename me { uuid } }', 200],
    [
      'introspection',
      '{ __schema { queryType { name fields { name } } } __type(name: "User") { name } }',
      200,
    ],
  ])('%s', async (_what, query, status) => {
    const comparable = ({ data, errors = [], ...answer }: Awaited<ReturnType<typeof graphql>>) => ({
      data,
      errors: errors.map(({ message, path, extensions }) => ({ message, path, extensions })),
      status: answer.status,
    })
    const answers = [await graphql(query), await graphql(query), await graphql(query)]
    const [first, ...later] = answers.map(comparable)
    expect(first!.status).toBe(status)
    for (const answer of later) expect(answer).toEqual(first)
  })
})

describe('over HTTP', () => {
  const ask = async (path: string, options: RequestOptions) => {
    const { status, headers, body } = await request(path, options)
    const { errors } = body as unknown as { errors: { extensions: { code: string } }[] }
    return { status, headers, codes: errors?.map(({ extensions }) => extensions.code) }
  }
  const post = (body: string, headers: Record<string, string> = json) =>
    ask('/graphql', { method: 'POST', body, headers })

  it.each([
    ['a body that is no JSON', '{'],
    ['an empty body', ''],
    ['the word null', 'null'],
    ['a query that is a number', '{"query":5}'],
    ['variables that are a list', '{"query":"{__typename}","variables":[]}'],
    ['several requests at once', '[{"query":"{__typename}"}]'],
    ['a name of no operation', '{"query":"query A { __typename }","operationName":"B"}'],
  ])('%s has status 400', async (_what, body) => {
    expect(await post(body)).toMatchObject({ status: 400, codes: ['BAD_REQUEST'] })
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
  ])('a body of %s, which other sites can send in the name of a user, has 415', async (type) => {
    expect(await post('query=mutation{deleteUser}', { 'content-type': type })).toMatchObject({
      status: 415,
      codes: ['UNSUPPORTED_MEDIA_TYPE'],
    })
  })

  it('a body over one mebibyte has 413', async () => {
    const body = JSON.stringify({ query: '{__typename}', variables: { a: 'x'.repeat(2 ** 20) } })
    expect(await post(body)).toMatchObject({ status: 413, codes: ['PAYLOAD_TOO_LARGE'] })
  })

  it('GET runs queries, with variables', async () => {
    const query = encodeURIComponent('query ($uuid: String!) { userExists(uuid: $uuid) }')
    const { status, body } = await request(`/graphql?query=${query}&variables={"uuid":"x"}`)
    expect(status).toBe(200)
    expect(body).toEqual({ data: { userExists: false } })
  })

  it('GET does not run mutations', async () => {
    const user = await createUser()
    const query = encodeURIComponent('mutation { deleteUser }')
    const { status, headers, codes } = await ask(`/graphql?query=${query}`, { auth: user })
    expect({ status, codes }).toEqual({ status: 405, codes: ['METHOD_NOT_ALLOWED'] })
    expect(headers.get('allow')).toBe('POST')
    expect((await request('/api/v1/user', { auth: user })).status).toBe(200)
  })

  it.each([
    ['{ me ', json, 200],
    ['{ me ', strict, 400],
    ['{ nope }', json, 200],
    ['{ nope }', strict, 400],
    ['{ me { uuid } }', strict, 200],
    ['{ __typename }', strict, 200],
  ])(
    '%j with %o has the status that GraphQL over HTTP gives it',
    async (query, headers, status) => {
      expect((await post(JSON.stringify({ query }), headers)).status).toBe(status)
    },
  )
})

describe('limits', () => {
  it('RATE_LIMIT_GRAPHQL counts requests', async () => {
    const { graphql } = await startService({ RATE_LIMIT_GRAPHQL: '2/1m' })
    const answers = [
      await graphql('{ a: __typename b: __typename c: __typename }'),
      await graphql('{ __typename }'),
      await graphql('{ __typename }'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[2]!.errors).toMatchObject([{ extensions: { code: 'RATE_LIMIT_EXCEEDED' } }])
    expect(answers[2]!.errors![0]).not.toHaveProperty('path')
    expect(Number(answers[2]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answers[0]!.headers.get('ratelimit-remaining')).toBe('1')
  })

  it('RATE_LIMIT_USER counts each user operation, whichever way it comes', async () => {
    const { graphql, request } = await startService({ RATE_LIMIT_USER: '3/1m' })
    const { data, errors } = await graphql(
      '{ a: userExists(uuid: "x") b: userExists(uuid: "x") c: userExists(uuid: "x") }',
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({ a: false, b: false, c: false })
    const fourth = await graphql('{ userExists(uuid: "x") }')
    expect(fourth.errors).toMatchObject([{ extensions: { code: 'RATE_LIMIT_EXCEEDED' } }])
    const { retryAfter } = fourth.errors![0]!.extensions!
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(60)
    expect((await request('/api/v1/user?uuid=x', { method: 'HEAD' })).status).toBe(429)
  })

  it('RATE_LIMIT_SEARCH counts each search', async () => {
    const { graphql } = await startService({ RATE_LIMIT_SEARCH: '1/1m' })
    const { errors } = await graphql(
      '{ a: search(type: "movie", id: "tt1") { filtered } b: search(type: "movie", id: "tt1") { filtered } }',
      { headers: { ...json, 'x-service-user-data': 'e30=' } },
    )
    expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'RATE_LIMIT_EXCEEDED' } }])
  })
})
