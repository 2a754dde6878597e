import { afterAll, describe, expect, it } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const { source } = await startFilmSource({ films: 250, series: 2, ends: afterAll })
const service = await startService({}, afterAll)
const owner = await service.createUser({ sources: [source] })
const { token } = await signInApp(service.url, owner)

async function ask(query: string) {
  const { data, errors } = await service.graphql(`{ ${query} }`, { auth: owner })
  expect(errors).toBeUndefined()
  return data
}

const send = async (path: string) =>
  (await service.request(path, { headers: { 'x-emby-token': token } })).body as unknown as {
    Items: { Id: string }[]
    TotalRecordCount: number
  }

const kinds = '[SERIES]'
const shows = await ask(`items(filter: { recursive: true, kinds: ${kinds} }) { nodes { id } }`)
const show = shows.items.nodes[0].id as string
const episodes = async (input: string) =>
  (await ask(`episodes(seriesId: "${show}", ${input}) { totalCount nodes { id } }`)).episodes as {
    totalCount: number
    nodes: { id: string }[]
  }
const idsOf = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id)
const all = idsOf((await episodes('start: 0')).nodes)
const none = '0'.repeat(32)

describe('GraphQL keeps the bounds of lists that the media server keeps', () => {
  it('of the latest titles', async () => {
    const { latest } = await ask('latest(limit: 1000, kinds: [MOVIE]) { id }')
    expect(latest).toHaveLength(200)
    expect(await send('/Items/Latest?limit=1000&includeItemTypes=Movie')).toHaveLength(200)
    expect(await send('/Items/Latest?limit=-1&includeItemTypes=Movie')).toHaveLength(0)
    expect(await send('/Items/Latest?includeItemTypes=Movie')).toHaveLength(20)
  })

  it('of similar titles', async () => {
    const { items } = await ask(
      'items(filter: { recursive: true, kinds: [MOVIE] }, first: 1) { nodes { id } }',
    )
    const film = items.nodes[0].id as string
    const { similar } = await ask(`similar(id: "${film}", limit: 1000) { nodes { id } }`)
    expect(similar.nodes).toHaveLength(100)
    expect((await send(`/Items/${film}/Similar?limit=1000`)).Items).toHaveLength(100)
    expect((await send(`/Items/${film}/Similar?limit=-1`)).Items).toHaveLength(0)
    expect((await send(`/Items/${film}/Similar`)).Items).toHaveLength(12)
  })
})

describe('Episodes and seasons over GraphQL', () => {
  it.each([
    ['around one', `adjacentTo: "${all[2]}"`, all.slice(1, 4), 3],
    ['around none', `adjacentTo: "${none}"`, [], 0],
    ['around one, from its next on', `adjacentTo: "${all[2]}", from: "${all[3]}"`, [all[3]], 1],
    [
      'around one, from none of them',
      `adjacentTo: "${all[2]}", from: "${all[5]}"`,
      all.slice(1, 4),
      3,
    ],
    ['from one on', `from: "${all[2]}"`, all.slice(2), all.length - 2],
    [
      'from one on, page by page',
      `from: "${all[2]}", start: 1, limit: 2`,
      all.slice(3, 5),
      all.length - 2,
    ],
    ['from none on', `from: "${none}"`, all, all.length],
  ])('are listed %s', async (_what, input, expected, total) => {
    const { nodes, totalCount } = await episodes(input)
    expect(idsOf(nodes)).toEqual(expected)
    expect(totalCount).toBe(total)
  })

  it('are listed in random order', async () => {
    const seen = new Set<string>()
    await expect
      .poll(async () => {
        const { nodes } = await episodes('shuffled: true')
        expect(idsOf(nodes).toSorted()).toEqual(all.toSorted())
        return seen.add(idsOf(nodes).join(' ')).size
      })
      .toBeGreaterThan(2)
  })

  it.each([
    ['specials', 'special: true', [0]],
    ['others', 'special: false', [1, 2, 3]],
    ['announced ones', 'aired: false', [3]],
  ])('are listed as %s alone', async (_what, input, expected) => {
    const { seasons } = await ask(`seasons(seriesId: "${show}", ${input}) { season }`)
    expect(seasons.map(({ season }: { season: number }) => season)).toEqual(expected)
  })
})
