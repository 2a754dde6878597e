import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startListSource } from '../../support/list-source.ts'
import { isAired } from '../../support/list-model/items.ts'
import type { Item, Look, State } from '../../support/list-model/items.ts'
import { compare } from '../../support/list-model/orders.ts'
import { deed, isThere, query, toGraphql, toRest } from '../../support/list-model/queries.ts'
import type { Act, Query } from '../../support/list-model/queries.ts'
import { episodes, films, ids, shows, unknown } from '../../support/list-model/titles.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const { source } = await startListSource({
  titles: [...films, ...shows],
  catalogs: [
    { type: 'movie', id: 'films', name: 'Films', titles: ids(films.slice(0, 6)) },
    { type: 'movie', id: 'more', name: 'More', titles: ids(films.slice(4)) },
    { type: 'series', id: 'shows', name: 'Shows', titles: ids(shows) },
  ],
  episodes,
  unknown,
  ends: afterAll,
})
const service = await startService({}, afterAll)
const owner = await service.createUser({ sources: [source] })
const { token, userId } = await signInApp(service.url, owner)

async function send(path: string, method = 'GET') {
  const response = await fetch(service.url + path, {
    method,
    headers: { 'x-emby-token': token },
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${path} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

let world: readonly Item[] = []
const library: Record<string, string> = {}

beforeAll(async () => {
  for (const path of ['/UserViews', '/Genres', '/Studios'])
    for (const { Name, Id } of (await send(path)).Items) library[Name] = Id
  const fields = 'fields=DateCreated&recursive=true'
  const listed = (await send(`/Items?${fields}&includeItemTypes=Movie,Series`)).Items as {
    Id: string
    Name: string
    DateCreated: string
  }[]
  const byName = new Map(listed.map((one) => [one.Name, one]))
  const librariesOf = (id: string): string[] => [
    ...(ids(films.slice(0, 6)).includes(id) ? ['Films'] : []),
    ...(ids(films.slice(4)).includes(id) ? ['More'] : []),
    ...(ids(shows).includes(id) ? ['Shows'] : []),
  ]
  const titles = [...films, ...shows].map((title): Item => {
    const own = byName.get(title.name)!
    return {
      id: own.Id,
      kind: title.type === 'movie' ? 'Movie' : 'Series',
      name: title.name,
      libraries: librariesOf(title.id),
      series: null,
      title,
      episode: null,
      createdAt: Date.parse(own.DateCreated),
    }
  })
  const parts: Item[] = []
  for (const series of titles.filter(({ kind }) => kind === 'Series')) {
    if (unknown.includes(series.title.id)) continue
    await send(`/Items/${series.id}`)
    const { Items } = await send(`/Shows/${series.id}/Episodes`)
    for (const [index, episode] of episodes(series.title.id).entries()) {
      if (Items[index].Name !== episode.title) throw new Error(`no ${episode.title}`)
      const createdAt = Date.parse(Items[index].DateCreated)
      const { libraries, title } = series
      const own = { id: Items[index].Id, name: episode.title, libraries, series, title, episode }
      parts.push({ ...own, kind: 'Episode', createdAt })
    }
  }
  world = [...titles, ...parts]
})

const untouched: State = {
  played: false,
  favorite: false,
  likes: null,
  begun: false,
  plays: 0,
  lastAt: 0,
}
/** What was done with everything. Of what is asked for alone, the service is believed. */
async function look(): Promise<readonly Look[]> {
  const { Items } = await send(`/Items?ids=${world.map(({ id }) => id).join(',')}`)
  const own = new Map<string, State>()
  for (const { Id, UserData } of Items) {
    own.set(Id, {
      played: UserData.Played,
      favorite: UserData.IsFavorite,
      likes: UserData.Likes ?? null,
      begun: UserData.PlaybackPositionTicks > 0,
      plays: UserData.PlayCount,
      lastAt: UserData.LastPlayedDate ? Date.parse(UserData.LastPlayedDate) : 0,
    })
  }
  return world.map((item) => {
    const state = own.get(item.id) ?? untouched
    const parts = world.filter(({ series }) => series === item)
    // A series was seen when its episodes were.
    const all = [item, ...parts].map(({ id }) => own.get(id) ?? untouched)
    const seen = {
      ...state,
      plays: all.reduce((sum, { plays }) => sum + plays, 0),
      lastAt: Math.max(...all.map(({ lastAt }) => lastAt)),
    }
    return { item, state, seen }
  })
}

async function act(item: Item, what: Act): Promise<void> {
  if (what.do === 'played') {
    const at = new Date(Date.UTC(2024, 0, 1 + what.day)).toISOString()
    await send(`/UserPlayedItems/${item.id}?datePlayed=${at}`, what.on ? 'POST' : 'DELETE')
  } else if (what.do === 'favorite') {
    await send(`/UserFavoriteItems/${item.id}`, what.on ? 'POST' : 'DELETE')
  } else if (what.do === 'likes') {
    const path = `/UserItems/${item.id}/Rating`
    await (what.likes === null ? send(path, 'DELETE') : send(`${path}?likes=${what.likes}`, 'POST'))
  } else if (item.kind !== 'Series') {
    const { errors } = await service.graphql(
      `mutation ($itemId: ID!, $positionMs: SafeInt) {
        reportPlayback(itemId: $itemId, event: STOP, positionMs: $positionMs, durationMs: 6000000)
      }`,
      { auth: owner, variables: { itemId: item.id, positionMs: what.share * 6_000_000 } },
    )
    if (errors) throw new Error(errors[0]!.message)
  }
}

function parentId(parent: string): string {
  return library[parent] ?? world.find(({ kind, name }) => kind === 'Series' && name === parent)!.id
}

const document = `query ($filter: ItemFilter, $order: [ItemOrder!], $first: Int, $start: Int) {
  items(filter: $filter, order: $order, first: $first, start: $start) { totalCount nodes { id } }
}`

async function check(asked: Query, looks: readonly Look[]): Promise<void> {
  const { start, limit, order } = asked
  const expected = looks
    .filter(({ item }) => isThere(asked, item))
    .filter((one) => [...asked.states, ...asked.conditions].every(({ fits }) => fits(one)))
  const rest = toRest(asked, parentId)
  const all = await send(`/Items?${rest}`)
  const found = (all.Items as { Id: string }[]).map(({ Id }) => Id)
  const name = (id: string) => world.find((item) => item.id === id)?.name ?? id
  expect([rest, ...found.map(name).toSorted()]).toEqual([
    rest,
    ...expected.map(({ item }) => item.name).toSorted(),
  ])
  expect(all.TotalRecordCount).toBe(expected.length)
  const values = (id: string) => {
    const own = looks.find(({ item }) => item.id === id)!
    return order.map(({ key }) => key.of(own))
  }
  const shown = found.map(values)
  const sorted = shown.toSorted((a, b) =>
    order.reduce(
      (result, { descending }, place) =>
        result || (descending ? -1 : 1) * compare(a[place]!, b[place]!),
      0,
    ),
  )
  expect([rest, shown]).toEqual([rest, sorted])
  const page = await send(`/Users/${userId}/Items?${rest}&startIndex=${start}&limit=${limit}`)
  expect([rest, ...page.Items.map(({ Id }: { Id: string }) => Id)]).toEqual([
    rest,
    ...found.slice(start, start + limit),
  ])
  expect(page).toMatchObject({ TotalRecordCount: expected.length, StartIndex: start })
  const { data, errors } = await service.graphql(document, {
    auth: owner,
    variables: { ...toGraphql(asked, parentId), start, first: limit },
  })
  expect(errors).toBeUndefined()
  expect({ rest, ...data.items }).toEqual({
    rest,
    totalCount: expected.length,
    nodes: found.slice(start, start + limit).map((id) => ({ id })),
  })
}

/** What is begun, the latest first. */
async function checkResume({ kinds, parent }: Query, looks: readonly Look[]): Promise<void> {
  const begun = looks
    .filter(({ item, state }) => state.begun && (kinds?.includes(item.kind) ?? true))
    .filter(({ item }) => {
      if (parent === 'The Long Run') return item.series?.name === parent
      const { libraries, title } = item
      return (
        parent === null ||
        [libraries, title.genres, title.studios].some((names) => names?.includes(parent))
      )
    })
    .toSorted((a, b) => b.state.lastAt - a.state.lastAt)
    .map(({ item }) => item.id)
  const types = kinds ? `includeItemTypes=${kinds.join(',')}&` : ''
  const rest = `${types}${parent ? `parentId=${parentId(parent)}` : ''}`
  const idsOf = (page: { Items: { Id: string }[] }) => page.Items.map(({ Id }) => Id)
  expect([rest, ...idsOf(await send(`/UserItems/Resume?${rest}`))]).toEqual([rest, ...begun])
  const page = await send(`/Users/${userId}/Items/Resume?${rest}&startIndex=1&limit=2`)
  expect([rest, ...idsOf(page)]).toEqual([rest, ...begun.slice(1, 3)])
  expect(page.TotalRecordCount).toBe(begun.length)
  const part = await send(`/UserItems/Resume?${rest}&searchTerm=bee`)
  const called = begun.filter((id) => /bee/i.test(world.find((item) => item.id === id)!.name))
  expect([rest, ...idsOf(part).toSorted()]).toEqual([rest, ...called.toSorted()])
}

async function clear(): Promise<void> {
  const { errors } = await service.graphql(
    'mutation ($userId: ID!) { clearHistory(userId: $userId) }',
    { auth: owner, variables: { userId } },
  )
  expect(errors).toBeUndefined()
}

describe('Lists over a random history', () => {
  it(
    'hold what a plain filter and a plain sort of everything hold',
    { timeout: 300_000 },
    async () => {
      let checked = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(deed, { minLength: 1, maxLength: 14 }),
          fc.array(query, { minLength: 6, maxLength: 12 }),
          async (deeds, queries) => {
            await clear()
            const present = world.filter(isAired)
            for (const { what, act: done } of deeds)
              await act(present[what % present.length]!, done)
            const looks = await look()
            for (const asked of queries) await check(asked, looks)
            await checkResume(queries[0]!, looks)
            checked += queries.length
          },
        ),
        { numRuns: 60 },
      )
      expect(checked).toBeGreaterThanOrEqual(360)
    },
  )
})
