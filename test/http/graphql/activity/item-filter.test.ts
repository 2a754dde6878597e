import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../../../support/activity-home.ts'
import type { PlayedItem } from '../../../support/activity-home.ts'

const document = `query ($filter: ActivityFilter) {
  plays(filter: $filter) { total nodes { user { name } item { name } } }
  history(filter: $filter) { nodes { item { name } } }
  playStatistics(filter: $filter, bucket: ALL, groupBy: USER) {
    buckets { group plays } hoursOfDay { plays } streams { streams } users { users }
  }
  topTitles(filter: $filter) { name plays }
  topGenres(filter: $filter) { plays }
  topClients(filter: $filter) { name plays }
  rewatched(filter: $filter) { name again }
  playUsers(filter: $filter) { plays lastPlay { item { name } } }
  streaks(filter: $filter) { days }
}`

const children = `query ($id: ID!) {
  seasons(seriesId: $id) { id name }
  episodes(seriesId: $id) { nodes { id name } }
}`

type Named = { readonly id: string; readonly name: string }

describe('Plays of one item over GraphQL', () => {
  const endings: (() => unknown)[] = []
  let home: Awaited<ReturnType<typeof startActivityHome>>
  let ids: Record<string, string>
  beforeAll(async () => {
    home = await startActivityHome((end) => void endings.push(end))
    const listed = `{ items(filter: { recursive: true, kinds: [SERIES] }) { nodes { id } } }`
    const series = (await home.ask('Olga', listed)).items.nodes[0].id
    const { seasons, episodes } = await home.ask('Olga', children, { id: series })
    const named = [...seasons, ...episodes.nodes].map(({ name, id }: Named) => [name, id])
    ids = { series, film: home.films[0]!.Id, ...Object.fromEntries(named) }
    const part = (name: string): PlayedItem => ({ Id: ids[name]!, Name: name })
    for (const name of ['Part 1.1', 'Part 1.2', 'Part 2.1', 'Part 1.1']) {
      await home.watch('Olga', part(name))
    }
    await home.watch('Plain', part('Part 1.1'))
    await home.watch('Plain', home.films[0]!)
  }, 60_000)
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })

  const found = async (filter: object) => {
    const answer = await home.ask('Olga', document, { filter })
    const { plays, history, playStatistics: statistics, topTitles } = answer
    const names = (nodes: { item: Named }[]) => nodes.map(({ item }) => item.name).toSorted()
    const sum = (counts: { plays: number }[]) => counts.reduce((all, one) => all + one.plays, 0)
    const { buckets, hoursOfDay } = statistics
    expect(
      new Set([sum(buckets), sum(hoursOfDay), sum(answer.topClients), sum(topTitles)]),
    ).toEqual(new Set([plays.nodes.length]))
    expect(sum(answer.playUsers)).toBe(plays.nodes.length)
    return {
      plays: names(plays.nodes),
      history: names(history.nodes),
      users: statistics.users[0].users,
      again: answer.rewatched.map(({ again }: { again: number }) => again),
    }
  }
  const thrice = ['Part 1.1', 'Part 1.1', 'Part 1.1']

  it.each([
    ['an episode', 'Part 1.1', thrice, ['Part 1.1', 'Part 1.1'], 2, [1]],
    ['an episode that was played once', 'Part 2.1', ['Part 2.1'], ['Part 2.1'], 1, []],
    ['an episode that nobody has played', 'Part 2.2', [], [], 0, []],
    ['a season', 'Season 1', [...thrice, 'Part 1.2'], ['Part 1.1', 'Part 1.1', 'Part 1.2'], 2, [1]],
    [
      'a series',
      'series',
      [...thrice, 'Part 1.2', 'Part 2.1'],
      ['Part 1.1', 'Part 1.1', 'Part 1.2', 'Part 2.1'],
      2,
      [1],
    ],
    ['a film', 'film', ['Film 0'], ['Film 0'], 1, []],
  ])('are those of %s', async (_what, name, plays, history, users, again) => {
    expect(await found({ item: ids[name] })).toEqual({ plays, history, users, again })
  })

  it('are those of the item that a version is one of', async () => {
    const query = 'query ($id: ID!) { versions(itemId: $id) { versions { id } } }'
    const answer = await home.ask('Olga', query, { id: ids['Part 1.1'] })
    const version = answer.versions.versions[0].id
    expect(version).not.toBe(ids['Part 1.1'])
    expect((await found({ item: version })).plays).toEqual(thrice)
  })

  it('are narrowed by all else that a filter says', async () => {
    const item = ids['Part 1.1']
    const plain = { item, users: [home.ids['Plain']] }
    expect((await found(plain)).plays).toEqual(['Part 1.1'])
    expect((await found({ item, clients: ['Test App'], finished: true })).plays).toEqual(thrice)
    for (const other of [
      { clients: ['Another'] },
      { kinds: ['MOVIE'] },
      { favorite: true },
      { origin: 'IMPORT' },
      { to: '2020-01-01T00:00:00Z' },
      { text: 'nothing' },
      { title: ids['film'] },
    ]) {
      expect((await found({ item, ...other })).plays).toEqual([])
    }
    expect((await found({ item, text: 'show', title: ids['series'] })).plays).toEqual(thrice)
  })

  it('are refused for what is unknown, or nothing to watch', async () => {
    const ask = (item: string) => home.ask('Olga', document, { filter: { item } })
    expect(await ask('e'.repeat(32))).toBe('NOT_FOUND')
    const { libraries } = await home.ask('Olga', '{ libraries { id } }')
    expect(await ask(libraries[0].id)).toBe('BAD_REQUEST')
  })
})
