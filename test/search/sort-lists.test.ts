import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MediaQuery, Stream } from '../../src/model/search-result.ts'
import type { FilterSettings, SortSettings } from '../../src/model/user-data.ts'
import { sortKeys } from '../../src/model/vocabulary.ts'
import type { SortKey } from '../../src/model/vocabulary.ts'
import { createOrder } from '../../src/search/steps/sort.ts'
import { query, stream } from '../support/streams.ts'
import { finished } from '../support/work.ts'

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

describe('sort', () => {
  it('falls back to the global list where a kind has none', () => {
    const streams = [stream({ size: 1 }), stream({ size: 2 })]
    const settings: SortSettings = { global: [{ by: 'size' }], movies: [] }
    expect(sort(streams, settings)[0]).toBe(streams[1])
  })

  it('puts cached results first and sorts them by their own list', () => {
    const small = stream({ cached: true, size: 1, seeders: 9 })
    const large = stream({ cached: true, size: 5, seeders: 1 })
    const few = stream({ size: 9, seeders: 1 })
    const many = stream({ size: 1, seeders: 9 })
    const settings: SortSettings = { global: [{ by: 'seeders' }], cached: [{ by: 'size' }] }
    expect(sort([few, many, small, large], settings)).toEqual([large, small, many, few])
  })

  it('sorts cached results among the others where there is no list for them', () => {
    const cached = stream({ cached: true, size: 1 })
    const other = stream({ size: 9 })
    expect(sort([cached, other], by('size'))).toEqual([other, cached])
  })

  it('by default puts first what a person would want first', () => {
    const best = stream({ cached: true, parsedFile: { resolution: '1080p', quality: 'BluRay' } })
    const heavy = stream({
      cached: true,
      size: 9,
      seeders: 500,
      parsedFile: { resolution: '720p' },
    })
    const own = stream({ library: true, cached: true, parsedFile: { resolution: '480p' } })
    const shared = stream({ seeders: 90, parsedFile: { resolution: '2160p', quality: 'WEB-DL' } })
    const alone = stream({
      seeders: 1,
      size: 99,
      parsedFile: { resolution: '2160p', quality: 'WEB-DL' },
    })
    const filmed = stream({ seeders: 900, parsedFile: { resolution: '1080p', quality: 'CAM' } })
    expect(sort([filmed, alone, shared, heavy, best, own])).toEqual([
      own,
      best,
      heavy,
      shared,
      alone,
      filmed,
    ])
  })

  it('puts what the scores of the configuration prefer above all by default', () => {
    const scored = stream({ regexScore: 1, parsedFile: { resolution: '480p' } })
    const better = stream({ cached: true, parsedFile: { resolution: '2160p' } })
    expect(sort([better, scored])[1]).toBe(scored)
    const uncached = stream({ parsedFile: { resolution: '2160p' } })
    expect(sort([uncached, scored])[0]).toBe(scored)
  })

  it('leaves notes to the end', () => {
    const note = stream({ type: 'error', size: 99, cached: true })
    const other = stream({ size: 1 })
    expect(sort([note, other], by('size'))).toEqual([other, note])
  })

  it('gives back every stream, in the same order whatever order they came in', () => {
    const any = fc.record({
      size: fc.constantFrom(null, 1, 2, Number.NaN),
      seeders: fc.constantFrom(null, 1, 2),
      cached: fc.constantFrom(null, true, false),
    })
    const settings: SortSettings = {
      global: sortKeys.map((key) => ({ by: key })),
      cached: [{ by: 'size', direction: 'asc' }],
    }
    fc.assert(
      fc.property(fc.array(any, { maxLength: 60 }), (overrides) => {
        const streams = overrides.map((one, position) => stream({ ...one, position }))
        const sorted = sort(streams, settings)
        expect(new Set(sorted)).toEqual(new Set(streams))
        expect(sort(streams.toReversed(), settings)).toEqual(sorted)
      }),
    )
  })
})
