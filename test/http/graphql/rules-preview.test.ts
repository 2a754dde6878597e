import { afterAll, describe, expect, it } from 'vitest'
import { createAccessToken } from '../../support/access-tokens.ts'
import { filmStream, startAddon } from '../../support/addon.ts'
import { startService } from '../../support/service.ts'
import type { Auth } from '../../support/service.ts'

const service = await startService({ PREVIEW_STREAMS: '20' }, afterAll)
const { graphql, createUser } = service

const explanation = `
  kept
  dropped
  held
  streams(first: 100) {
    place
    result { filename name }
    lead { by path own other }
    drop { step path reason winner winnerDrop { step path reason } }
  }`

const meta = {
  id: 'tt1',
  type: 'series',
  name: 'Some Film',
  releaseInfo: '2020',
  runtime: '100 min',
}
/** Of another title, another year and another episode. */
const others = [
  'Other.Work.2020.1080p-A.mkv',
  'Some.Film.1999.1080p-B.mkv',
  'Some.Film.S01E05.1080p-C.mkv',
]

function otherStream(filename: string, index: number) {
  return filmStream(90 + index, { title: `${filename}\n💾 2 GB`, behaviorHints: { filename } })
}

async function home(count = 6, more: readonly object[] = []) {
  let asked = 0
  const films = Array.from({ length: count }, (_, index) => filmStream(index + 1))
  const streams = [...films, ...more]
  const addon = await startAddon({
    streams: (_request, response) => {
      asked += 1
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(JSON.stringify({ streams }))
    },
    meta,
    ends: afterAll,
  })
  const config = { sources: [addon.source] }
  return { config, auth: await createUser(config), asked: () => asked }
}

async function search(auth: Auth, title = { type: 'movie', id: 'tt1' }) {
  const { data, errors } = await graphql(
    `query ($type: String!, $id: String!) {
      search(type: $type, id: $id, format: true, explain: true) { explanation { ${explanation} } }
    }`,
    { auth, variables: title },
  )
  return { explanation: data?.search?.explanation, errors }
}

async function preview(auth: Auth, rules: object, held?: string | null) {
  const { data, errors } = await graphql(
    `query ($rules: SearchRules!, $held: ID) {
      previewRules(rules: $rules, held: $held) {
        explanation { ${explanation} }
        problems { path message }
        warnings { path message }
      }
    }`,
    { auth, variables: { rules, held } },
  )
  return { ...data?.previewRules, errors }
}

type Explained = { readonly drop: { readonly path: string | null } | null }

const rules = {
  filters: { size: { max: 4_700_000_000 } },
  sort: { global: [{ by: 'size', direction: 'asc' }] },
  limits: { total: 3 },
}

