import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { identityOf } from '../../../../src/library/identity.ts'
import type { User } from '../../../../src/model/household.ts'
import type { IdTranslator } from '../../../../src/model/id-translator.ts'
import type { SourceMeta, SourceVideo } from '../../../../src/model/source-meta.ts'
import { createDetailsReader } from '../../../../src/services/library/titles/details.ts'
import { animeServices } from '../../../support/anime-service.ts'
import { manifest } from '../../../support/sources.ts'
import { sourceMeta, sourceVideo } from '../../../support/source-meta.ts'

type Answer = {
  readonly meta: SourceMeta | Error | null
  readonly afterMs: number
  readonly of?: string
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const anime = animeServices()
const pictures = 'https://pictures.example'
const whole: Partial<SourceMeta> = {
  description: 'A story.',
  poster: `${pictures}/poster.jpg`,
  background: `${pictures}/background.jpg`,
  logo: `${pictures}/logo.png`,
  genres: ['Drama'],
  people: [{ name: 'Ada', type: 'Actor', role: null, image: null }],
  trailers: ['https://www.youtube.com/watch?v=aaaaaaaaaaa'],
  released: 1,
  runtime: 50,
  rating: 8,
  certification: 'PG',
}
const parts = (season: number, count: number, values: Partial<SourceVideo> = {}) =>
  Array.from({ length: count }, (_, index) =>
    sourceVideo({ season, episode: index + 1, ...values }),
  )
const shown = { overview: 'What happens.', thumbnail: `${pictures}/still.jpg` }

/** Sources that answer after so many milliseconds of the tests' clock; `of`: the only prefix of ids that one knows. */
function startSources(answers: readonly Answer[], translators: readonly IdTranslator[] = []) {
  const sources = answers.map((_, index) => ({
    id: `${index}`,
    url: `https://${index}.example`,
  }))
  const home = { configuration: 7, cacheKey: '', userData: { sources } } as unknown as User
  const details = createDetailsReader({
    translators,
    client: {
      manifest: async ({ id }) => {
        const { of } = answers[Number(id)]!
        const resource = { name: 'meta', types: null, idPrefixes: of === undefined ? null : [of] }
        return { value: manifest({ resources: [resource] }), fromCache: null }
      },
      async meta({ id }) {
        const { meta, afterMs } = answers[Number(id)]!
        await new Promise((answer) => setTimeout(answer, afterMs))
        if (meta instanceof Error) throw meta
        return { value: meta, fromCache: null }
      },
    },
  })
  /** Null: nothing within this time. */
  return async (withinMs: number, id = 'tt1', type = 'series') => {
    const identity = identityOf({ id, type, ids: {} }, () => null)
    let found: SourceMeta | null = null
    details.of(home, identity, type).then(
      (known) => (found = known?.meta ?? null),
      () => {},
    )
    for (let turn = 0; turn < 20; turn += 1) await vi.advanceTimersByTimeAsync(withinMs / 20)
    return found as SourceMeta | null
  }
}

const placesOf = (meta: SourceMeta | null) =>
  meta?.videos.map(({ season, episode }) => `${season}:${episode}`)

describe('A title', () => {
  it('has what its first source lacks from the others that answer within the grace time', async () => {
    const { description, poster, background, genres, people, ...others } = whole
    const first = { description, poster, background, genres, people }
    const find = startSources([
      { meta: sourceMeta({ ...first, name: 'Own', videos: parts(1, 2) }), afterMs: 10 },
      { meta: new Error('it is down'), afterMs: 20 },
      {
        meta: sourceMeta({
          ...others,
          description: 'Another one.',
          ids: { tmdb: '5', tvdb: '6' },
          videos: [...parts(1, 2, shown), ...parts(2, 2, shown)],
        }),
        afterMs: 300,
      },
    ])
    const found = await find(400)
    expect(found).toMatchObject({ ...whole, name: 'Own', ids: { tmdb: '5', tvdb: '6' } })
    expect(placesOf(found)).toEqual(['1:1', '1:2', '2:1', '2:2'])
    expect(found!.videos.map(({ overview }) => overview)).toEqual(Array(4).fill('What happens.'))
  })

  it.each(['movie', 'series'])(
    'whose first source says everything of a %s is there at once, and later has what others add',
    async (type) => {
      const videos = type === 'movie' ? [] : parts(1, 2, shown)
      const find = startSources([
        { meta: sourceMeta({ ...whole, type, videos }), afterMs: 10 },
        {
          meta: sourceMeta({ type, studios: ['Studio'], videos: [...videos, ...parts(2, 1)] }),
          afterMs: 400,
        },
      ])
      const first = await find(20, 'tt1', type)
      expect(first).toMatchObject(whole)
      expect(first!.studios).toEqual([])
      await vi.advanceTimersByTimeAsync(500)
      const second = await find(20, 'tt1', type)
      expect(second!.studios).toEqual(['Studio'])
      expect(second!.videos).toHaveLength(videos.length + 1)
    },
  )

  it('does not wait beyond the grace time, and later has what came then', async () => {
    const find = startSources([
      { meta: sourceMeta({ videos: parts(1, 1) }), afterMs: 10 },
      { meta: sourceMeta({ ...whole, videos: [...parts(1, 1), ...parts(2, 1)] }), afterMs: 3_000 },
    ])
    const first = await find(600)
    expect([first!.logo, placesOf(first)]).toEqual([null, ['1:1']])
    await vi.advanceTimersByTimeAsync(3_000)
    const second = await find(20)
    expect([second!.logo, placesOf(second)]).toEqual([whole.logo, ['1:1', '2:1']])
  })

  it('has the parts of an earlier source that came late before those of a quicker one', async () => {
    const find = startSources([
      { meta: sourceMeta({ name: 'Slow', videos: parts(1, 1) }), afterMs: 2_000 },
      { meta: sourceMeta({ name: 'Quick', videos: parts(1, 1) }), afterMs: 10 },
    ])
    expect((await find(600))!.name).toBe('Quick')
    await vi.advanceTimersByTimeAsync(2_000)
    expect((await find(20))!.name).toBe('Slow')
  })

  it('loses what its source says no longer, also where another one says late that it knows nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const plain = sourceMeta({ ...whole, videos: parts(1, 1, shown) })
    const answers: Answer[] = [
      { meta: { ...plain, studios: ['Studio'] }, afterMs: 10 },
      { meta: null, afterMs: 400 },
    ]
    const find = startSources(answers)
    expect((await find(500))!.studios).toEqual(['Studio'])
    answers[0] = { meta: plain, afterMs: 10 }
    await vi.advanceTimersByTimeAsync(600_000)
    await find(20)
    expect((await find(20))!.studios).toEqual(['Studio'])
    await vi.advanceTimersByTimeAsync(400)
    expect((await find(20))!.studios).toEqual([])
  })
})

