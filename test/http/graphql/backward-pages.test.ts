import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

type Page = {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly key: string } }[]
  readonly pageInfo: Readonly<Record<string, boolean | string | null>>
}

const source = await startFilmSource({ films: 7, series: 5, ends: afterAll })
const { url, graphql, createUser } = await startService({}, afterAll)
const owner = await createUser({ sources: [source.source] })
const app = await signInApp(url, owner)
const page = (key: string) => `{
  edges { cursor node { key: ${key} } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
}`

async function read(list: string, args: object): Promise<Page> {
  const written = JSON.stringify(args)
    .slice(1, -1)
    .replaceAll(/"(\w+)":/g, '$1:')
  const field = list.replace('PAGE', written)
  const { data, errors } = await graphql(`{ list: ${field} }`, { auth: owner })
  expect(errors).toBeUndefined()
  return data.list.titles ?? data.list
}

const cursorsOf = ({ edges }: Page): readonly string[] => edges.map(({ cursor }) => cursor)
const keysOf = ({ edges }: Page): readonly string[] => edges.map(({ node }) => node.key)

async function walk(list: string, size: 'first' | 'last', count: number) {
  const found: string[] = []
  const sizes: number[] = []
  for (let place: string | null = null; ;) {
    const side = size === 'first' ? 'after' : 'before'
    const answer = await read(list, { [size]: count, [side]: place })
    const { pageInfo } = answer
    const own = keysOf(answer)
    sizes.push(own.length)
    if (size === 'first') found.push(...own)
    else found.unshift(...own)
    expect(pageInfo[size === 'first' ? 'hasPreviousPage' : 'hasNextPage']).toBe(place !== null)
    const isMore = pageInfo[size === 'first' ? 'hasNextPage' : 'hasPreviousPage']
    if (isMore !== true) return { found, sizes }
    place = pageInfo[size === 'first' ? 'endCursor' : 'startCursor'] as string
  }
}

const lists: Record<string, string> = {}

describe('A list that is read from its end', () => {
  beforeAll(async () => {
    const send = senderOf(url, app.token)
    const { body } = await send(
      '/Items?recursive=true&includeItemTypes=Movie,Series&sortBy=SortName',
    )
    const items: readonly { Id: string; Type: string }[] = body.Items
    const series = items.filter(({ Type }) => Type === 'Series').map(({ Id }) => Id)
    const films = items.filter(({ Type }) => Type === 'Movie').map(({ Id }) => Id)
    for (const ItemId of films.slice(1)) {
      await send('/Sessions/Playing', { ItemId, PositionTicks: 0 })
      await send('/Sessions/Playing/Stopped', { ItemId, PositionTicks: 20_000_000_000 })
    }
    for (const id of series) {
      const { body: found } = await send(`/Shows/${id}/Episodes`)
      await send(`/UserPlayedItems/${found.Items[0].Id}`, {})
    }
    const { data } = await graphql(
      `mutation { createPlaylist(name: "Mine", itemIds: ${JSON.stringify(films)}) { id } }`,
      { auth: owner },
    )
    Object.assign(lists, {
      history: `history(PAGE) ${page('itemKey')}`,
      newest: `plays(PAGE) ${page('id')}`,
      oldest: `plays(orderBy: OLDEST, PAGE) ${page('id')}`,
      films: `items(filter: { recursive: true, kinds: [MOVIE] }, order: [{ by: NAME }], PAGE) ${page('id')}`,
      genres: `names(kind: GENRE, PAGE) ${page('id')}`,
      episodes: `episodes(seriesId: "${series[0]}", PAGE) ${page('id')}`,
      resume: `resume(PAGE) ${page('id')}`,
      nextUp: `nextUp(PAGE) ${page('id')}`,
      playlist: `playlist(id: "${data.createPlaylist.id}") { titles(PAGE) ${page('id')} }`,
    })
  }, 60_000)

  it.each([
    ['history', 11],
    ['newest', 6],
    ['oldest', 6],
    ['films', 7],
    ['genres', 4],
    ['episodes', 8],
    ['resume', 6],
    ['nextUp', 5],
    ['playlist', 7],
  ])('has the same entries as from its beginning: %s', async (name, count) => {
    const list = lists[name]!
    const whole = keysOf(await read(list, { first: 500 }))
    expect(whole).toHaveLength(count)
    const forward = await walk(list, 'first', 2)
    const backward = await walk(list, 'last', 2)
    expect([forward.found, backward.found]).toEqual([whole, whole])
    const pages = Math.ceil(count / 2)
    expect([forward.sizes.length, backward.sizes.length]).toEqual([pages, pages])
    expect(keysOf(await read(list, { last: 500 }))).toEqual(whole)
  })

  it.each(['history', 'newest', 'films', 'playlist'])(
    'ends at one place and begins at another: %s',
    async (name) => {
      const list = lists[name]!
      const whole = cursorsOf(await read(list, { first: 500 }))
      const between = { after: whole[0], before: whole[5] }
      const first = await read(list, { ...between, first: 2 })
      expect(cursorsOf(first)).toEqual(whole.slice(1, 3))
      expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
      const last = await read(list, { ...between, last: 2 })
      expect(cursorsOf(last)).toEqual(whole.slice(3, 5))
      expect(last.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
      expect(cursorsOf(await read(list, { ...between, last: 50 }))).toEqual(whole.slice(1, 5))
      expect(cursorsOf(await read(list, between))).toEqual(whole.slice(1, 5))
      expect(cursorsOf(await read(list, { before: whole[2] }))).toEqual(whole.slice(0, 2))
    },
  )

  it.each([
    ['films', 7],
    ['resume', 6],
    ['playlist', 7],
  ])('goes on from a place that it no longer has: %s', async (name, count) => {
    const whole = keysOf(await read(lists[name]!, { first: 500 }))
    const before = Buffer.from(`item ${count + 90}`).toString('base64url')
    const page = await read(lists[name]!, { last: 2, before })
    expect(keysOf(page)).toEqual(whole.slice(-2))
    expect(page.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
  })

  it.each([
    ['history(first: 1, last: 1)', 'Send first or last, not both.'],
    ['plays(first: 1, last: 1)', 'Send first or last, not both.'],
    ['items(first: 1, last: 1)', 'Send first or last, not both.'],
    ['items(limit: 1, last: 1)', 'Send limit or last, not both.'],
    ['history(last: 501)', 'last must be a whole number from 1 to 500.'],
    ['plays(last: 0)', 'last must be a whole number from 1 to 500.'],
    ['items(last: -1)', 'last must not be negative.'],
    ['plays(before: "abc")', 'before must be the cursor of a play of an earlier page.'],
    ['items(before: "abc")', 'before must be a cursor of an earlier page.'],
    ['history(before: "abc")', 'before must be one that an earlier page gave.'],
  ])('is refused for wrong pages: %s', async (field, message) => {
    const { errors } = await graphql(`{ ${field} { pageInfo { endCursor } } }`, { auth: owner })
    expect(errors![0]).toMatchObject({ message, extensions: { code: 'BAD_REQUEST' } })
  })
})
