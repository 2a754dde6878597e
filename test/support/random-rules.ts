import fc from 'fast-check'
import type { Stream } from '../../src/model/search-result.ts'
import type { UserData } from '../../src/model/user-data.ts'
import { sortKeys } from '../../src/model/vocabulary.ts'
import { stream } from './streams.ts'

const resolutions = ['2160p', '1080p', '720p', '480p'] as const
const qualities = ['BluRay', 'WEB-DL', 'CAM'] as const
const languages = ['English', 'German', 'Spanish'] as const
const titles = ['Some Film', 'Another Film', null]

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

const streams: fc.Arbitrary<Stream> = fc
  .record({
    resolution: maybe(fc.constantFrom(...resolutions)),
    quality: maybe(fc.constantFrom(...qualities)),
    visualTags: fc.subarray(['DV' as const, 'HDR10' as const, 'SDR' as const]),
    languages: fc.subarray([...languages]),
    type: fc.constantFrom('debrid', 'p2p', 'http', 'error'),
    cached: fc.constantFrom(true, false, null),
    size: maybe(fc.integer({ min: 0, max: 20 })),
    seeders: maybe(fc.integer({ min: 0, max: 5 })),
    title: fc.constantFrom(...titles),
    year: fc.constantFrom(2020, 1999, null),
    word: fc.constantFrom('alpha', 'beta', 'gamma'),
    hash: fc.constantFrom('a', 'b', 'c', 'd', null),
    sourceIndex: fc.nat(2),
  })
  .map(({ resolution, quality, visualTags, title, year, word, hash, sourceIndex, ...rest }) =>
    stream({
      ...rest,
      sourceIndex,
      sourceId: `s${sourceIndex}`,
      addon: `Source ${sourceIndex}`,
      filename: `${word} ${resolution} file.mkv`,
      infoHash: hash && hash.repeat(40),
      parsedFile: { resolution, quality, visualTags, title, year },
    }),
  )

/** In the order of their sources, as a search reads them. */
export const streamLists: fc.Arbitrary<readonly Stream[]> = fc
  .array(streams, { maxLength: 14 })
  .map((list) =>
    list
      .toSorted((a, b) => a.sourceIndex - b.sourceIndex)
      .map((one, position) => ({ ...one, position })),
  )

function lists<T>(values: readonly T[]) {
  const list = fc.subarray([...values], { maxLength: 2 })
  return fc.record({ exclude: list, require: list, include: list }, { requiredKeys: [] })
}

const range = fc.record(
  { min: fc.integer({ min: 0, max: 10 }), max: fc.integer({ min: 3, max: 20 }) },
  { requiredKeys: [] },
)
const matching = fc.record({ mode: fc.constantFrom('off', 'exact', 'contains') })
const expression = fc.constantFrom('size > 12', 'seeders == 0', '"DV" in visualTags', ' ')
const limit = fc.integer({ min: 1, max: 4 })
const mode = fc.constantFrom('single', 'perService', 'perSource', 'off')
const criteria = fc.array(
  fc.record(
    { by: fc.constantFrom(...sortKeys), direction: fc.constantFrom('asc', 'desc') },
    { requiredKeys: ['by'] },
  ),
  { maxLength: 4 },
)

/** Rules of every kind, over the few values that the streams have. */
export const configurations = fc.record(
  {
    filters: fc.record(
      {
        resolution: lists([...resolutions, 'Unknown']),
        quality: lists([...qualities, 'Unknown']),
        visualTag: lists(['DV', 'HDR10', 'Unknown']),
        language: lists(languages),
        keyword: lists(['alpha', 'beta', ' ']),
        regex: lists(['^gamma', '1080p']),
        size: fc
          .record({ movies: range }, { requiredKeys: [] })
          .chain((own) => range.map((general) => ({ ...general, ...own }))),
        seeders: range,
        title: matching,
        year: matching,
        expressions: fc.record(
          {
            exclude: fc.array(expression, { maxLength: 2 }),
            require: fc.array(expression, { maxLength: 1 }),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
    limits: fc.record(
      { total: limit, source: limit, resolution: limit, streamType: limit },
      { requiredKeys: [] },
    ),
    dedupe: fc.record(
      { mode: fc.record({ p2p: mode, cached: mode, http: mode }, { requiredKeys: [] }) },
      { requiredKeys: [] },
    ),
    sort: fc.record({ global: criteria, cached: criteria, movies: criteria }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<UserData>
