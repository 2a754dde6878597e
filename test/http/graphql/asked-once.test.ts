import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { filmStream, sourceAt, startAddon } from '../../support/addon.ts'
import { startService, userDataHeader } from '../../support/service.ts'
import { json, startUpstream, type Handler } from '../../support/upstream.ts'

const { graphql } = await startService({}, afterAll)
/** Answers that may not be kept: every question that is asked again reaches its source. */
const uncached = { 'cache-control': 'no-store' }

let failing = false
const answerStreams: Handler = (request, response) => {
  if (failing) response.writeHead(503).end()
  else json({ streams: [filmStream(1)] }, uncached)(request, response)
}
const addon = await startAddon({ streams: answerStreams, ends: afterAll })

const manifest = {
  id: 'test.titles',
  version: '1.0.0',
  name: 'Titles',
  types: ['movie'],
  resources: ['meta'],
}
/** Knows a film by its TMDB id too, and answers so late that another search has its streams by then. */
const titles = await startUpstream(
  (request, response) => {
    const [, number] = /(\d+)\.json$/.exec(request.url!) ?? []
    const meta = { id: `tt${number}`, imdb_id: `tt${number}`, type: 'movie', name: 'Some Film' }
    const answer = number === undefined ? manifest : { meta }
    setTimeout(() => json(answer, uncached)(request, response), 50)
  },
  '127.0.0.1',
  afterAll,
)

const config = {
  sources: [addon.source, sourceAt(`${titles.url}/manifest.json`, 'Titles')],
  formatter: { name: '{{ query.id }}', description: '{{ stream.filename }}' },
}
const headers = {
  'content-type': 'application/json',
  'x-service-user-data': userDataHeader(config),
}

/** What the sources were asked by one request with a search for each id, and what it answered. */
async function search(...ids: string[]) {
  const asked = [addon, titles].map(({ paths }) => paths.length)
  const fields = ids.map(
    (id, n) =>
      `a${n}: search(type: "movie", id: "${id}") { results { filename } errors { title } }`,
  )
  const { data, errors } = await graphql(`{ ${fields.join(' ')} }`, { headers })
  expect(errors).toBeUndefined()
  const paths = [addon, titles].flatMap(({ paths }, index) => paths.slice(asked[index]))
  return {
    answers: Object.values(data) as { results: object[]; errors: object[] }[],
    streams: paths.filter((path) => path.startsWith('/stream/')),
    metas: paths.filter((path) => path.startsWith('/meta/')),
  }
}

describe('aliased searches of one request ask a source once', () => {
  beforeEach(() => void (failing = false))

  it('for the same id', async () => {
    const { answers, streams, metas } = await search('tt1', 'tt1', 'tt1')
    expect(streams).toEqual(['/stream/movie/tt1.json'])
    expect(metas).toEqual(['/meta/movie/tt1.json'])
    expect(answers.map(({ results }) => results.length)).toEqual([1, 1, 1])
  })

  it('for two ids of a film, though one is translated when the other has its answer', async () => {
    const { answers, streams, metas } = await search('tt2', 'tmdb:2')
    expect(streams).toEqual(['/stream/movie/tt2.json'])
    expect(metas.toSorted()).toEqual(['/meta/movie/tmdb%3A2.json', '/meta/movie/tt2.json'])
    expect(answers.map(({ results }) => results.length)).toEqual([1, 1])
  })

  it('that fails, and each says so', async () => {
    failing = true
    const { answers, streams } = await search('tt3', 'tmdb:3')
    expect(streams).toEqual(['/stream/movie/tt3.json'])
    expect(answers.map(({ errors }) => errors.length)).toEqual([1, 1])
  })

  it('and the next request asks it again', async () => {
    await search('tt4', 'tt4')
    expect((await search('tt4', 'tt4')).streams).toHaveLength(1)
  })
})
