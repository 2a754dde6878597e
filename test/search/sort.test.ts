import { describe, expect, it } from 'vitest'
import type { MediaQuery, Stream } from '../../src/model/search-result.ts'
import type { FilterSettings, SortSettings } from '../../src/model/user-data.ts'
import type { SortKey } from '../../src/model/vocabulary.ts'
import { createOrder } from '../../src/search/steps/sort.ts'
import { query, stream } from '../support/streams.ts'
import { finished } from '../support/work.ts'

type Overrides = Parameters<typeof stream>[0]

function sort(
  streams: readonly Stream[],
  settings?: SortSettings,
  filters?: FilterSettings,
  asked: MediaQuery = query(),
): readonly Stream[] {
  return finished(createOrder(settings, filters).sort(streams, asked))
}

function by(key: SortKey, direction?: 'asc' | 'desc'): SortSettings {
  return { global: [{ by: key, direction }] }
}

/** Gives the streams in reverse, each with the position that keeps it where it was. */
function reversed(overrides: readonly Overrides[]): Stream[] {
  return overrides
    .map((one, index) => stream({ position: overrides.length - index, ...one }))
    .toReversed()
}

describe('sort', () => {
  it.each<{ key: SortKey; rule: string; order: Overrides[]; filters?: FilterSettings }>([
    {
      key: 'resolution',
      rule: 'follows the vocabulary, unknown last',
      order: [
        { parsedFile: { resolution: '2160p' } },
        { parsedFile: { resolution: '1080p' } },
        { parsedFile: { resolution: '240p' } },
        {},
      ],
    },
    {
      key: 'resolution',
      rule: 'puts preferred values first, in any case',
      filters: { resolution: { prefer: ['720P', 'Unknown'] } },
      order: [{ parsedFile: { resolution: '720p' } }, {}, { parsedFile: { resolution: '2160p' } }],
    },
    {
      key: 'quality',
      rule: 'follows the vocabulary',
      order: [
        { parsedFile: { quality: 'BluRay REMUX' } },
        { parsedFile: { quality: 'WEB-DL' } },
        { parsedFile: { quality: 'CAM' } },
        {},
      ],
    },
    {
      key: 'encode',
      rule: 'puts preferred values first',
      filters: { encode: { prefer: ['AVC'] } },
      order: [
        { parsedFile: { encode: 'AVC' } },
        { parsedFile: { encode: 'AV1' } },
        { parsedFile: { encode: 'HEVC' } },
      ],
    },
    {
      key: 'visualTag',
      rule: 'compares the best tag, then the next',
      order: [
        { parsedFile: { visualTags: ['HDR10', 'DV'] } },
        { parsedFile: { visualTags: ['DV'] } },
        { parsedFile: { visualTags: ['HDR10+', 'HDR10', '10bit'] } },
        {},
      ],
    },
    {
      key: 'audioTag',
      rule: 'puts preferred tags first',
      filters: { audioTag: { prefer: ['FLAC'] } },
      order: [
        { parsedFile: { audioTags: ['FLAC'] } },
        { parsedFile: { audioTags: ['Atmos', 'TrueHD'] } },
      ],
    },
    {
      key: 'audioChannel',
      rule: 'follows the vocabulary',
      order: [
        { parsedFile: { audioChannels: ['7.1'] } },
        { parsedFile: { audioChannels: ['5.1', '2.0'] } },
        { parsedFile: { audioChannels: ['5.1'] } },
      ],
    },
    {
      key: 'language',
      rule: 'puts preferred languages first',
      filters: { language: { prefer: ['Japanese', 'english'] } },
      order: [
        { languages: ['English', 'Japanese'] },
        { languages: ['Japanese'] },
        { languages: ['French', 'English'] },
        { languages: ['French'] },
      ],
    },
    {
      key: 'subtitle',
      rule: 'puts preferred languages first',
      filters: { subtitle: { prefer: ['Thai'] } },
      order: [{ subtitles: ['Thai'] }, { subtitles: ['English'] }],
    },
    {
      key: 'streamType',
      rule: 'follows the vocabulary',
      order: [{ type: 'debrid' }, { type: 'usenet' }, { type: 'http' }, { type: 'p2p' }],
    },
    {
      key: 'releaseGroup',
      rule: 'puts preferred groups first',
      filters: { releaseGroup: { prefer: ['NTb', 'FLUX'] } },
      order: [
        { parsedFile: { releaseGroup: 'ntb' } },
        { parsedFile: { releaseGroup: 'FLUX' } },
        { parsedFile: { releaseGroup: 'X' } },
      ],
    },
    {
      key: 'indexer',
      rule: 'puts preferred indexers first',
      filters: { indexer: { prefer: ['RARBG'] } },
      order: [{ indexer: 'RARBG' }, { indexer: 'YTS' }],
    },
    {
      key: 'service',
      rule: 'puts preferred services first',
      filters: { service: { prefer: ['torbox'] } },
      order: [{ service: 'torbox' }, { service: 'realdebrid' }],
    },
    {
      key: 'cached',
      rule: 'is cached, unknown, uncached',
      order: [{ cached: true }, {}, { cached: false }],
    },
    {
      key: 'cached',
      rule: 'follows the preference',
      filters: { cached: { prefer: ['uncached', true] } },
      order: [{ cached: false }, { cached: true }, {}],
    },
    {
      key: 'keyword',
      rule: 'finds preferred words in the names',
      filters: { keyword: { prefer: ['open matte', 'hybrid'] } },
      order: [
        { filename: 'Film.Open.Matte.mkv' },
        { folderName: 'Film HYBRID' },
        { filename: 'Film.Hybrids.mkv' },
      ],
    },
    {
      key: 'regex',
      rule: 'goes by the best expression that matched',
      filters: { regex: { prefer: ['one', { pattern: 'x', name: 'two' }] } },
      order: [{ regexNames: ['two', 'one'] }, { regexNames: ['two'] }, {}],
    },
    { key: 'size', rule: 'is largest first, unknown last', order: [{ size: 9 }, { size: 1 }, {}] },
    { key: 'seeders', rule: 'is most first', order: [{ seeders: 9 }, { seeders: 0 }, {}] },
    { key: 'bitrate', rule: 'is highest first', order: [{ bitrate: 9 }, { bitrate: 1 }, {}] },
    { key: 'age', rule: 'is newest first', order: [{ age: 1 }, { age: 9 }, {}] },
    {
      key: 'source',
      rule: 'is in the order of the configuration',
      order: [{ sourceIndex: 0 }, { sourceIndex: 1 }],
    },
    { key: 'library', rule: 'is the own library first', order: [{ library: true }, {}] },
    {
      key: 'regexScore',
      rule: 'is highest first',
      order: [{ regexScore: 5 }, {}, { regexScore: -5 }],
    },
    {
      key: 'expressionScore',
      rule: 'is highest first',
      order: [{ expressionScore: 5 }, {}, { expressionScore: -5 }],
    },
  ])('by $key $rule', ({ key, order, filters }) => {
    const streams = reversed(order)
    expect(sort(streams, by(key), filters)).toEqual(streams.toReversed())
  })

  it.each<{ key: SortKey; filters: FilterSettings; alike: Overrides[] }>([
    {
      key: 'language',
      filters: { language: { prefer: ['Thai'] } },
      alike: [{}, { languages: ['French'] }],
    },
    { key: 'service', filters: {}, alike: [{}, { service: 'torbox' }] },
    { key: 'releaseGroup', filters: {}, alike: [{}, { parsedFile: { releaseGroup: 'X' } }] },
  ])('by $key takes all for alike that nobody prefers', ({ key, filters, alike }) => {
    const streams = alike.map((one, position) => stream({ position, ...one }))
    expect(sort(streams.toReversed(), by(key), filters)).toEqual(streams)
  })

  it('turns a criterion round with asc, and keeps what is unknown at the end', () => {
    const streams = [stream({ size: 5 }), stream(), stream({ size: 1 })]
    expect(sort(streams, by('size', 'asc')).map(({ size }) => size)).toEqual([1, 5, null])
  })

  it.each([
    { direction: undefined, ages: [1, 5, 9, null] },
    { direction: 'asc' as const, ages: [1, 5, 9, null] },
    { direction: 'desc' as const, ages: [9, 5, 1, null] },
  ])('takes the direction $direction of age as that of the number', ({ direction, ages }) => {
    const streams = [stream({ age: 5 }), stream(), stream({ age: 9 }), stream({ age: 1 })]
    expect(sort(streams, by('age', direction)).map(({ age }) => age)).toEqual(ages)
  })

  it('compares by each criterion in turn', () => {
    const streams = [
      stream({ size: 1, seeders: 1 }),
      stream({ size: 2, seeders: 1 }),
      stream({ size: 2, seeders: 9 }),
    ]
    const settings: SortSettings = { global: [{ by: 'size' }, { by: 'seeders', direction: 'asc' }] }
    expect(sort(streams, settings)).toEqual([streams[1], streams[2], streams[0]])
  })

  it('keeps equals in the order of sources and of their answers', () => {
    const streams = [
      stream({ sourceIndex: 1, position: 0 }),
      stream({ sourceIndex: 0, position: 1 }),
      stream({ sourceIndex: 0, position: 0 }),
    ]
    expect(sort(streams, by('size'))).toEqual([streams[2], streams[1], streams[0]])
  })

  it.each<{ asked: string; of: Partial<MediaQuery>; first: Partial<Stream> }>([
    { asked: 'a film', of: { type: 'movie' }, first: { size: 9 } },
    { asked: 'a series', of: { type: 'series' }, first: { seeders: 9 } },
    { asked: 'an anime, whatever its type', of: { type: 'movie', anime: true }, first: { age: 1 } },
    { asked: 'anything else', of: { type: 'tv' }, first: { bitrate: 9 } },
  ])('uses the list for $asked', ({ of, first }) => {
    const settings: SortSettings = {
      global: [{ by: 'bitrate' }],
      movies: [{ by: 'size' }],
      series: [{ by: 'seeders' }],
      anime: [{ by: 'age' }],
    }
    const streams = [
      stream({ size: 9 }),
      stream({ seeders: 9 }),
      stream({ age: 1 }),
      stream({ bitrate: 9 }),
    ]
    expect(sort(streams, settings, {}, query(of))[0]).toMatchObject(first)
  })
})
