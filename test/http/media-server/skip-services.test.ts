import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { segmentServices } from '../../../src/model/segment.ts'
import type { SegmentServiceName } from '../../../src/model/segment.ts'
import { startListSource } from '../../support/list-source.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { readSegments, startSkipServices, usualMarks } from '../../support/skip-services.ts'
import { until } from '../../support/until.ts'
import { json, silent, status } from '../../support/upstream.ts'
import type { Handler } from '../../support/upstream.ts'

const anime = 'tt2560140'
const film = 'tt0903624'
const skips = await startSkipServices(afterAll)
const { source } = await startListSource({
  titles: [
    { id: anime, type: 'series', name: 'Attack', moviedb_id: 1429 },
    { id: film, type: 'movie', name: 'Journey', moviedb_id: 49_051 },
  ],
  catalogs: [
    { type: 'series', id: 'shows', name: 'Shows', titles: [anime] },
    { type: 'movie', id: 'films', name: 'Films', titles: [film] },
  ],
  episodes: (id) =>
    Array.from({ length: 25 }, (_, place) => ({
      id: `${id}:1:${place + 1}`,
      title: `Part ${place + 1}`,
      season: 1,
      episode: place + 1,
      released: '2013-05-01T00:00:00.000Z',
    })),
  ends: afterAll,
})

/** An app at a service that asks these, and the ids of what it may play. */
async function open(env: Record<string, string>) {
  const service = await startService(env, afterAll)
  await service.service.services.anime.useSample()
  const owner = await service.createUser({ sources: [source] })
  const { token } = await signInApp(service.url, owner)
  const send = senderOf(service.url, token)
  const { body } = await send('/Items?recursive=true&includeItemTypes=Series,Movie')
  const idOf = (type: string): string =>
    body.Items.find(({ Type }: { Type: string }) => Type === type).Id
  const episodes = (await send(`/Shows/${idOf('Series')}/Episodes`)).body.Items
  const segments = (id: string) => readSegments(send, id)
  return { service, segments, filmId: idOf('Movie'), episodes: episodes as { Id: string }[] }
}

const shown = (...names: readonly SegmentServiceName[]) =>
  names.map((name) => usualMarks[name].shown).toSorted((a, b) => a[1] - b[1])

const without = (name: SegmentServiceName) =>
  shown(...segmentServices.filter((other) => other !== name))

/** Ids are new with each service; what was asked is not, so each test takes an episode of its own. */
const { segments, episodes, filmId } = await open({ SKIP_SOURCES: skips.setting() })
let episode = 0
const nextEpisode = (): string => episodes[episode++]!.Id

beforeEach(() => skips.sayUsual())

const days: readonly [what: string, Handler][] = [
  ['answers 500', status(500, 'broken')],
  ['answers 429', status(429)],
  ['answers HTML', (_request, response) => void response.end('<html>')],
  ['answers nothing', (_request, response) => void response.end()],
  ['answers other JSON', json({ results: 7, intro: 'x', preview: 3 })],
  ['answers null', json(null)],
  ['hangs up', (_request, response) => void response.destroy()],
]

describe.each(days)('A service that %s', (_what, day) => {
  it.each(segmentServices)('leaves what the others say, be it %s', async (name) => {
    skips.answers[name] = day
    const before = skips[name].paths.length
    expect(await segments(nextEpisode())).toEqual(without(name))
    expect(skips[name].paths.length).toBeGreaterThan(before)
  })
})

it.each(segmentServices)('A slow answer of %s is there the next time', async (name) => {
  const held: (() => void)[] = []
  skips.answers[name] = (request, response) =>
    void held.push(() => json(usualMarks[name].said)(request, response))
  const id = nextEpisode()
  expect(await segments(id)).toEqual(without(name))
  for (const answer of held) answer()
  const all = shown(...segmentServices)
  const isWhole = (seen: unknown): boolean => JSON.stringify(seen) === JSON.stringify(all)
  await until('the marks that came late', () => segments(id), isWhole)
})

describe('A film', () => {
  it('is asked for by its id alone, at the one service that knows films', async () => {
    const before = [skips.aniskip.paths.length, skips.introdb.paths.length]
    expect(await segments(filmId)).toEqual(shown('theintrodb'))
    expect(skips.theintrodb.paths.at(-1)).toBe('/v3/media?tmdb_id=49051')
    expect([skips.aniskip.paths.length, skips.introdb.paths.length]).toEqual(before)
  })
})

describe('What the services have said', () => {
  it('is kept over a restart, whatever they say then', async () => {
    const first = await open({ SKIP_SOURCES: skips.setting() })
    await first.segments(first.episodes[0]!.Id)
    await first.service.close()
    for (const name of segmentServices) skips.answers[name] = silent
    const asked = () => segmentServices.map((name) => skips[name].paths.length)
    const before = asked()
    const second = await open({ SKIP_SOURCES: skips.setting(), DATA_DIR: first.service.dataDir })
    expect(await second.segments(second.episodes[0]!.Id)).toEqual(shown(...segmentServices))
    expect(asked()).toEqual(before)
  })
})

it('How the services answer is counted for the operator', async () => {
  const {
    service: counted,
    segments: read,
    episodes: own,
  } = await open({
    SKIP_SOURCES: skips.setting(),
  })
  skips.answers.introdb = status(503)
  skips.answers.theintrodb = (_request, response) => void response.end('<html>')
  await read(own[0]!.Id)
  const { text } = await counted.request('/metrics')
  expect(text).toMatch(/^upstream_answers_total\{area="segments",outcome="answered"\} 1$/m)
  expect(text).toMatch(/^upstream_answers_total\{area="segments",outcome="invalid"\} 1$/m)
  expect(text).toMatch(/^upstream_answers_total\{area="segments",outcome="status"\} 1$/m)
  expect(text).toMatch(/^upstream_answer_duration_seconds_count\{area="segments"\} 1$/m)
})

describe('With null in SKIP_SOURCES', () => {
  it.each(segmentServices)('%s is never asked', async (name) => {
    const before = skips[name].paths.length
    const one = await open({ SKIP_SOURCES: skips.setting(name) })
    expect(await one.segments(one.episodes[0]!.Id)).toEqual(without(name))
    expect(skips[name].paths.length).toBe(before)
  })
})
