import { describe, expect, it, vi } from 'vitest'
import { createMemoryCache } from '../../src/cache/memory.ts'
import type { IdTranslator } from '../../src/model/id-translator.ts'
import { parseMediaId } from '../../src/model/media-id.ts'
import type { SourceClient } from '../../src/model/source-client.ts'
import type { SourceMeta } from '../../src/model/source-meta.ts'
import { createMetadata, type MetadataOptions } from '../../src/search/metadata.ts'
import { sourceMeta, sourceVideo } from '../support/source-meta.ts'
import { manifest, source } from '../support/sources.ts'

const notAsked = () => Promise.reject(new Error('not asked here'))

function open(
  meta: SourceMeta | null | SourceClient['meta'],
  options: Partial<MetadataOptions> = {},
  offered = manifest(),
) {
  const ask = vi.fn<SourceClient['meta']>(
    typeof meta === 'function' ? meta : () => Promise.resolve({ value: meta, fromCache: null }),
  )
  const client: SourceClient = {
    manifest: () => Promise.resolve({ value: offered, fromCache: 'fresh' }),
    streams: notAsked,
    meta: ask,
    catalog: notAsked,
    subtitles: notAsked,
    addons: notAsked,
  }
  const metadata = createMetadata({
    client,
    cache: createMemoryCache({ maxBytes: 1e6 }),
    translators: [],
    deadlineMs: 2_000,
    ...options,
  })
  const describeMedia = (id: string, type = 'series', sources = [source()]) =>
    metadata.describeMedia({ type, id: parseMediaId(id), sources })
  return { metadata, describeMedia, ask }
}

const translator = (...known: string[]): IdTranslator => ({
  translate: (_id, _type, wanted) =>
    Promise.resolve(known.map(parseMediaId).filter(({ space }) => wanted.includes(space))),
})