describe('Rules that are not saved', () => {
  it('do to a held search what they do once they are saved, without asking a source', async () => {
    const { config, auth, asked } = await home()
    const before = await search(auth)
    expect(before.explanation).toMatchObject({ kept: 6, dropped: 0 })
    const times = asked()
    const tried = await preview(auth, rules, before.explanation.held)
    expect(asked()).toBe(times)
    expect(tried.explanation).toMatchObject({ kept: 3, dropped: 3 })
    await graphql('mutation ($config: UserData!) { updateUser(config: $config) { etag } }', {
      auth,
      variables: { config: { ...config, ...rules } },
    })
    const { explanation: saved } = await search(auth)
    expect({ ...tried.explanation, held: saved.held }).toEqual(saved)
  })

  it.each([
    ['title', { mode: 'exact' }],
    ['year', { mode: 'exact' }],
    ['episode', { mode: 'exact' }],
    ['bitrate', { max: 5_000_000 }],
    ['expressions', { exclude: ['year > 0 && year != query.year'] }],
  ])('do so where they compare with what is known about the title: %s', async (name, rule) => {
    const { config, auth } = await home(6, others.map(otherStream))
    const episode = { type: 'series', id: 'tt1:1:2' }
    const before = await search(auth, episode)
    expect(before.explanation).toMatchObject({ kept: 9, dropped: 0 })
    const filters = { [name]: rule }
    const tried = await preview(auth, { filters }, before.explanation.held)
    const paths = tried.explanation.streams.flatMap(({ drop }: Explained) => drop?.path ?? [])
    expect(paths[0]).toContain(`filters.${name}`)
    await graphql('mutation ($config: UserData!) { updateUser(config: $config) { etag } }', {
      auth,
      variables: { config: { ...config, filters } },
    })
    const { explanation: saved } = await search(auth, episode)
    expect({ ...tried.explanation, held: saved.held }).toEqual(saved)
  })

  it('are shown on a sample while there is no source', async () => {
    const auth = await createUser()
    const all = await preview(auth, {})
    expect(all.explanation.kept + all.explanation.dropped).toBeGreaterThanOrEqual(60)
    const few = await preview(auth, { filters: { quality: { exclude: ['CAM', 'TS'] } } })
    const gone = few.explanation.streams.filter(({ drop }: { drop: { path: string } | null }) =>
      drop?.path.startsWith('filters.quality'),
    )
    expect(gone.map(({ drop }: { drop: object }) => drop)).toMatchObject([
      { step: 'FILTER', path: 'filters.quality.exclude[0]', reason: 'excluded quality: CAM' },
      { step: 'FILTER', path: 'filters.quality.exclude[1]', reason: 'excluded quality: TS' },
    ])
  })

  it('are refused as saving them would be, each problem with its path', async () => {
    const auth = await createUser()
    const { explanation: none, problems } = await preview(auth, {
      filters: {
        resolution: { exclude: ['5000p'] },
        regex: { exclude: ['fine', '(x{1000}){1000}'] },
        expressions: { require: ['size >'] },
      },
    })
    expect(none).toBeNull()
    expect(problems.map(({ path }: { path: string }) => path)).toEqual([
      'filters.resolution.exclude[0]',
      'filters.regex.exclude[1]',
      'filters.expressions.require[0]',
    ])
    const { problems: others } = await preview(auth, { sources: [] })
    expect(others).toMatchObject([{ path: 'sources' }])
  })

  it('say what would have no effect', async () => {
    const { warnings } = await preview(await createUser(), {
      filters: { size: { min: 9, max: 1 } },
    })
    expect(warnings).toEqual([
      { path: 'filters.size', message: expect.stringContaining('min above its max') },
    ])
  })

  it("cannot be tried on somebody else's search, nor on one that was replaced", async () => {
    const [first, second] = [await home(), await home()]
    const { explanation: theirs } = await search(first.auth)
    const foreign = await preview(second.auth, {}, theirs.held)
    expect(foreign.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    await search(first.auth)
    const old = await preview(first.auth, {}, theirs.held)
    expect(old.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
  })

  it('cannot be tried on a search of too many streams, which is explained all the same', async () => {
    const { auth } = await home(21)
    expect((await search(auth)).explanation).toMatchObject({ kept: 21, held: null })
  })

  it('are for the owner alone', async () => {
    const { auth } = await home()
    const { token } = await createAccessToken(service, auth, { scopes: ['HEALTH'] })
    const headers = { authorization: `Bearer ${token}` }
    const asToken = await graphql(
      '{ search(type: "movie", id: "tt1", explain: true) { explanation { kept } } }',
      { headers },
    )
    expect(asToken.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    const nobody = await graphql('{ previewRules(rules: {}) { tookMs } }')
    expect(nobody.errors).toMatchObject([{ extensions: { code: 'UNAUTHORIZED' } }])
  })
})

describe('Rules that are tried again and again', () => {
  const tries = (count: number) =>
    `{ ${Array.from({ length: count }, (_, index) => `t${index}: previewRules(rules: {}) { tookMs }`).join(' ')} }`

  it('are tried once at a time: the newest of a configuration counts', async () => {
    const { errors } = await graphql(tries(3), { auth: await createUser() })
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMIT_EXCEEDED' } }])
    expect(errors![0]!.path).not.toEqual(['t2'])
  })

  it('cost a query as much as they are', async () => {
    const { errors } = await graphql(tries(6), { auth: await createUser() })
    expect(errors).toMatchObject([{ message: expect.stringContaining('cost limit') }])
  })

  it('have a limit of their own, which leaves searches alone', async () => {
    const limited = await startService({ RATE_LIMIT_PREVIEW: '1/1m', RATE_LIMIT_SEARCH: '1/1m' })
    const auth = await limited.createUser()
    const code = async (query: string) =>
      (await limited.graphql(query, { auth })).errors?.[0]?.extensions?.code
    expect(await code(tries(1))).toBeUndefined()
    expect(await code(tries(1))).toBe('RATE_LIMIT_EXCEEDED')
    expect(await code('{ search(type: "movie", id: "tt1") { filtered } }')).toBeUndefined()
  })
})

describe('What became of a file', () => {
  it('is found by words of its name', async () => {
    const { auth } = await home()
    const { data } = await graphql(
      `
        {
          search(type: "movie", id: "tt1", explain: true) {
            explanation {
              streams(named: "FILM grp3") {
                place
                result {
                  filename
                }
              }
            }
          }
        }
      `,
      { auth },
    )
    expect(data.search.explanation.streams).toMatchObject([
      { result: { filename: 'Some.Film.2020.1080p.WEB-DL.x264-GRP3.mkv' } },
    ])
  })
})
