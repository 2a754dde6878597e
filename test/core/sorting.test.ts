import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortedIndexes } from '../../src/core/sorting.ts'
import { finished } from '../support/work.ts'

describe('sorted indexes', () => {
  it('are the order that the platform’s stable sort gives', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 300 }), (values) => {
        const order = finished(sortedIndexes(values.length, (a, b) => values[a]! - values[b]!))
        const expected = Array.from(values.keys()).toSorted((a, b) => values[a]! - values[b]!)
        expect([...order]).toEqual(expected)
      }),
    )
  })

  it('can be made in pieces', () => {
    const work = sortedIndexes(50_000, (a, b) => b - a)
    let pauses = 0
    let step = work.next()
    for (; !step.done; step = work.next()) pauses += 1
    expect(pauses).toBeGreaterThan(10)
    expect(Array.from(step.value).slice(0, 3)).toEqual([49_999, 49_998, 49_997])
  })
})
