import { afterAll, describe, expect, it } from 'vitest'
import { dashed, soonMs, startMediaHousehold } from '../../support/media-household.ts'
import type { MediaItem } from '../../support/media-household.ts'

const { ask, faults, film, films, post, stranger, userId } = await startMediaHousehold(afterAll)

async function list(query: string) {
  const { status, body } = await ask(`/Items?${query}`)
  expect(status).toBe(200)
  return body as { Items: MediaItem[]; TotalRecordCount: number; StartIndex: number }
}

const names = ({ Items }: { Items: MediaItem[] }): string[] => Items.map(({ Name }) => Name)

describe('A query', () => {
  it('may write its names in any case', async () => {
    const page = await list(`PARENTID=${films}&Limit=2&startindex=1&SORTBY=SortName`)
    expect(page).toMatchObject({ StartIndex: 1, TotalRecordCount: 30 })
    expect(names(page)).toEqual(['Film 1', 'Film 2'])
  })

  it.each([
    'includeItemTypes=Movie&includeItemTypes=Series',
    'includeItemTypes=Movie,Series',
    'IncludeItemTypes=movie,%20SERIES,',
    'includeItemTypes=Movie&IncludeItemTypes=Series,Movie',
  ])('may repeat a name, or part values by commas: %s', async (types) => {
    expect((await list(`recursive=true&limit=0&${types}`)).TotalRecordCount).toBe(40)
  })

  it('parts names that may hold commas by bars', async () => {
    const count = async (genres: string) =>
      (await list(`recursive=true&includeItemTypes=Movie&limit=0&genres=${genres}`))
        .TotalRecordCount
    const drama = await count('Drama')
    expect(drama).toBeGreaterThan(0)
    expect(await count('Drama%7CHorror')).toBe(30)
    expect(await count('Drama|Horror')).toBe(30)
    expect(await count('Drama&genres=Horror')).toBe(30)
    expect(await count('Drama,Horror')).toBe(0)
  })

  it.each([
    'includeItemTypes=Movie,Hologram',
    'includeItemTypes=Movie&fields=Smell,Taste&enableImageTypes=Hologram',
    'includeItemTypes=Movie&sortBy=Smell,SortName&sortOrder=Sideways',
    'includeItemTypes=Movie&sortBy=constructor,__proto__,toString,SortName',
    'includeItemTypes=Movie&filters=IsHologram&seriesStatus=constructor,Asleep',
    'includeItemTypes=Movie&excludeItemTypes=Hologram,constructor',
    'includeItemTypes=Movie&years=soon&minCommunityRating=good&minPremiereDate=once',
    'includeItemTypes=Movie&isPlayed=perhaps&ids=&genres=&personIds=,&limit=some&startIndex=x',
  ])('may hold words that nobody knows, which do not count: %s', async (query) => {
    expect((await list(`recursive=true&${query}`)).TotalRecordCount).toBe(30)
  })

  it('asks for nothing where all that it asks for is of other servers', async () => {
    const music = await list('recursive=true&includeItemTypes=MusicAlbum,Audio')
    expect(music).toEqual({ Items: [], TotalRecordCount: 0, StartIndex: 0 })
  })

  it.each([
    ['/Items?recursive=true&includeItemTypes=Movie&maxPremiereDate=12000-01-01', 30],
    [
      '/Items?recursive=true&includeItemTypes=Movie&maxPremiereDate=9999-12-31T23:59:59.9999999-05:00',
      30,
    ],
    ['/Items?recursive=true&includeItemTypes=Movie&minPremiereDate=-000001-01-01T00:00:00Z', 30],
    ['/Shows/NextUp?nextUpDateCutoff=12000-01-01', 0],
  ])('may name a day beyond the years of four digits: %s', async (path, count) => {
    const { status, body } = await ask(path)
    expect([status, body.TotalRecordCount]).toEqual([200, count])
  })

  it.each(['true', 'True', 'TRUE', '1'])('says yes by %s', async (yes) => {
    expect((await list(`recursive=${yes}&includeItemTypes=Movie&limit=0`)).TotalRecordCount).toBe(
      30,
    )
    const [first] = (await list(`parentId=${films}&limit=1&enableUserData=${yes}`)).Items
    expect(first).toHaveProperty('UserData')
  })

  it.each(['false', 'False', '0'])('says no by %s', async (no) => {
    const [first] = (await list(`parentId=${films}&limit=1&enableUserData=${no}`)).Items
    expect(first).not.toHaveProperty('UserData')
  })

  it('may be encoded as a whole, with its question mark or without', async () => {
    const query = `parentId=${films}&limit=2&sortBy=SortName`
    const wanted = await list(query)
    expect(wanted.Items).toHaveLength(2)
    expect(await list(encodeURIComponent(query))).toEqual(wanted)
    expect((await ask(`/Items${encodeURIComponent(`?${query}`)}`)).body).toEqual(wanted)
  })

  const worst = [
    'limit=99999999999',
    'limit=1e300',
    'limit=-1',
    'limit=2.5',
    'startIndex=-3',
    'startIndex=99999999999',
    'startIndex=1e300',
    'years=99999999999',
    'minPremiereDate=0001-01-01T00:00:00Z&maxPremiereDate=9999-12-31T23:59:59.9999999Z',
    `minCommunityRating=1e308`,
    `searchTerm=${'%F0%9F%8E%AC'.repeat(5_000)}`,
    `searchTerm=%00%E0%A4%A%zz`,
    `ids=${'x,'.repeat(60_000)}`,
    `genres=${'%7C'.repeat(60_000)}`,
    'x=1&'.repeat(50_000),
    `nameStartsWith=${'('.repeat(1_000)}`,
  ].map((query) => [query.slice(0, 60), query] as const)

  it.each(worst)('at its worst is answered with a page, soon: %s', async (_begin, query) => {
    const began = performance.now()
    const page = await list(`recursive=true&includeItemTypes=Movie&${query}`)
    expect(performance.now() - began).toBeLessThan(soonMs)
    expect(page).toMatchObject({ Items: expect.any(Array), TotalRecordCount: expect.any(Number) })
  })
})

