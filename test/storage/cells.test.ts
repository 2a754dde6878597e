import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Cells, visitCells } from '../../src/storage/repositories/plays/cells.ts'

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

it('Cells of a day of many plays are no objects of the heap', () => {
  const cells = new Cells()
  const before = process.memoryUsage().heapUsed
  for (let index = 0; index < 300_000; index++) cells.add(index * 7, 1, 1, 60_000, 60_000)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000)
})
