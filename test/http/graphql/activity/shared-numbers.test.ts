import { afterAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../../../support/activity-home.ts'

const home = await startActivityHome(afterAll)
const ids = { tmdb: 603 }
const watchedAt = (hour: number) => ({ watched_at: `2024-05-02T${hour}:00:00.000Z` })
const file = [
  { ...watchedAt(20), type: 'movie', movie: { title: 'The Matrix', runtime: 136, ids } },
  {
    ...watchedAt(22),
    type: 'episode',
    episode: { season: 1, number: 2, title: 'Two', runtime: 40 },
    show: { title: 'Some Show', ids },
  },
]
await home.ask('Olga', 'mutation ($file: String!) { importHistory(file: $file) { plays } }', {
  file: JSON.stringify(file),
})
const { history } = await home.ask('Olga', '{ history { nodes { kind item { id } } } }')
type Entry = { kind: string; item: { id: string } }
const idOf = (kind: string) => (history.nodes as Entry[]).find((one) => one.kind === kind)!.item.id
const film = idOf('MOVIE')
const episode = idOf('EPISODE')

const document = `query ($filter: ActivityFilter) {
  plays(filter: $filter) { nodes { kind } }
  history(filter: $filter) { nodes { kind } }
  playStatistics(filter: $filter, bucket: ALL) { buckets { plays } }
  topTitles(filter: $filter) { plays name }
}`

async function found(filter: object) {
  const answer = await home.ask('Olga', document, { filter })
  const kinds = ({ nodes }: { nodes: readonly { kind: string }[] }) => nodes.map(({ kind }) => kind)
  return {
    plays: kinds(answer.plays),
    history: kinds(answer.history),
    counted: answer.playStatistics.buckets.map(({ plays }: { plays: number }) => plays),
    top: answer.topTitles.map(({ name }: { name: string }) => name),
  }
}

const ofKind = (kind: string, name: string) => ({
  plays: [kind],
  history: [kind],
  counted: [1],
  top: [name],
})

describe('A film and a series with the same number', () => {
  it.each([
    ['MOVIE', 'The Matrix', { title: film }],
    ['EPISODE', 'Some Show', { title: episode }],
    ['MOVIE', 'The Matrix', { text: 'matrix' }],
    ['EPISODE', 'Some Show', { text: 'show' }],
  ])('are found apart: %s %s by %o', async (kind, name, filter) => {
    expect(await found(filter)).toEqual(ofKind(kind, name))
  })

  it('have names of their own', async () => {
    expect((await found({})).top.toSorted()).toEqual(['Some Show', 'The Matrix'])
  })
})

describe('The text of a filter', () => {
  const text = (last: string) => `the the the the the the the the ${last}`

  it('has as many words as fit into it', async () => {
    expect((await found({ text: text('matrix') })).plays).toEqual(['MOVIE'])
    expect((await found({ text: text('nothing') })).plays).toEqual([])
    expect((await found({ text: 'q '.repeat(100).trim() })).plays).toEqual([])
  })
})
