import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startListSource } from '../../support/list-source.ts'
import { isAired } from '../../support/list-model/items.ts'
import type { Item, Look, State } from '../../support/list-model/items.ts'
import { conditions, states } from '../../support/list-model/conditions.ts'
import { compare, keys } from '../../support/list-model/orders.ts'
import {
  deed,
  isInside,
  isShuffled,
  isThere,
  query,
  toGraphql,
  toRest,
} from '../../support/list-model/queries.ts'
import type { Act, Deed, Query } from '../../support/list-model/queries.ts'
import { catalogs, episodes, films, shows, unknown } from '../../support/list-model/titles.ts'
import { readWorld } from '../../support/list-model/world.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const { source } = await startListSource({
  titles: [...films, ...shows],
  catalogs,
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
let library: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  ;({ world, library } = await readWorld(send))
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
    const contentAddedAt = Math.max(...[item, ...parts].map(({ createdAt }) => createdAt))
    return { item, state, seen, contentAddedAt }
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

function valueOf(name: string): string {
  const found = library[name] ?? world.find((item) => item.name === name)?.id
  if (found === undefined) throw new Error(`nothing is called ${name}`)
  return found
}

const document = `query ($filter: ItemFilter, $order: [ItemOrder!], $first: Int, $start: Int) {
  items(filter: $filter, order: $order, first: $first, start: $start) { totalCount nodes { id } }
}`

type Page = { readonly ids: readonly string[]; readonly total: number }
type Range = { readonly start: number; readonly limit: number | null }
type Ask = (asked: Query, range: Range) => Promise<Page>

const askGraphql: Ask = async (asked, { start, limit: first }) => {
  const variables = { ...toGraphql(asked, valueOf), start, first }
  const { data, errors } = await service.graphql(document, { auth: owner, variables })
  expect(errors).toBeUndefined()
  const { nodes, totalCount } = data.items as { nodes: { id: string }[]; totalCount: number }
  return { ids: nodes.map(({ id }) => id), total: totalCount }
}

const askRest: Ask = async (asked, { start, limit }) => {
  const range = limit === null ? '' : `&startIndex=${start}&limit=${limit}`
  const of = limit === null ? '' : `/Users/${userId}`
  const page = await send(`${of}/Items?${toRest(asked, valueOf)}${range}`)
  expect(page.StartIndex).toBe(start)
  return { ids: page.Items.map(({ Id }: { Id: string }) => Id), total: page.TotalRecordCount }
}

const libraries = new Set(['Films', 'More', 'Shows', 'The Long Run'])
/** Whether the list is in the order of a catalog, or of broadcast. */
function isAsBroadcast({ order, parent, ids: named, states: wanted }: Query): boolean {
  const isDefault = order.length > 0 && order.every(({ key }) => key.by === 'default')
  const isWhole = named === null && !wanted.some(({ ofHistory }) => ofHistory)
  return isDefault && isWhole && parent !== null && libraries.has(parent)
}

function isPartOf(page: Page, all: readonly string[], { start, limit }: Query): void {
  const { length } = all.slice(start, start + limit)
  const known = new Set(page.ids).intersection(new Set(all))
  const counts = { total: page.total, shown: page.ids.length, known: known.size }
  expect(counts).toEqual({ total: all.length, shown: length, known: length })
}

async function check(asked: Query, looks: readonly Look[]): Promise<void> {
  const { start, limit, order, adjacentTo } = asked
  const question = JSON.stringify(toGraphql(asked, (name) => name))
  const expected = looks
    .filter(({ item }) => isThere(asked, item, valueOf))
    .filter((one) => [...asked.states, ...asked.conditions].every(({ fits }) => fits(one)))
    .map(({ item }) => item.id)
  const ways = toRest(asked, valueOf) === null ? [askGraphql] : [askRest, askGraphql]
  const alone = { ...asked, adjacentTo: null }
  const { ids: found, total } = await ways[0]!(alone, { start: 0, limit: null })
  const name = (id: string) => world.find((item) => item.id === id)?.name ?? id
  expect([question, ...found.map(name).toSorted()]).toEqual([
    question,
    ...expected.map(name).toSorted(),
  ])
  expect(total).toBe(expected.length)
  const inOrder = isAsBroadcast(asked) ? found : expected
  expect([question, inOrder]).toEqual([question, expected])
  if (isShuffled(asked)) {
    for (const ask of ways) isPartOf(await ask(alone, { start, limit }), expected, asked)
    return
  }
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
  expect([question, shown]).toEqual([question, sorted])
  const near = adjacentTo === null ? found : neighbours(found, valueOf(adjacentTo))
  for (const ask of ways) {
    const page = await ask(asked, { start, limit })
    expect({ question, ...page }).toEqual({
      question,
      ids: near.slice(start, start + limit),
      total: near.length,
    })
  }
}

