import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filmStream, startAddon } from '../support/addon.ts'
import { startService, userDataHeader } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

const streams = [filmStream(1)]
const imdbOnly = await startAddon({ name: 'ImdbOnly', streams, ends: afterAll })
const kitsuOnly = await startAddon({
  name: 'KitsuOnly',
  streams,
  manifest: { idPrefixes: ['kitsu:'] },
  ends: afterAll,
})

let service: RunningService

beforeAll(async () => {
  service = await startService({}, afterAll)
  await service.service.services.anime.useSample()
})

type Addon = Awaited<ReturnType<typeof startAddon>>

/** The ids that the addon was asked for while somebody searched, and how many streams came of it. */
async function search(addon: Addon, type: string, id: string) {
  const before = addon.paths.length
  const headers = { 'x-service-user-data': userDataHeader({ sources: [addon.source] }) }
  const path = `/api/v1/search?type=${type}&id=${encodeURIComponent(id)}`
  const { body } = await service.request(path, { headers })
  const asked = addon.paths
    .slice(before)
    .flatMap((path) => /\/stream\/\w+\/(.+)\.json$/.exec(path)?.[1] ?? [])
    .map(decodeURIComponent)
  return { asked, found: body.data.results.length as number, errors: body.data.errors.length }
}

describe('a search with anime data', () => {
  it.each([
    ['an episode of a later part', 'series', 'kitsu:46038:1', 'tt2560140:4:29'],
    ['an episode of the first part', 'series', 'kitsu:7442:3', 'tt2560140:1:3'],
    ['an id of MyAnimeList', 'series', 'mal:48583:2', 'tt2560140:4:18'],
    ['an id of AniList', 'series', 'anilist:131681:2', 'tt2560140:4:18'],
    ['an id of AniDB', 'series', 'anidb:16177:2', 'tt2560140:4:18'],
    ['a film', 'movie', 'anidb:112', 'tt0245429'],
  ])('asks a source that knows only IMDb ids for %s', async (_, type, id, imdb) => {
    expect(await search(imdbOnly, type, id)).toEqual({ asked: [imdb], found: 1, errors: 0 })
  })

  it.each([
    ['the part and its own episode', 'tt2560140:4:29', 'kitsu:46038:1'],
    ['the first part', 'tt2560140:1:3', 'kitsu:7442:3'],
    ['the entry of a TVDB episode', 'tvdb:267440:4:18', 'kitsu:44240:2'],
  ])('asks a source that knows only Kitsu ids for %s', async (_, id, kitsu) => {
    expect(await search(kitsuOnly, 'series', id)).toEqual({ asked: [kitsu], found: 1, errors: 0 })
  })

  it('asks nobody for an anime that the data does not know', async () => {
    expect((await search(imdbOnly, 'series', 'kitsu:987654:1')).asked).toEqual([])
  })
})

it('a search without anime data asks those who know the id itself', async () => {
  const { request } = await startService()
  const sources = [imdbOnly.source, kitsuOnly.source]
  const headers = { 'x-service-user-data': userDataHeader({ sources }) }
  const { status, body } = await request('/api/v1/search?type=series&id=kitsu:46038:1', { headers })
  expect([status, body.data.results.length]).toEqual([200, 1])
})
