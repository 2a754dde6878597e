import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Cells, Places, visitCells } from '../../src/storage/repositories/plays/cells.ts'
import { countLooks } from '../support/count-looks.ts'

type Sums = readonly [plays: number, finished: number, watchedMs: number, finishedMs: number]

function read(visitAll: (visit: (index: number, ...sums: Sums) => void) => void) {
  const found: [number, ...Sums][] = []
  visitAll((...cell) => void found.push(cell))
  return found
}

it('Cells are what was added to each, in memory and as they are stored', () => {
  const index = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 2 ** 31 }), fc.maxSafeNat())
  const cell = fc.record({
    index: index.map((value) => Math.min(value, 2 ** 44)),
    finished: fc.boolean(),
    ms: fc.nat(),
  })
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 3_000, size: 'max' }), (added) => {
      const expected = new Map<number, Sums>()
      const cells = new Cells()
      for (const { index: at, finished, ms } of added) {
        const sums: Sums = [1, finished ? 1 : 0, ms, finished ? ms : 0]
        const before = expected.get(at) ?? [0, 0, 0, 0]
        expected.set(at, before.map((sum, place) => sum + sums[place]!) as unknown as Sums)
        cells.add(at, ...sums)
      }
      expect(cells.isEmpty).toBe(added.length === 0)
      const inOrder = [...expected].map(([at, sums]) => [at, ...sums])
      expect(read((visit) => cells.forEach(visit))).toEqual(inOrder)
      const ascending = inOrder.toSorted((a, b) => a[0]! - b[0]!)
      expect(read((visit) => visitCells(cells.encode(), visit))).toEqual(ascending)
      const doubled = cells.encode((at) => at * 2)
      expect(read((visit) => visitCells(doubled, visit))).toEqual(
        ascending.map(([at, ...sums]) => [at! * 2, ...sums]),
      )
    }),
    { numRuns: 50 },
  )
})

it('Stored cells are told as they are, whichever others are passed over', () => {
  const cells = new Cells()
  for (let index = 0; index < 500; index++) {
    cells.add(index * 37, 1 + (index % 3), index % 3, 60_000 * index, 50_000 * (index % 3))
  }
  const bytes = cells.encode()
  const all = read((visit) => visitCells(bytes, visit))
  for (const isAsked of [
    (index: number) => index % 2 === 0,
    (index: number) => index > 9_000,
    () => false,
  ]) {
    const found = read((visit) => visitCells(bytes, visit, isAsked))
    expect(found).toEqual(all.filter(([index]) => isAsked(index)))
  }
})

it.each([1, 7, 2_976, 2_976 * 256, 2 ** 20, 2 ** 32])(
  'Places find numbers that are %i apart among few others',
  (distance) => {
    const places = new Places()
    const looks = countLooks(places)
    for (let index = 0; index < 5_000; index++) places.of(index * distance)
    expect(places.count).toBe(5_000)
    expect(looks()).toBeLessThan(10 * 5_000)
  },
)