describe('describing what is searched for', () => {
  it('asks for the series of an episode and tells its names and figures', async () => {
    const meta = sourceMeta({ aliases: ['Other'], year: 2008, endYear: 2013, runtime: 49 })
    const { describeMedia, ask } = open(meta)
    expect(await describeMedia('tt0903747:5:14')).toEqual({
      type: 'series',
      id: 'tt0903747:5:14',
      season: 5,
      episode: 14,
      anime: false,
      titles: ['Main', 'Other'],
      year: 2008,
      endYear: 2013,
      runtime: 49,
      alternativeEpisodes: [],
    })
    expect(ask.mock.calls[0]!.slice(1, 3)).toEqual(['series', 'tt0903747'])
  })

  it('asks once for all episodes of a series, and keeps that nothing is known too', async () => {
    const known = open(sourceMeta())
    await known.describeMedia('tt1:1:1')
    await known.describeMedia('tt1:1:2')
    expect(known.ask).toHaveBeenCalledTimes(1)
    const unknown = open(null)
    await unknown.describeMedia('tt1:1:1')
    await unknown.describeMedia('tt1:1:2')
    expect(unknown.ask).toHaveBeenCalledTimes(1)
  })

  it("keeps one source's word apart from another's", async () => {
    const { describeMedia } = open(({ name }) =>
      Promise.resolve({ value: sourceMeta({ name: name ?? '' }), fromCache: null }),
    )
    const [mine, theirs] = [
      source({ name: 'Mine', url: 'https://mine.example/manifest.json' }),
      source({ name: 'Theirs', url: 'https://theirs.example/manifest.json' }),
    ]
    expect((await describeMedia('tt1', 'movie', [theirs])).titles).toEqual(['Theirs'])
    expect((await describeMedia('tt1', 'movie', [mine])).titles).toEqual(['Mine'])
  })

  it('takes the first source that knows the title', async () => {
    const { describeMedia } = open(({ name }) => {
      if (name === 'broken') return Promise.reject(new Error('no'))
      if (name === 'slow') return new Promise(() => {})
      return Promise.resolve({
        value: name === 'empty' ? null : sourceMeta({ name: name ?? '' }),
        fromCache: null,
      })
    })
    const sources = ['broken', 'slow', 'empty', 'good'].map((name) =>
      source({ name, url: `https://${name}.example` }),
    )
    expect((await describeMedia('tt1', 'movie', sources)).titles).toEqual(['good'])
  })

  it.each<[string, SourceMeta | null | SourceClient['meta']]>([
    ['nobody knows the title', null],
    ['every source fails', () => Promise.reject(new Error('no'))],
    ['no source answers in time', () => new Promise(() => {})],
  ])('has no titles where %s', async (_name, meta) => {
    const { describeMedia } = open(
      (_source, _type, _id, options) =>
        typeof meta === 'function'
          ? Promise.race([
              meta(source(), '', ''),
              new Promise<never>((_resolve, reject) => {
                options?.signal?.addEventListener('abort', () => reject(new Error('late')))
              }),
            ])
          : Promise.resolve({ value: meta, fromCache: null }),
      { deadlineMs: 30 },
    )
    expect(await describeMedia('tt1:2:3')).toMatchObject({
      titles: [],
      year: null,
      season: 2,
      episode: 3,
    })
  })

  it('asks only sources that offer metadata', async () => {
    const offered = manifest({ resources: [{ name: 'stream', types: null, idPrefixes: null }] })
    const { describeMedia, ask } = open(sourceMeta(), {}, offered)
    expect((await describeMedia('tt1')).titles).toEqual([])
    expect(ask).not.toHaveBeenCalled()
  })

  it('asks a source in the ids that it knows', async () => {
    const { describeMedia, ask } = open(sourceMeta(), { translators: [translator('tt0388629')] })
    await describeMedia('kitsu:12:5')
    expect(ask.mock.calls[0]!.slice(1, 3)).toEqual(['series', 'tt0388629'])
  })

  it('asks for the entry of an id that nobody understands', async () => {
    const offered = manifest({ resources: [{ name: 'meta', types: null, idPrefixes: ['own:'] }] })
    const { describeMedia, ask } = open(sourceMeta(), {}, offered)
    await describeMedia('own:show:2:3')
    expect(ask.mock.calls[0]![2]).toBe('own:show')
  })

  it.each([
    { why: 'its id is of an anime database', id: 'kitsu:1:1', anime: true },
    { why: 'an anime database knows it', id: 'tt1:1:1', known: ['mal:20:1'], anime: true },
    { why: 'its type says so', id: 'tt1:1:1', type: 'anime', anime: true },
    { why: 'its genre says so', id: 'tt1:1:1', meta: { genres: ['Drama', 'anime'] }, anime: true },
    { why: 'its source says so', id: 'tt1:1:1', meta: { type: 'anime' }, anime: true },
    { why: 'nothing says so', id: 'tt1:1:1', known: ['tmdb:5:1:1'], anime: false },
  ])('is anime or not, because $why', async ({ id, type, known = [], meta, anime }) => {
    const { describeMedia } = open(sourceMeta(meta), { translators: [translator(...known)] })
    expect((await describeMedia(id, type)).anime).toBe(anime)
  })

  it('tells the other numbers of an episode', async () => {
    const { describeMedia } = open(null, {
      translators: [translator('tvdb:5:2:3', 'anilist:7', 'kitsu:9:15', 'mal:8:15', 'tmdb:5:2:4')],
    })
    expect((await describeMedia('tt1:2:3')).alternativeEpisodes).toEqual([
      { season: null, episode: 15 },
      { season: 2, episode: 4 },
    ])
  })

  it.each([
    { id: 'tt1:3:2', alternatives: [{ season: null, episode: 14 }] },
    { id: 'tt1:1:2', alternatives: [] },
    { id: 'tt1:0:2', alternatives: [] },
    { id: 'tt1:5:2', alternatives: [] },
    { id: 'tt1', alternatives: [] },
    { id: 'tt1:4:2', gap: true, alternatives: [] },
  ])('counts through the seasons of an anime: $id', async ({ id, gap, alternatives }) => {
    const videos = [
      ...Array.from({ length: 10 }, (_, i) => ({ season: 1, episode: i + 1 })),
      ...(gap ? [] : [{ season: 2, episode: 2 }]),
      { season: 0, episode: 9 },
      { season: 3, episode: 9 },
      { season: 1e9, episode: 9 },
      { season: null, episode: 4 },
      { season: 2, episode: null },
    ].map(sourceVideo)
    const { describeMedia } = open(sourceMeta({ genres: ['Anime'], videos }))
    expect((await describeMedia(id)).alternativeEpisodes).toEqual(alternatives)
  })
})

describe('a translator made of metadata', () => {
  const meta = sourceMeta({ ids: { imdb: 'tt0133093', tmdb: '603' } })

  it.each([
    ['tmdb:603', ['imdb'], ['tt0133093']],
    ['tt0133093', ['tvdb', 'tmdb'], ['603']],
    ['tmdb:603', ['kitsu'], []],
    ['kitsu:5', ['imdb'], []],
  ] as const)('turns %s into %j', async (id, wanted, values) => {
    const offered = manifest({ resources: [{ name: 'meta', types: null, idPrefixes: null }] })
    const translator = open(meta, {}, offered).metadata.translatorOf([source()])
    const translated = await translator.translate(parseMediaId(id), 'movie', wanted)
    expect(translated.map(({ value }) => value)).toEqual(values)
  })

  it('keeps season and episode', async () => {
    const offered = manifest({ resources: [{ name: 'meta', types: null, idPrefixes: null }] })
    const translator = open(meta, {}, offered).metadata.translatorOf([source()])
    const [translated] = await translator.translate(parseMediaId('tmdb:603:2:3'), 'series', [
      'imdb',
    ])
    expect(translated).toMatchObject({ space: 'imdb', value: 'tt0133093', season: 2, episode: 3 })
  })
})
