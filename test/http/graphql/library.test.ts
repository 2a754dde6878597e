import { afterAll, describe, expect, it, vi } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const source = await startFilmSource({ films: 120, series: 12, ends: afterAll })
const second = await startFilmSource({ films: 40, series: 0, name: 'Second', ends: afterAll })
const service = await startService({}, afterAll)
const owner = await service.createUser({ sources: [source.source, second.source] })
const app = await signInApp(service.url, owner)

async function ask(query: string, variables: object = {}) {
  const { data, errors } = await service.graphql(query, { auth: owner, variables })
  expect(errors).toBeUndefined()
  return data
}

const page = `query ($first: Int, $after: String) {
  items(filter: { recursive: true, kinds: [MOVIE] }, order: [{ by: NAME }], first: $first, after: $after) {
    totalCount
    edges { cursor node { name watch { played favorite } genres { name } } }
    pageInfo { hasNextPage endCursor }
  }
}`

describe('The library over GraphQL', () => {
  it('opens with Basic credentials as the first user, and with the access token of an app', async () => {
    const query = '{ libraries { name collectionType } }'
    const names = (await ask(query)).libraries.map(({ name }: { name: string }) => name)
    expect(names).toContain('All shows (Films)')
    const { data } = await service.graphql(query, {
      headers: { authorization: `MediaBrowser Token="${app.token}"` },
    })
    expect(data.libraries.map(({ name }: { name: string }) => name)).toEqual(names)
  })

  it.each([
    ['nothing', {}],
    ['a token that is none', { 'x-emby-token': 'x'.repeat(64) }],
  ])('is closed to who sends %s', async (_name, headers) => {
    const { errors } = await service.graphql('{ libraries { name } }', { headers })
    expect(errors?.[0]?.extensions?.code).toBe('UNAUTHORIZED')
  })

  it('lists a title of two sources once', async () => {
    const { items } = await ask(
      '{ items(filter: { recursive: true, kinds: [MOVIE] }) { totalCount } }',
    )
    expect(items.totalCount).toBe(120)
  })

  it('pages by cursors to the end, each title once', async () => {
    const names: string[] = []
    let after: string | null = null
    do {
      const { items } = (await ask(page, { first: 50, after })) as {
        items: {
          edges: { node: { name: string } }[]
          pageInfo: { hasNextPage: boolean; endCursor: string }
        }
      }
      names.push(...items.edges.map(({ node }: { node: { name: string } }) => node.name))
      after = items.pageInfo.hasNextPage ? items.pageInfo.endCursor : null
    } while (after !== null)
    expect(names).toHaveLength(120)
    expect(new Set(names).size).toBe(120)
    expect(names.slice(0, 3)).toEqual(['Film 0', 'Film 1', 'Film 2'])
  })

  it('asks no source and the history once for a page that was read before', async () => {
    const states = vi.spyOn(service.service.services.history, 'states')
    const before = { ...source.counts }
    const { items } = (await ask(page, { first: 50 })) as {
      items: {
        edges: { node: { name: string } }[]
        pageInfo: { hasNextPage: boolean; endCursor: string }
      }
    }
    expect(items.edges).toHaveLength(50)
    expect(states).toHaveBeenCalledTimes(1)
    expect(source.counts).toEqual(before)
  })

  it('refuses a cursor that it did not give', async () => {
    const { errors } = await service.graphql(page, { auth: owner, variables: { after: 'x' } })
    expect(errors?.[0]?.extensions?.code).toBe('BAD_REQUEST')
  })

  it('knows nothing of the ids of another household', async () => {
    const other = await service.createUser({ sources: [source.source] })
    const { libraries } = await ask('{ libraries { id } }')
    const query = `{ item(id: "${libraries[0].id}") { name } items(filter: { parentId: "${libraries[0].id}" }) { totalCount } }`
    const { data, errors } = await service.graphql(query, { auth: other })
    expect(data?.item ?? null).toBeNull()
    expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  })

  it('marks, and answers what comes next', async () => {
    const { items } = await ask(
      '{ items(filter: { recursive: true, kinds: [SERIES], search: "Show 3" }) { nodes { id } } }',
    )
    const seriesId = items.nodes[0].id
    const { episodes } = await ask(
      'query ($id: ID!) { episodes(seriesId: $id, season: 1) { nodes { id episode } } }',
      { id: seriesId },
    )
    await ask('mutation ($id: ID!) { setPlayed(itemId: $id, played: true) { played } }', {
      id: episodes.nodes[1].id,
    })
    const { nextUp, item } = await ask(
      'query ($id: ID!) { nextUp { nodes { seriesName season episode } } item(id: $id) { watch { unplayed percentage } } }',
      { id: seriesId },
    )
    expect(nextUp.nodes).toEqual([{ seriesName: 'Show 3', season: 1, episode: 3 }])
    expect(item.watch).toEqual({ unplayed: 5, percentage: expect.closeTo(16.7, 1) })
  })

  it('finds the ways to play, from the search of the household', async () => {
    const { items } = await ask(
      '{ items(filter: { recursive: true, kinds: [MOVIE], search: "film 7" }) { nodes { id } } }',
    )
    const { versions } = await ask(
      'query ($id: ID!) { versions(itemId: $id, demand: FRESH) { lookedUpAt versions { id name link result { filename } } } }',
      { id: items.nodes[0].id },
    )
    expect(versions.versions.length).toBeGreaterThanOrEqual(3)
    expect(Date.parse(versions.lookedUpAt)).toBeGreaterThan(Date.now() - 60_000)
  })
})
