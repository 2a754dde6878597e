import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../../../support/activity-home.ts'
import type { PlayedItem } from '../../../support/activity-home.ts'
import { senderOf } from '../../../support/media-client.ts'
import { until } from '../../../support/until.ts'

const count = 'plays finished watchedMs name'
const document = `query ($filter: ActivityFilter, $by: PlayMeasure, $first: Int) {
  topTitles(filter: $filter, by: $by, first: $first) {
    ${count}
    item { name kind images { primary } }
  }
  topGenres(filter: $filter, by: $by, first: $first) { ${count} }
  topPeople(filter: $filter, by: $by, first: $first) { ${count} }
  topClients(filter: $filter, by: $by, first: $first) { ${count} }
}`

type Named = { readonly name: string; readonly plays: number }

describe('What was watched most, over GraphQL', () => {
  const endings: (() => unknown)[] = []
  let home: Awaited<ReturnType<typeof startActivityHome>>
  let episodes: readonly PlayedItem[]
  beforeAll(async () => {
    home = await startActivityHome((end) => void endings.push(end))
    const send = senderOf(home.service.url, home.tokens['Olga']!)
    const { body: shows } = await send('/Items?recursive=true&includeItemTypes=Series')
    const { body } = await send(`/Shows/${shows.Items[0].Id}/Episodes?season=1`)
    episodes = (body.Items as PlayedItem[]).slice(0, 2)
    for (const episode of episodes) await home.watch('Olga', episode)
    for (const name of ['Olga', 'Plain', 'Closed']) await home.watch(name, home.films[0]!)
    await home.watch('Closed', home.films[1]!)
  }, 60_000)
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })

  const ask = (name: string, variables: object = {}) => home.ask(name, document, variables)
  const counts = (found: readonly Named[]) => found.map(({ name, plays }) => [name, plays] as const)

  it('counts the episodes of a series together, with its item and picture', async () => {
    const { topTitles } = await ask('Olga')
    expect(counts(topTitles)).toEqual([
      ['Film 0', 3],
      ['Show 0', episodes.length],
      ['Film 1', 1],
    ])
    expect(topTitles[1].item).toEqual({
      name: 'Show 0',
      kind: 'SERIES',
      images: { primary: 'https://pictures.example/series-0.jpg' },
    })
  })

  it('tells genres, people and apps', async () => {
    const found = await until(
      'people and genres of all titles are known',
      () => ask('Olga'),
      ({ topPeople, topGenres }) => topPeople.length > 0 && topGenres[0]?.plays === 6,
    )
    expect(counts(found.topGenres).slice(0, 2)).toEqual([
      ['Comedy', 6],
      ['Drama', 5],
    ])
    expect(found.topClients).toEqual([expect.objectContaining({ plays: 6 })])
  })

  it('tells how many have watched it, and what most have', async () => {
    const users = (name: string, variables: object = {}) =>
      home.ask(
        name,
        `query ($by: PlayMeasure, $filter: ActivityFilter) {
          topTitles(by: $by, filter: $filter, first: 2) { name users }
          topClients(by: $by, filter: $filter) { users }
        }`,
        variables,
      )
    const films = { kinds: ['MOVIE'] }
    expect(await users('Olga', { by: 'USERS', filter: films })).toEqual({
      topTitles: [
        { name: 'Film 0', users: 3 },
        { name: 'Film 1', users: 1 },
      ],
      topClients: [{ users: 3 }],
    })
    expect((await users('Plain', { filter: films })).topTitles).toEqual([
      { name: 'Film 0', users: 2 },
    ])
  })

  it('shows only what the caller may read', async () => {
    const { topTitles } = await ask('Plain')
    expect(new Map(counts(topTitles))).toEqual(
      new Map([
        ['Show 0', 2],
        ['Film 0', 2],
      ]),
    )
    const closed = { filter: { users: [home.ids['Closed']] } }
    expect(await ask('Plain', closed)).toBe('FORBIDDEN')
    expect(counts((await ask('Olga', closed)).topTitles)).toHaveLength(2)
  })

  it('takes a filter, and as many as asked for', async () => {
    const { topTitles } = await ask('Olga', {
      first: 1,
      filter: { kinds: ['EPISODE'] },
      by: 'TIME',
    })
    expect(counts(topTitles)).toEqual([['Show 0', episodes.length]])
    const past = { to: '2001-01-01T00:00:00Z' }
    expect(await ask('Olga', { filter: past })).toEqual({
      topTitles: [],
      topGenres: [],
      topPeople: [],
      topClients: [],
    })
  })

  it.each([0, 101, -1])('is refused for the first %s', async (first) => {
    expect(await ask('Olga', { first })).toBe('BAD_REQUEST')
  })

  it('groups statistics by title and genre', async () => {
    const query = `{ playStatistics(bucket: YEAR, groupBy: TITLE) {
      buckets { plays group item { name } }
    } }`
    const { playStatistics } = await home.ask('Olga', query)
    expect(playStatistics.buckets).toContainEqual({
      plays: episodes.length,
      group: 'Show 0',
      item: { name: 'Show 0' },
    })
  })
})
