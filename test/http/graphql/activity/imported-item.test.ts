import { afterAll, expect, it } from 'vitest'
import { startActivityHome } from '../../../support/activity-home.ts'

type Numbers = { readonly season: number; readonly episode: number }

it('Plays of an episode, a season or a series that no source lists are found by whoever may read them', async () => {
  const home = await startActivityHome(afterAll)
  const one = (season: number, number: number) => ({
    watched_at: `2024-05-0${season}T2${number}:00:00.000Z`,
    type: 'episode',
    episode: { season, number, title: `Part ${season}.${number}`, runtime: 40 },
    show: { title: 'Some Show', ids: { tmdb: 603 } },
  })
  const file = JSON.stringify([one(1, 1), one(1, 2), one(2, 1)])
  const imported = 'mutation ($file: String!) { importHistory(file: $file) { plays } }'
  await home.ask('Plain', imported, { file })
  const document = `query ($filter: ActivityFilter) {
    plays(filter: $filter) { nodes { item { id seasonId seriesId season episode } } }
  }`
  const found = async (filter: object) => {
    const answer = await home.ask('Olga', document, { filter })
    return (
      answer.plays?.nodes.map(({ item }: { item: Numbers }) => `${item.season}.${item.episode}`) ??
      answer
    )
  }
  const { plays } = await home.ask('Olga', document, { filter: { users: [home.ids['Plain']] } })
  const { id, seasonId, seriesId } = plays.nodes.at(-1).item
  expect(await found({ item: id })).toEqual(['1.1'])
  expect(await found({ item: seasonId })).toEqual(['1.2', '1.1'])
  expect(await found({ item: seriesId })).toEqual(['2.1', '1.2', '1.1'])
  expect(await found({ title: seriesId })).toEqual(['2.1', '1.2', '1.1'])
})
