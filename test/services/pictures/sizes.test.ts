import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sizedPicture } from '../../../src/services/pictures/host-sizes.ts'
import { widthFor } from '../../../src/services/pictures/sizes.ts'
import type { AskedSize } from '../../../src/services/pictures/sizes.ts'

const nothing: AskedSize = { fillWidth: null, fillHeight: null, maxWidth: null, maxHeight: null }
const poster = { width: 1_000, height: 1_500 }

const cases: [what: string, asked: Partial<AskedSize>, width: number][] = [
  ['nothing is asked', {}, 1_000],
  ['it is to fill a width that is made', { fillWidth: 600 }, 600],
  ['it is to fill a width in between', { fillWidth: 601 }, 780],
  ['it is to fill a height', { fillHeight: 600 }, 400],
  ['it is to fill a box that is wider', { fillWidth: 400, fillHeight: 300 }, 400],
  ['it is to fill a box that is taller', { fillWidth: 100, fillHeight: 600 }, 400],
  ['it is to stay within a width', { maxWidth: 610 }, 600],
  ['it is to stay within a height', { maxHeight: 610 }, 400],
  ['it is to stay within a box', { maxWidth: 600, maxHeight: 400 }, 240],
  ['it is to fill more than it may take', { fillWidth: 900, maxWidth: 500 }, 500],
  ['it is to be larger than it is', { fillWidth: 5_000 }, 1_000],
  ['it may be larger than it is', { maxWidth: 5_000, maxHeight: 9_000 }, 1_000],
  ['it may be hardly larger than it is', { maxWidth: 1_010 }, 1_000],
  ['it is to be tiny', { maxWidth: 1 }, 60],
]

describe('The width of a picture', () => {
  it.each(cases)('where %s', (_what, asked, width) => {
    expect(widthFor({ ...nothing, ...asked }, poster)).toBe(width)
  })

  it('is that of a tiny picture, whatever is asked', () => {
    expect(widthFor({ ...nothing, fillWidth: 600 }, { width: 1, height: 1 })).toBe(1)
  })

  it('is one of 16 at most, and never more than the picture has', () => {
    const side = fc.option(fc.integer({ min: 1, max: 100_000 }))
    const sizes = fc.record({ fillWidth: side, fillHeight: side, maxWidth: side, maxHeight: side })
    const widths = new Set<number>()
    fc.assert(
      fc.property(sizes, (asked) => {
        const width = widthFor(asked, { width: 3_000, height: 2_000 })
        widths.add(width)
        return Number.isInteger(width) && width >= 1 && width <= 3_000
      }),
      { numRuns: 2_000 },
    )
    expect(widths.size).toBeLessThanOrEqual(16)
  })
})

describe('A host that offers several sizes', () => {
  it.each([
    ['https://image.tmdb.org/t/p/w500/a.jpg', 1_280, 'https://image.tmdb.org/t/p/w1280/a.jpg'],
    [
      'https://image.tmdb.org/t/p/w500/a.jpg',
      Infinity,
      'https://image.tmdb.org/t/p/original/a.jpg',
    ],
    [
      'https://images.metahub.space/poster/small/tt1/img',
      1_280,
      'https://images.metahub.space/poster/large/tt1/img',
    ],
    ['https://pictures.example/w500/a.jpg', 1_280, 'https://pictures.example/w500/a.jpg'],
  ])('%s at %d', (address, width, expected) => {
    expect(sizedPicture(address, width)).toBe(expected)
  })
})