function neighbours(list: readonly string[], centre: string): readonly string[] {
  const place = list.indexOf(centre)
  return place < 0 ? [] : list.slice(Math.max(0, place - 1), place + 2)
}

/** What is begun, the latest first. */
async function checkResume({ kinds, parent }: Query, looks: readonly Look[]): Promise<void> {
  const begun = looks
    .filter(({ item, state }) => state.begun && (kinds?.includes(item.kind) ?? true))
    .filter(({ item }) => isInside(parent, item))
    .toSorted((a, b) => b.state.lastAt - a.state.lastAt)
    .map(({ item }) => item.id)
  const types = kinds ? `includeItemTypes=${kinds.join(',')}&` : ''
  const rest = `${types}${parent ? `parentId=${valueOf(parent)}` : ''}`
  const idsOf = (page: { Items: { Id: string }[] }) => page.Items.map(({ Id }) => Id)
  expect([rest, ...idsOf(await send(`/UserItems/Resume?${rest}`))]).toEqual([rest, ...begun])
  const page = await send(`/Users/${userId}/Items/Resume?${rest}&startIndex=1&limit=2`)
  expect([rest, ...idsOf(page)]).toEqual([rest, ...begun.slice(1, 3)])
  expect(page.TotalRecordCount).toBe(begun.length)
  const part = await send(`/UserItems/Resume?${rest}&searchTerm=bee`)
  const called = begun.filter((id) => /bee/i.test(world.find((item) => item.id === id)!.name))
  expect([rest, ...idsOf(part).toSorted()]).toEqual([rest, ...called.toSorted()])
}

async function lookAfter(deeds: readonly Deed[]): Promise<readonly Look[]> {
  await clear()
  const present = world.filter(isAired)
  for (const { what, act: done } of deeds) await act(present[what % present.length]!, done)
  return look()
}

async function clear(): Promise<void> {
  const { errors } = await service.graphql(
    'mutation ($userId: ID!) { clearHistory(userId: $userId) }',
    { auth: owner, variables: { userId } },
  )
  expect(errors).toBeUndefined()
}

const list = { parent: null, ids: null, adjacentTo: null }

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
            const looks = await lookAfter(deeds)
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

  const kindsAsked = [
    ['Movie', 'Series'],
    ['Movie', 'Series', 'Episode'],
  ] as const
  it.each(kindsAsked.map((kinds) => ({ kinds })))(
    'do so for each filter and each order by itself, of $kinds',
    { timeout: 300_000 },
    async ({ kinds }) => {
      const [deeds = []] = fc.sample(fc.array(deed, { minLength: 14, maxLength: 14 }), 1)
      const looks = await lookAfter(deeds)
      const whole = { ...list, kinds, states: [], conditions: [], order: [], start: 0, limit: 20 }
      const questions = [
        ...[...states, ...conditions].map((one) => ({ ...whole, conditions: [one] })),
        ...keys.flatMap((key) =>
          [true, false].map((descending) => ({ ...whole, order: [{ key, descending }] })),
        ),
      ]
      for (const asked of questions) await check(asked, looks)
      expect(questions.length).toBeGreaterThan(90)
    },
  )
})

describe('A list in a random order', () => {
  it('is in a new one each time', async () => {
    const order = [{ key: keys.find(({ by }) => by === 'random')!, descending: false }]
    const asked = { ...list, kinds: null, states: [], conditions: [], order, start: 0, limit: 0 }
    const seen = new Set<string>()
    for (const ask of [askRest, askGraphql, askRest, askGraphql])
      seen.add((await ask(asked, { start: 0, limit: null })).ids.join())
    expect(seen.size).toBeGreaterThan(1)
  })
})
