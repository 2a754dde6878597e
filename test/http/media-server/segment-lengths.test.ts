import { afterAll, describe, expect, it } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { startListSource } from '../../support/list-source.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { fileLasting, startMediaServer } from '../../support/media-files.ts'
import { startService } from '../../support/service.ts'
import { readSegments, startSkipServices } from '../../support/skip-services.ts'
import { json } from '../../support/upstream.ts'

const anime = 'tt2560140'
const shortCut = ['Intro', 31.5, 91]
const longCut = ['Intro', 60, 120]
const anyCut = ['Recap', 0, 20]

const cut = (skipType: string, startTime: number, endTime: number, episodeLength: number) => ({
  interval: { startTime, endTime },
  skipType,
  skipId: `${skipType} ${episodeLength}`,
  episodeLength,
})
const { answers, setting, theintrodb } = await startSkipServices(afterAll)
answers.aniskip = json({ results: [cut('op', 31.5, 91, 1_420), cut('op', 60, 120, 1_445)] })
answers.theintrodb = json({ intro: [] })
answers.introdb = json({ recap: { start_ms: 0, end_ms: 20_000 } })
const { source: titles } = await startListSource({
  titles: [{ id: anime, type: 'series', name: 'Attack', moviedb_id: 1429 }],
  catalogs: [{ type: 'series', id: 'shows', name: 'Shows', titles: [anime] }],
  episodes: (id) => [
    { id: `${id}:1:5`, title: 'Five', season: 1, episode: 5, released: '2013-05-01T00:00:00.000Z' },
  ],
  ends: afterAll,
})
const service = await startService({ READ_FILE_HEADERS: 'true', SKIP_SOURCES: setting() }, afterAll)
await service.service.services.anime.useSample()

/** The episode of a source that says this of its length, once its versions are known. */
async function openEpisode(stated: string, videoUrl = 'https://streams.example/video.mkv') {
  const stream = { description: `Attack.S01E05.1080p.WEB-DL.mkv${stated && `\n⏱ ${stated}`}` }
  const { source } = await startFilmSource({ versions: 1, stream, videoUrl })
  const owner = await service.createUser({ sources: [titles, source] })
  const { token } = await signInApp(service.url, owner)
  const send = senderOf(service.url, token)
  const found = await send('/Items?recursive=true&includeItemTypes=Series&searchTerm=Attack')
  const { body } = await send(`/Shows/${found.body.Items[0].Id}/Episodes`)
  const { Id } = body.Items[0]
  expect((await send(`/Items/${Id}`)).body.MediaSources).toHaveLength(1)

  const segments = () => readSegments(send, Id)
  return { segments, play: () => send(`/Items/${Id}/PlaybackInfo`, {}) }
}

describe('The marks of an episode are those of the cut', () => {
  it.each([
    { stated: '00:23:40', expected: [anyCut, shortCut] },
    { stated: '24m 6s', expected: [anyCut, longCut] },
    { stated: '23 min', expected: [anyCut, shortCut] },
    { stated: '24 min', expected: [anyCut, longCut] },
    { stated: '31 min', expected: [anyCut] },
    { stated: '00:24:30', expected: [anyCut] },
  ])('that is nearest to "$stated"', async ({ stated, expected }) => {
    expect(await (await openEpisode(stated)).segments()).toEqual(expected)
  })

  it('that is named first, where the source states no length', async () => {
    expect(await (await openEpisode('')).segments()).toEqual([anyCut, shortCut])
  })

  it('that is as long as the file, once its header was read, whatever its source says', async () => {
    const files = await startMediaServer(fileLasting(1_421_500))
    const { segments, play } = await openEpisode('31 min', `${files.url}/film.mkv`)
    expect(await segments()).toEqual([anyCut])
    await play()
    expect(await segments()).toEqual([anyCut, shortCut])
  })
})

describe('The marks of an episode with a clip in the place of its file', () => {
  it('are those of the length that its source states', async () => {
    const files = await startMediaServer(fileLasting(20_000))
    const { segments, play } = await openEpisode('00:23:40', `${files.url}/film.mkv`)
    await play()
    expect(files.paths).toHaveLength(1)
    expect(await segments()).toEqual([anyCut, shortCut])
  })
})

describe('TheIntroDB', () => {
  it('is asked with a length only where that is known to the second', async () => {
    for (const stated of ['00:24:11', '24 min']) await (await openEpisode(stated)).segments()
    const plain = '/v3/media?tmdb_id=1429&season=1&episode=5'
    expect(theintrodb.paths).toContain(plain)
    expect(theintrodb.paths).toContain(`${plain}&duration_ms=1451000`)
    expect(theintrodb.paths).not.toContain(`${plain}&duration_ms=1440000`)
  })
})
