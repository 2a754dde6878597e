import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { startListSource } from '../../support/list-source.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { readSegments, startSkipServices } from '../../support/skip-services.ts'
import { json } from '../../support/upstream.ts'

const { answers, setting, ...services } = await startSkipServices(afterAll)
const anime = 'tt2560140'
const death = 'tt0877057'
/** The second season of a series, which the anime database does not know. */
const sequel = 'kitsu:9999999'
const { source } = await startListSource({
  titles: [
    { id: anime, type: 'series', name: 'Attack', moviedb_id: 1429 },
    { id: 'tt9000000', type: 'series', name: 'Show 0', moviedb_id: 900 },
    { id: 'tt9000002', type: 'series', name: 'Long', moviedb_id: 902, runtime: '25 min' },
    { id: 'tt9000004', type: 'series', name: 'Cold', moviedb_id: 904 },
    { id: death, type: 'series', name: 'Note', moviedb_id: 13_916 },
    { id: sequel, type: 'series', name: 'Sequel', moviedb_id: 1429 },
  ],
  catalogs: [
    {
      type: 'series',
      id: 'shows',
      name: 'Shows',
      titles: [anime, 'tt9000000', 'tt9000002', 'tt9000004', death, sequel],
    },
  ],
  episodes: (id) =>
    [5, 6].map((episode) => ({
      id: id === sequel ? `${id}:${episode}` : `${id}:1:${episode}`,
      title: `Part ${episode}`,
      season: 1,
      episode,
      released: '2013-05-01T00:00:00.000Z',
    })),
  ends: afterAll,
})
const films = await startFilmSource({ films: 1, series: 1, ends: afterAll })
const service = await startService({ SKIP_SOURCES: setting() }, afterAll)
await service.service.services.anime.useSample()
const owner = await service.createUser({ sources: [source, films.source] })
const { token } = await signInApp(service.url, owner)
const send = senderOf(service.url, token)

const episodeOf = async (name: string, place = 0): Promise<string> => {
  const found = await send(`/Items?recursive=true&includeItemTypes=Series&searchTerm=${name}`)
  const series = found.body.Items.find(({ Name }: { Name: string }) => Name === name)
  return (await send(`/Shows/${series.Id}/Episodes`)).body.Items[place].Id
}

const segments = (id: string, query?: string) => readSegments(send, id, query)

const introdb = json({
  imdb_id: 'x',
  intro: { start_ms: 30_000, end_ms: 90_000, confidence: 0.9, submission_count: 3 },
  recap: null,
  outro: { start_ms: 1_200_000, end_ms: 1_290_000, confidence: 0.7 },
})
const fromIntroDb = [
  ['Intro', 30, 90],
  ['Outro', 1_200, 1_290],
]

beforeEach(() => {
  answers.aniskip = answers.theintrodb = answers.introdb = undefined
})

describe('The segments of an episode', () => {
  it('are those that AniSkip, TheIntroDB and IntroDB name, asked as each numbers it', async () => {
    answers['aniskip'] = json({
      found: true,
      results: [
        {
          interval: { startTime: 31.5, endTime: 91 },
          skipType: 'mixed-op',
          skipId: 'a',
          episodeLength: 1_420,
        },
        {
          interval: { startTime: 0, endTime: 20 },
          skipType: 'recap',
          skipId: 'b',
          episodeLength: 1_420,
        },
        { interval: 'nonsense', skipType: 'op' },
      ],
    })
    answers['theintrodb'] = json({
      tmdb_id: 1_429,
      type: 'tv',
      intro: [],
      credits: [{ start_ms: 1_201_000, end_ms: 1_289_000 }],
      preview: [{ start_ms: 1_300_000, end_ms: null }],
    })
    answers['introdb'] = introdb
    const id = await episodeOf('Attack')
    expect(await segments(id)).toEqual([['Recap', 0, 20], ...fromIntroDb])
    expect(services.aniskip.paths).toEqual([
      '/v2/skip-times/16498/5?types=op&types=ed&types=recap&types=mixed-op&types=mixed-ed&episodeLength=0',
    ])
    expect(services.theintrodb.paths).toEqual(['/v3/media?tmdb_id=1429&season=1&episode=5'])
    expect(services.introdb.paths).toEqual([`/segments?imdb_id=${anime}&season=1&episode=5`])
    expect(await segments(id, '?includeSegmentTypes=Outro')).toEqual([['Outro', 1_200, 1_290]])
  })

  it('end with its runtime where neither its versions nor the service say when, but never span it', async () => {
    const credits = [{ start_ms: 1_400_000, end_ms: null }]
    answers['theintrodb'] = json({ intro: [{ start_ms: null, end_ms: null }], credits })
    expect(await segments(await episodeOf('Long'))).toEqual([['Outro', 1_400, 1_500]])
  })

  it('begin with the episode where a service says no start', async () => {
    answers['theintrodb'] = json({ type: 'tv', recap: [{ start_ms: null, end_ms: 45_000 }] })
    answers['introdb'] = json({
      intro: { start_ms: null, end_ms: 80_000 },
      recap: { start_ms: null, end_ms: null },
    })
    expect(await segments(await episodeOf('Cold'))).toEqual([
      ['Recap', 0, 45],
      ['Intro', 0, 80],
    ])
  })

  it.each(['ed', 'mixed-ed'])('have the end that AniSkip names as %s', async (skipType) => {
    const place = skipType === 'ed' ? 0 : 1
    answers['aniskip'] = json({
      results: [
        {
          interval: { startTime: 1_300, endTime: 1_390 },
          skipType,
          skipId: 'a',
          episodeLength: 1_420,
        },
      ],
    })
    expect(await segments(await episodeOf('Note', place))).toEqual([['Outro', 1_300, 1_390]])
  })

  it('of an anime season are not those of the first, where nothing says which season it is', async () => {
    const before = services.theintrodb.paths.length
    answers['theintrodb'] = json({ type: 'tv', intro: [{ start_ms: 0, end_ms: 90_000 }] })
    expect(await segments(await episodeOf('Sequel'))).toEqual([])
    expect(services.theintrodb.paths.length).toBe(before)
  })

  it('are asked for once, also by many at the same time and where there are none', async () => {
    const before = services.introdb.paths.length
    const id = await episodeOf('Show 0')
    const all = await Promise.all(Array.from({ length: 20 }, () => segments(id)))
    expect(all.flat()).toEqual([])
    expect(await segments(id)).toEqual([])
    expect(services.introdb.paths.length).toBe(before + 1)
  })

  it('are nothing for a series, 404 for an unknown item, and 401 without a token', async () => {
    const { body } = await send('/Items?recursive=true&includeItemTypes=Series')
    expect(await segments(body.Items[0].Id)).toEqual([])
    expect((await send(`/MediaSegments/${'0'.repeat(32)}`)).status).toBe(404)
    expect((await senderOf(service.url, '')(`/MediaSegments/${'0'.repeat(32)}`)).status).toBe(401)
  })

  it('of a film are asked for by its id alone, and only where films are known', async () => {
    const before = services.introdb.paths.length
    const { body } = await send('/Items?recursive=true&includeItemTypes=Movie')
    expect(await segments(body.Items[0].Id)).toEqual([])
    expect(services.introdb.paths.length).toBe(before)
  })
})
