import { describe, expect, it } from 'vitest'
import { segmentsFor } from '../../src/library/segments.ts'
import type { VersionLength } from '../../src/library/segments.ts'
import type { SegmentMark } from '../../src/model/segment.ts'

const mark = (given: Partial<SegmentMark>): SegmentMark => ({
  service: 'aniskip',
  type: 'Intro',
  startMs: 60_000,
  endMs: 150_000,
  lengthMs: null,
  confidence: 0.5,
  ...given,
})

const timesWithin = (
  marks: readonly SegmentMark[],
  length: VersionLength | null,
  runtimeMs: number | null = null,
) => segmentsFor(marks, length, runtimeMs).map(({ type, startMs, endMs }) => [type, startMs, endMs])

const times = (marks: readonly SegmentMark[], lengthMs: number | null) =>
  timesWithin(marks, lengthMs === null ? null : { ms: lengthMs, withinMs: 0 })

describe('The marks of several cuts', () => {
  const short = mark({ lengthMs: 1_400_000, startMs: 0, endMs: 90_000 })
  const long = mark({ lengthMs: 1_404_000, startMs: 10_000, endMs: 100_000 })

  it.each([
    { of: 'the nearest win', lengthMs: 1_403_000, expected: [['Intro', 10_000, 100_000]] },
    { of: 'one 5 s away still fits', lengthMs: 1_395_000, expected: [['Intro', 0, 90_000]] },
    { of: 'those beyond 5 s are left out', lengthMs: 1_394_000, expected: [] },
  ])('$of', ({ lengthMs, expected }) => {
    expect(times([short, long], lengthMs)).toEqual(expected)
  })

  it('are those of the cut that says the most, where the length is unknown', () => {
    const outro = mark({ ...long, type: 'Outro', startMs: 1_300_000, endMs: 1_390_000 })
    expect(times([short, long, outro], null)).toEqual([
      ['Intro', 10_000, 100_000],
      ['Outro', 1_300_000, 1_390_000],
    ])
  })
})

describe('Where the length is known to the minute', () => {
  const minutes = (count: number): VersionLength => ({ ms: count * 60_000, withinMs: 60_000 })
  const short = mark({ lengthMs: 1_420_000, startMs: 0, endMs: 90_000 })
  const long = mark({ lengthMs: 1_445_000, startMs: 10_000, endMs: 100_000 })

  it.each([
    { of: 'the nearest wins', length: minutes(24), expected: [['Intro', 10_000, 100_000]] },
    { of: 'it may be rounded down', length: minutes(23), expected: [['Intro', 0, 90_000]] },
    { of: 'a cut two minutes away is left out', length: minutes(26), expected: [] },
  ])('$of', ({ length, expected }) => {
    expect(timesWithin([short, long], length)).toEqual(expected)
  })

  it('a mark without an end goes to the end of its cut', () => {
    const credits = mark({ lengthMs: 1_420_000, type: 'Outro', startMs: 1_400_000, endMs: null })
    expect(timesWithin([credits], minutes(24))).toEqual([['Outro', 1_400_000, 1_420_000]])
  })

  it('a mark of any cut may end within the minute', () => {
    const credits = mark({ type: 'Outro', startMs: 1_400_000, endMs: 1_470_000 })
    expect(timesWithin([credits], minutes(24))).toEqual([['Outro', 1_400_000, 1_470_000]])
  })
})

describe('Services that agree', () => {
  it('are more credible than one, and the most confident gives the times', () => {
    const other = mark({ service: 'introdb', startMs: 62_000, endMs: 149_000, confidence: 0.8 })
    const [segment, ...rest] = segmentsFor([mark({}), other], null, null)
    expect(rest).toEqual([])
    expect(segment).toMatchObject({ startMs: 62_000, services: ['introdb', 'aniskip'] })
    expect(segment!.confidence).toBeCloseTo(0.9)
  })

  it('do not when one repeats itself', () => {
    expect(segmentsFor([mark({}), mark({ startMs: 61_000 })], null, null)[0]!.confidence).toBe(0.5)
  })

  it('outweigh one that says otherwise', () => {
    const wrong = mark({ service: 'theintrodb', startMs: 100_000, endMs: 190_000, confidence: 0.6 })
    expect(times([wrong, mark({}), mark({ service: 'introdb' })], null)).toEqual([
      ['Intro', 60_000, 150_000],
    ])
  })
})

describe('A mark', () => {
  it.each([
    [
      'without an end goes to the end',
      mark({ type: 'Outro', startMs: 1_300_000, endMs: null }),
      [['Outro', 1_300_000, 1_400_000]],
    ],
    [
      'beyond the end is cut',
      mark({ startMs: 1_390_000, endMs: 1_500_000 }),
      [['Intro', 1_390_000, 1_400_000]],
    ],
    ['behind the end is none', mark({ startMs: 1_500_000, endMs: 1_600_000 }), []],
    ['that ends before it begins is none', mark({ startMs: 90_000, endMs: 60_000 }), []],
  ])('%s', (_what, given, expected) => {
    expect(times([given], 1_400_000)).toEqual(expected)
  })

  it('without an end is none where the length is unknown', () => {
    expect(times([mark({ endMs: null })], null)).toEqual([])
  })

  it('without an end goes to the end of the runtime where no other length is known', () => {
    const open = mark({ type: 'Outro', startMs: 1_300_000, endMs: null })
    const runtimeMs = 1_380_000
    expect(timesWithin([open], null, runtimeMs)).toEqual([['Outro', 1_300_000, 1_380_000]])
    const cut = { ...open, lengthMs: 1_420_000 }
    expect(timesWithin([cut], null, runtimeMs)).toEqual([['Outro', 1_300_000, 1_420_000]])
    expect(timesWithin([{ ...open, startMs: 1_390_000 }], null, runtimeMs)).toEqual([])
  })

  it('is neither cut nor chosen by the runtime', () => {
    const late = mark({ type: 'Outro', startMs: 1_400_000, endMs: 1_500_000 })
    const other = mark({ lengthMs: 1_600_000 })
    expect(timesWithin([late, other], null, 1_380_000)).toEqual([
      ['Intro', 60_000, 150_000],
      ['Outro', 1_400_000, 1_500_000],
    ])
  })
})
