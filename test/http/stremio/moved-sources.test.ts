import { afterAll, describe, expect, it } from 'vitest'
import { range, startCatalogAddon } from '../../support/catalog-addon.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const alpha = await startCatalogAddon({ name: 'Alpha', films: range(1, 5), ends: afterAll })
const beta = await startCatalogAddon({ name: 'Beta', films: range(11, 15), ends: afterAll })
const service = await startService({}, afterAll)
const withoutId = ({ id: _id, ...source }: typeof alpha.source) => source
const [first, second] = [withoutId(alpha.source), withoutId(beta.source)]

async function open(config: object) {
  const auth = await service.createUser({ sources: [first, second], ...config })
  const save = (changed: object) =>
    service.request('/api/v1/user', { method: 'PUT', auth, json: { config: changed } })
  return { auth, save }
}

async function listedOf(auth: Awaited<ReturnType<typeof open>>['auth']) {
  const query = '{ addon { catalogs { id name isSearch } } }'
  const { data } = await service.graphql(query, { auth })
  const all = data.addon.catalogs as { id: string; name: string; isSearch: boolean }[]
  return all.filter(({ isSearch }) => !isSearch).map(({ id, name }) => ({ id, name }))
}

describe('When sources without ids of their own change places', () => {
  it('rules by key go on meaning the same catalogs, without a warning', async () => {
    const catalogs = {
      order: ['#2/series/shows'],
      hidden: ['#1/movie/top'],
      rules: [{ catalog: '#2/movie/top', name: 'Best of Beta' }],
      merged: [{ id: 'both', name: 'Both', catalogs: ['#1/series/shows'] }],
    }
    const { auth, save } = await open({ catalogs })
    const before = await listedOf(auth)
    expect(before.map(({ name }) => name)).toEqual(['Shows of Beta', 'Both', 'Best of Beta'])
    const { body } = await save({ sources: [second, first], catalogs })
    expect(body.data.warnings).toEqual([])
    expect(await listedOf(auth)).toEqual(before)
  })

  it('libraries keep their ids, and those that are hidden by key stay hidden', async () => {
    const mediaServer = { libraries: { hidden: ['#2/movie/top'] } }
    const { auth, save } = await open({ mediaServer })
    const viewsOf = async () => {
      const { token } = await signInApp(service.url, auth)
      const { body } = await service.request('/UserViews', { headers: { 'x-emby-token': token } })
      const { Items } = body as unknown as { Items: { Id: string; Name: string }[] }
      return new Map(Items.map(({ Name, Id }) => [Name, Id]))
    }
    const before = await viewsOf()
    await save({ sources: [second, first], mediaServer })
    const after = await viewsOf()
    expect([...after.keys()]).toEqual(['Shows of Beta', 'Top (Alpha)', 'Shows of Alpha'])
    expect(new Set(after)).toEqual(new Set(before))
  })

  it('figures of their health stay with each of them', async () => {
    const { auth, save } = await open({ sources: [first, { ...second, enabled: false }] })
    await service.request('/api/v1/search?type=movie&id=tt1000001', { auth })
    await save({ sources: [second, first] })
    const asked = [
      ['Beta', 0],
      ['Alpha', 1],
    ]
    expect([...(await healthOf())]).toEqual(asked)

    async function healthOf() {
      const query = `query ($from: DateTime!) {
        sourceHealth(from: $from, bucket: DAY) { source { name } buckets { asked } }
      }`
      const variables = { from: new Date(Date.now() - 2 * 86_400_000).toISOString() }
      const { data } = await service.graphql(query, { auth, variables })
      const all = data.sourceHealth as { source: { name: string }; buckets: { asked: number }[] }[]
      return new Map(
        all.map(({ source, buckets }) => [
          source.name,
          buckets.reduce((sum, { asked }) => sum + asked, 0),
        ]),
      )
    }
  })
})
