import { afterAll, expect, it } from 'vitest'
import { blockedGenre, startChildrenHome } from '../../../support/children-home.ts'

const limits = { blockedGenres: [blockedGenre], historyOf: 'owner' }
const { send, ids, gentle, olga, kim } = await startChildrenHome(afterAll, { limits })

const played = [ids.film, ids.episode, gentle]
for (const ItemId of played) {
  await send(olga.token, 'POST', '/Sessions/Playing', { ItemId, PositionTicks: 0 })
  await send(olga.token, 'POST', '/Sessions/Playing/Stopped', { ItemId, PositionTicks: 54e9 })
}

async function ask(token: string, query: string, variables: object = {}) {
  const { text } = await send(token, 'POST', '/graphql', { query, variables })
  const { data, errors } = JSON.parse(text)
  expect(errors).toBeUndefined()
  return data
}

const versionOf = async (id: string): Promise<string> => {
  const query = 'query ($id: ID!) { versions(itemId: $id) { versions { id } } }'
  return (await ask(olga.token, query, { id })).versions.versions[0].id
}
const { film, show, season, episode, version } = ids
const hidden = { film, show, season, episode, version, ofEpisode: await versionOf(episode) }

const document = `query ($filter: ActivityFilter) {
  plays(filter: $filter) { total nodes { id } }
  history(filter: $filter) { nodes { itemKey } }
  playStatistics(filter: $filter, bucket: ALL, groupBy: USER) {
    buckets { plays } hoursOfDay { plays } streams { streams } users { users }
  }
  topTitles(filter: $filter) { plays }
  topGenres(filter: $filter) { plays }
  topPeople(filter: $filter) { plays }
  topClients(filter: $filter) { plays }
  rewatched(filter: $filter) { again }
  playUsers(filter: $filter) { plays lastPlay { id } }
  streaks(filter: $filter) { days }
}`

/** All numbers above nothing, and all ids, wherever they stand. */
function toldBy(answer: unknown): readonly unknown[] {
  if (typeof answer !== 'object' || answer === null) return answer ? [answer] : []
  return Object.values(answer).flatMap(toldBy)
}

const filtersOf = (id: string) => [{ item: id }, { title: id }, { item: id, title: id }]

it.each(Object.entries(hidden))(
  'What a user shares of a history tells nothing of a hidden title by its %s',
  async (_what, id) => {
    for (const filter of filtersOf(id)) {
      expect(toldBy(await ask(olga.token, document, { filter })).length).toBeGreaterThan(5)
      expect(toldBy(await ask(kim.token, document, { filter }))).toEqual([])
    }
  },
)

it('What a user shares of a history tells of a title that they may watch', async () => {
  for (const filter of filtersOf(gentle)) {
    expect((await ask(kim.token, document, { filter })).plays.total).toBe(1)
  }
})