describe('An id', () => {
  it('goes out as 32 lower-case digits', async () => {
    for (const id of [userId, films, film]) expect(id).toMatch(/^[\da-f]{32}$/)
  })

  it('may come with dashes and in capitals, wherever it stands', async () => {
    const opened = await ask(`/Items/${dashed(film)}?userId=${dashed(userId)}`)
    expect(opened.body).toMatchObject({ Id: film, UserData: { ItemId: film } })
    expect((await ask(`/Users/${dashed(userId)}/Items/${dashed(film)}`)).body.Id).toBe(film)
    expect((await list(`parentId=${dashed(films)}&limit=0`)).TotalRecordCount).toBe(30)
    expect(names(await list(`ids=${dashed(film)}`))).toEqual(['Film 0'])
    const others = await list(`parentId=${films}&sortBy=SortName&excludeItemIds=${dashed(film)}`)
    expect(others.TotalRecordCount).toBe(29)
    expect(names(others)[0]).toBe('Film 1')
    expect((await ask(`/UserItems/${dashed(film)}/UserData`)).body.ItemId).toBe(film)
    const info = await post(`/Items/${dashed(film)}/PlaybackInfo?userId=${dashed(userId)}`, '{}')
    const [first] = info.body.MediaSources
    expect(first.Id).toBe(film)
    const named = JSON.stringify({ mediaSourceId: dashed(first.Id) })
    expect((await post(`/Items/${film}/PlaybackInfo`, named)).body.MediaSources).toMatchObject([
      { ETag: first.ETag },
    ])
  })

  it.each([
    ['no id', 'x'],
    ['too short', 'abcdef'],
    ['made up', '0123456789abcdef0123456789abcdef'],
    ['zeros', '0'.repeat(32)],
    ['very long', 'a'.repeat(5_000)],
    ['with a NUL', '%00'.repeat(16)],
    ['a path', '..%2f..%2fetc%2fpasswd'],
  ])('of nothing here is not found: %s', async (_what, id) => {
    for (const path of [`/Items/${id}`, `/Users/${userId}/Items/${id}`]) {
      expect((await ask(path)).status).toBe(404)
    }
    expect((await post(`/Items/${id}/PlaybackInfo`, '{}')).status).toBe(404)
    expect((await post(`/UserPlayedItems/${id}`, null)).status).toBe(404)
    expect((await ask(`/Items?ids=${id}`)).body.Items).toEqual([])
  })

  it('of another household is not found either', async () => {
    expect((await ask(`/Users/${stranger}`)).status).toBe(404)
    expect((await ask(`/Items/${stranger}`)).status).toBe(404)
  })
})

describe('Nothing of all this', () => {
  it('was a fault of the server', () => {
    expect(faults()).toEqual([])
  })
})
