import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startListSource } from '../../support/list-source.ts'
import type { ListedTitle } from '../../support/list-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import type { RunningService } from '../../support/service.ts'

const film = (number: number, released: string): ListedTitle => ({
  id: `tt${1_000_000 + number}`,
  type: 'movie',
  name: `Film ${number}`,
  released: `${released}-01-01T00:00:00.000Z`,
})
// The newest by its premiere is the last that the catalog lists.
const films = [film(1, '1990'), film(2, '2000'), film(3, '2010')]
const shows: readonly ListedTitle[] = [
  { id: 'tt2000001', type: 'series', name: 'Old Show', released: '1980-01-01T00:00:00.000Z' },
  { id: 'tt2000002', type: 'series', name: 'Other Show' },
]
const soon = Date.now() + 60_000

const listing = (titles: readonly ListedTitle[]) => ({
  type: titles[0]!.type,
  id: titles[0]!.type,
  name: titles[0]!.type === 'movie' ? 'Films' : 'Shows',
  titles: titles.map(({ id }) => id),
})
const { source } = await startListSource({
  titles: [...films, ...shows],
  catalogs: [listing(films.slice(0, 2)), listing(shows)],
  episodes: (id) => [
    { id: `${id}:1:1`, title: 'One', season: 1, episode: 1, released: '1980-01-01T00:00:00.000Z' },
    {
      id: `${id}:1:2`,
      title: 'Two',
      season: 1,
      episode: 2,
      released: new Date(soon).toISOString(),
    },
  ],
  ends: afterAll,
})
const { source: later } = await startListSource({
  titles: films,
  catalogs: [listing(films.toReversed())],
  episodes: () => [],
  ends: afterAll,
})
const began = Date.now()
const first = await startService({}, afterAll)
const owner = await first.createUser({ sources: [source] })

type Item = { Id: string; Name: string; DateCreated: string; DateLastMediaAdded?: string }

async function open(service: RunningService) {
  const { token } = await signInApp(service.url, owner)
  return async (path: string) => {
    const response = await fetch(service.url + path, { headers: { 'x-emby-token': token } })
    if (response.status !== 200) throw new Error(`${response.status} ${path}`)
    return response.json()
  }
}

let ask = await open(first)
const listed = 'recursive=true&includeItemTypes=Movie,Series'
const list = async (query: string, from = ask): Promise<Item[]> =>
  (await from(`/Items?${query}`)).Items
const dates = async (from = ask): Promise<Record<string, string>> =>
  Object.fromEntries((await list(listed, from)).map(({ Name, DateCreated }) => [Name, DateCreated]))
const names = (items: readonly Item[]): string[] => items.map(({ Name }) => Name)
const idOf = async (name: string): Promise<string> =>
  (await list(listed)).find(({ Name }) => Name === name)!.Id

describe('The date of creation', () => {
  it('is when the service first saw a title, in lists and on its page', async () => {
    const given = await dates()
    for (const date of Object.values(given)) {
      expect(Date.parse(date)).toBeGreaterThan(began - 1_000)
      expect(Date.parse(date)).toBeLessThanOrEqual(Date.now())
    }
    const page: Item = await ask(`/Items/${await idOf('Film 1')}`)
    expect(page.DateCreated).toBe(given['Film 1'])
  })

  it('is that of the catalogs: they list the newest first', async () => {
    const sorted = `${listed}&sortBy=DateCreated&sortOrder=Descending`
    const all = await list(sorted)
    expect(names(all)).toEqual(['Film 1', 'Old Show', 'Film 2', 'Other Show'])
    const times = all.map(({ DateCreated }) => Date.parse(DateCreated))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(names(await ask('/Items/Latest'))).toEqual(names(all))
  })

  it('stays what it is on another node, after a restart, and for another household', async () => {
    const given = await dates()
    const again = await startService({ DATA_DIR: first.dataDir })
    expect(await dates(await open(again))).toEqual(given)
    const other = await again.createUser({ sources: [source] })
    const { token } = await signInApp(again.url, other)
    const response = await fetch(`${again.url}/Items?${listed}`, {
      headers: { 'x-emby-token': token },
    })
    const { Items } = (await response.json()) as { Items: Item[] }
    for (const { Name, DateCreated } of Items) expect(DateCreated).toBe(given[Name])
  })

  it('of what comes later is later: it is the first of the latest', async () => {
    const given = await dates()
    const { request } = first
    const json = { config: { sources: [source, later] }, password: owner.password }
    expect((await request('/api/v1/user', { method: 'PUT', auth: owner, json })).status).toBe(200)
    // A new version of the configuration signs its apps out.
    ask = await open(first)
    const sorted = `${listed}&sortBy=DateCreated&sortOrder=Descending`
    expect(names(await list(sorted))).toEqual([
      'Film 3',
      'Film 1',
      'Old Show',
      'Film 2',
      'Other Show',
    ])
    expect(await dates()).toMatchObject(given)
    expect(names(await ask('/Items/Latest'))[0]).toBe('Film 3')
  })

  it('of an episode is that of its series, or when it is broadcast', async () => {
    const show = await idOf('Old Show')
    const given = (await dates())['Old Show']!
    const episodes = async () => (await ask(`/Shows/${show}/Episodes`)).Items as Item[]
    const [aired, coming] = await episodes()
    expect(aired!.DateCreated).toBe(given)
    expect(Date.parse(coming!.DateCreated)).not.toBe(soon)
    vi.useFakeTimers({ toFake: ['Date'], now: soon + 1 })
    onTestFinished(() => void vi.useRealTimers())
    await expect.poll(async () => Date.parse((await episodes())[1]!.DateCreated)).toBe(soon)
    const series: Item = await ask(`/Items/${show}`)
    expect(series.DateCreated).toBe(given)
    expect(Date.parse(series.DateLastMediaAdded!)).toBe(soon)
    const by = (key: string) => list(`${listed}&sortBy=${key}&sortOrder=Descending`)
    // The other one is not open: nothing is known of its episodes.
    expect(names(await by('DateLastContentAdded'))[0]).toBe('Old Show')
    expect(names(await by('DateLastSaved'))).toEqual(names(await by('DateCreated')))
  })
})
