import { describe, expect, it } from 'vitest'
import type { LimitSettings } from '../../src/model/user-data.ts'
import { createLimit } from '../../src/search/steps/limit.ts'
import { query, stream } from '../support/streams.ts'

type Overrides = Parameters<typeof stream>[0]

function limit(overrides: readonly Overrides[], limits: LimitSettings | undefined) {
  const streams = overrides.map((one) => stream(one))
  const { kept, dropped } = createLimit(limits)(streams, query())
  return {
    kept: kept.map((one) => streams.indexOf(one)),
    dropped: dropped.map(({ stream, reason }) => [streams.indexOf(stream), reason]),
  }
}

describe('limit', () => {
  it('keeps everything where nothing is limited', () => {
    expect(limit([{}, {}, {}], undefined)).toEqual({ kept: [0, 1, 2], dropped: [] })
  })

  it.each<{ limits: LimitSettings; streams: Overrides[]; reason: string }>([
    { limits: { total: 2 }, streams: [{}, { size: 1 }, {}], reason: 'over 2 in all' },
    {
      limits: { source: 1 },
      streams: [{ sourceId: 'a' }, { sourceId: 'b' }, { sourceId: 'a' }],
      reason: 'over 1 per source',
    },
    {
      limits: { service: 1 },
      streams: [{ service: 'a' }, { service: 'b' }, { service: 'a' }],
      reason: 'over 1 per service',
    },
    {
      limits: { resolution: 1 },
      streams: [{ parsedFile: { resolution: '720p' } }, {}, {}],
      reason: 'over 1 per resolution',
    },
    {
      limits: { quality: 1 },
      streams: [{ parsedFile: { quality: 'CAM' } }, {}, {}],
      reason: 'over 1 per quality',
    },
    {
      limits: { indexer: 1 },
      streams: [{ indexer: 'a' }, { indexer: 'b' }, { indexer: 'a' }],
      reason: 'over 1 per indexer',
    },
    {
      limits: { releaseGroup: 1 },
      streams: [{ parsedFile: { releaseGroup: 'a' } }, {}, { parsedFile: { releaseGroup: 'a' } }],
      reason: 'over 1 per release group',
    },
    {
      limits: { streamType: 1 },
      streams: [{ type: 'p2p' }, { type: 'http' }, { type: 'p2p' }],
      reason: 'over 1 per stream type',
    },
  ])('keeps the first ones of each group by $limits', ({ limits, streams, reason }) => {
    expect(limit(streams, limits)).toEqual({ kept: [0, 1], dropped: [[2, reason]] })
  })

  it.each<{ limits: LimitSettings }>([
    { limits: { service: 1 } },
    { limits: { indexer: 1 } },
    { limits: { releaseGroup: 1 } },
  ])('does not count results that name none by $limits', ({ limits }) => {
    expect(limit([{}, {}, {}], limits).dropped).toEqual([])
  })

  it('does not let what one limit drops use up the others', () => {
    const streams = [{ sourceId: 'a' }, { sourceId: 'a' }, { sourceId: 'b' }]
    expect(limit(streams, { total: 2, source: 1 })).toEqual({
      kept: [0, 2],
      dropped: [[1, 'over 1 per source']],
    })
  })

  it('neither counts nor drops notes', () => {
    const streams: Overrides[] = [{ type: 'error' }, {}, { type: 'statistic' }, {}]
    expect(limit(streams, { total: 1 }).kept).toEqual([0, 1, 2])
  })
})
