import { describe, expect, it } from 'vitest'
import { worseThan } from './compare.ts'
import type { Figure } from './table.ts'

const slow = (measured: number): Figure => ({
  work: 'a search',
  measured,
  unit: 'ms',
  target: { most: 50 },
})
const fast = (measured: number): Figure => ({
  work: 'searches',
  measured,
  unit: '/s',
  target: { least: 10 },
})
const shown = (measured: number): Figure => ({ work: 'load', measured, unit: '', target: null })
const run = (...figures: Figure[]) => ({ quick: false, rows: { search: figures } })

describe('A run of the bench against an earlier one', () => {
  it.each([
    { change: 'as before', before: [slow(20), fast(30)], now: [slow(20), fast(30)] },
    { change: 'better', before: [slow(20), fast(30)], now: [slow(10), fast(60)] },
    { change: 'worse by 5 %', before: [slow(20), fast(21)], now: [slow(21), fast(20)] },
    { change: 'still at none', before: [slow(0)], now: [slow(0)] },
    { change: 'no longer measured', before: [slow(20), fast(30)], now: [slow(20)] },
    { change: 'without a target', before: [slow(20), shown(1)], now: [slow(20), shown(9)] },
  ])('is no worse where it is $change', ({ before, now }) => {
    expect(worseThan(run(...before), run(...now))).toEqual([])
  })

  it('lists what is worse by more than 5 %, whichever way is better', () => {
    const before = run(slow(20), fast(30))
    expect(worseThan(before, run(slow(22), fast(30)))).toEqual([
      'search: a search: 20 → 22 ms, 10 % worse',
    ])
    expect(worseThan(before, run(slow(20), fast(15)))).toEqual([
      'search: searches: 30 → 15 /s, 100 % worse',
    ])
    expect(worseThan(run(slow(0)), run(slow(1)))).toHaveLength(1)
  })

  it('tells figures of the same name apart', () => {
    const rows = (...[first, second, other]: [number, number, number]) => ({
      quick: false,
      rows: { one: [slow(first), slow(second)], two: [slow(other)] },
    })
    expect(worseThan(rows(10, 20, 30), rows(10, 20, 30))).toEqual([])
    expect(worseThan(rows(10, 20, 30), rows(10, 30, 33))).toEqual([
      'one: a search (2): 20 → 30 ms, 50 % worse',
      'two: a search: 30 → 33 ms, 10 % worse',
    ])
  })

  it('is not compared where it measured something else', () => {
    expect(() => worseThan(run(slow(20)), run(fast(30)))).toThrow('no figure in common')
    expect(() => worseThan({ ...run(slow(20)), quick: true }, run(slow(20)))).toThrow('--quick')
    const seconds = { ...slow(20), unit: 's' }
    expect(() => worseThan(run(slow(20)), run(seconds))).toThrow('no figure in common')
  })
})
