import { afterAll, expect, it } from 'vitest'
import { sourceAt } from '../../../support/addon.ts'
import { senderOf, signInApp } from '../../../support/media-client.ts'
import { startService } from '../../../support/service.ts'
import { serveAddon } from '../../../support/stremio.ts'

const manifest = {
  id: 'test.equal',
  version: '1.0.0',
  name: 'Equal',
  description: 'a series whose first episode has its id',
  types: ['series'],
  resources: ['catalog', 'meta'],
  catalogs: [{ type: 'series', id: 'shows', name: 'Shows', extra: [] }],
}
const series = { id: 'show-x', type: 'series', name: 'Show X' }
const videos = ['show-x', 'show-x:2'].map((id, index) => ({
  id,
  season: 1,
  episode: index + 1,
  title: `Part ${index + 1}`,
  released: '2015-01-01T00:00:00.000Z',
}))

it('Plays of an episode whose id is that of its series are not those of the whole series', async () => {
  const { url } = await serveAddon(
    manifest,
    {
      catalog: () => ({ metas: [series] }),
      meta: () => ({ meta: { ...series, videos } }),
    },
    afterAll,
  )
  const service = await startService({}, afterAll)
  const owner = await service.createUser({ sources: [sourceAt(url, 'Equal')] })
  const { token } = await signInApp(service.url, owner)
  const send = senderOf(service.url, token)
  const ask = async (query: string, variables: object = {}) => {
    const headers = { authorization: `Bearer ${token}` }
    const { data, errors } = await service.graphql(query, { variables, headers })
    expect(errors).toBeUndefined()
    return data
  }
  const { items } = await ask(
    '{ items(filter: { recursive: true, kinds: [SERIES] }) { nodes { id } } }',
  )
  const show = items.nodes[0].id
  const { episodes } = await ask(
    'query ($show: ID!) { episodes(seriesId: $show) { nodes { id name } } }',
    { show },
  )
  for (const { id: ItemId } of episodes.nodes) {
    await send('/Sessions/Playing', { ItemId, PositionTicks: 0 })
    await send('/Sessions/Playing/Stopped', { ItemId, PositionTicks: 6e9 })
  }
  const namesOf = async (item: string) => {
    const query = `query ($item: ID!) { plays(filter: { item: $item }) { nodes { item { name } } } }`
    const { plays } = await ask(query, { item })
    return plays.nodes.map((play: { item: { name: string } }) => play.item.name)
  }
  expect(await Promise.all([...episodes.nodes, { id: show }].map(({ id }) => namesOf(id)))).toEqual(
    [['Part 1'], ['Part 2'], ['Part 2', 'Part 1']],
  )
})
