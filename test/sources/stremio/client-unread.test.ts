import { describe, expect, it } from 'vitest'
import { observeClient } from '../../../src/services/health/observed-client.ts'
import { source } from '../../support/sources.ts'
import { openStremioClient } from '../../support/stremio-client.ts'
import { json, startUpstream } from '../../support/upstream.ts'

const films = Array.from({ length: 12 }, (_, place) => ({ id: `tt${place}`, name: `F${place}` }))
const metas = [null, ...films.slice(0, 5), { id: 'nameless' }, ...films.slice(5), { name: 'X' }]

describe('A catalog of which only the first entries are asked for', () => {
  async function open(answer: object, headers: Record<string, string> = {}) {
    const upstream = await startUpstream(json(answer, headers))
    const { client } = openStremioClient()
    return { upstream, client, addon: source({ url: upstream.url, timeout: 5_000 }) }
  }
  const namesOf = (titles: readonly { readonly name: string }[]) => titles.map(({ name }) => name)
  const all = films.map(({ name }) => name)

  it.each(['max-age=60', 'no-store'])('has the others later, sent with %s', async (control) => {
    const { client, addon, upstream } = await open({ metas }, { 'cache-control': control })
    const { value, entries, unread } = await client.catalog(addon, 'movie', 'top', {}, { first: 4 })
    expect([namesOf(value), entries, unread?.count]).toEqual([['F0', 'F1', 'F2'], 15, 9])
    expect([...namesOf(value), ...namesOf((await unread?.read()) ?? [])]).toEqual(all)
    expect(upstream.paths).toHaveLength(1)
  })

  it('has the others also after the time for asking is over', async () => {
    const { client, addon } = await open({ metas })
    const asking = new AbortController()
    const options = { first: 4, signal: asking.signal }
    const { value, unread } = await client.catalog(addon, 'movie', 'top', {}, options)
    asking.abort()
    expect([value.length, (await unread?.read())?.length]).toEqual([3, 9])
  })

  it('is whole for those who ask for all of it at the same time', async () => {
    const { client, addon, upstream } = await open({ metas })
    const [some, whole] = await Promise.all([
      client.catalog(addon, 'movie', 'top', {}, { first: 4 }),
      client.catalog(addon, 'movie', 'top', {}),
    ])
    expect([some.value.length, namesOf(whole.value), whole.unread]).toEqual([3, all, undefined])
    expect(upstream.paths).toHaveLength(1)
  })

  it('has no others where it lists no more', async () => {
    const { client, addon } = await open({ metas })
    const { value, unread } = await client.catalog(addon, 'movie', 'top', {}, { first: 14 })
    expect([namesOf(value), unread]).toEqual([all, undefined])
  })

  it('is read as a whole where it is large', async () => {
    const description = 'd'.repeat(9_000)
    const large = Array.from({ length: 300 }, (_, place) => ({ ...films[place % 12], description }))
    const { client, addon } = await open({ metas: large })
    const { value, unread } = await client.catalog(addon, 'movie', 'top', {}, { first: 4 })
    expect([value.length, unread]).toEqual([300, undefined])
  })

  it('has at most 10,000 titles', async () => {
    const many = Array.from({ length: 10_050 }, (_, place) => films[place % 12])
    const { client, addon } = await open({ metas: many })
    const { value, unread } = await client.catalog(addon, 'movie', 'top', {}, { first: 4 })
    expect([value.length, unread?.count, (await unread?.read())?.length]).toEqual([4, 9_996, 9_996])
  })

  it('counts as all of its titles in the health of its source', async () => {
    const { client, addon } = await open({ metas })
    const results: number[] = []
    const record = (sample: { readonly results: number }) => void results.push(sample.results)
    const observed = observeClient(client, { record })
    const stored = { ...addon, configuration: 1 }
    await observed.catalog(stored, 'movie', 'top', {}, { first: 4 })
    expect(results).toEqual([12])
  })
})