describe('An anime whose sources number it differently', () => {
  const entry = (episode: number, values: Partial<SourceVideo> = {}) =>
    sourceVideo({ id: `kitsu:7442:${episode}`, season: 1, episode, ...values })
  const ofEntry = sourceMeta({
    id: 'kitsu:7442',
    videos: [1, 2, 3].map((episode) => entry(episode, shown)),
  })
  const second = { id: 'tt2560140:2:1', season: 2, episode: 1 }
  const ofWhole = sourceMeta({
    id: 'tt2560140',
    videos: [1, 2]
      .map((episode) => sourceVideo({ id: `tt2560140:1:${episode}`, episode }))
      .concat(sourceVideo(second)),
  })

  async function find(answers: readonly Answer[], id: string, isKnown = true) {
    const service = anime.service()
    if (isKnown) await service.useSample()
    return startSources(answers, [service.idTranslator])(600, id)
  }

  it('has each episode once, as the anime database says', async () => {
    const found = await find(
      [
        { meta: ofWhole, afterMs: 10, of: 'tt' },
        { meta: ofEntry, afterMs: 20, of: 'kitsu' },
      ],
      'tt2560140',
    )
    expect(found!.videos.map(({ id, overview }) => [id, overview])).toEqual([
      ['tt2560140:1:1', 'What happens.'],
      ['tt2560140:1:2', 'What happens.'],
      ['tt2560140:2:1', null],
      ['tt2560140:1:3', 'What happens.'],
    ])
  })

  it('is no more than its entry where that is asked for', async () => {
    const found = await find(
      [
        { meta: ofEntry, afterMs: 10, of: 'kitsu' },
        { meta: ofWhole, afterMs: 20, of: 'tt' },
      ],
      'kitsu:7442',
    )
    expect(found!.videos.map(({ id }) => id)).toEqual(ofEntry.videos.map(({ id }) => id))
  })

  it('has the episodes of the first source alone where no anime database knows them', async () => {
    const answers = [
      { meta: ofWhole, afterMs: 10 },
      { meta: ofEntry, afterMs: 20 },
    ]
    const found = await find(answers, 'tt2560140', false)
    expect(found!.videos).toEqual(ofWhole.videos)
  })
})
