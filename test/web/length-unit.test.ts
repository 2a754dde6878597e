import { expect, it } from 'vitest'
import { isBelowMinute, lengthUnit } from '../../src/web/parts/length-unit.ts'
import type { LengthStyle } from '../../src/web/parts/length-unit.ts'

const minute = 60_000

function inWords(ms: number, unitDisplay: LengthStyle): string {
  const { amount, ...unit } = lengthUnit(ms, unitDisplay)
  return new Intl.NumberFormat('en', { style: 'unit', unitDisplay, ...unit }).format(amount)
}

it.each<[string, LengthStyle, number]>([
  ['0 min', 'short', 0],
  ['1 min', 'short', 1],
  ['60 min', 'short', 59.7],
  ['94 min', 'short', 94.4],
  ['599 min', 'short', 599.4],
  ['10 hr', 'short', 599.6],
  ['11 hr', 'short', 661],
  ['0 minutes', 'long', 0],
  ['59 minutes', 'long', 59.4],
  ['1 hour', 'long', 59.7],
  ['1.6 hours', 'long', 94],
  ['10 hours', 'long', 599.4],
  ['1,234 hours', 'long', 1_234 * 60],
])('It is written as %s where it is %s and takes %d minutes', (words, style, minutes) => {
  expect(inWords(minutes * minute, style)).toBe(words)
})

it.each([
  [0, false],
  [1, true],
  [minute - 1, true],
  [minute, false],
])('%d ms are below a minute: %s', (ms, expected) => {
  expect(isBelowMinute(ms)).toBe(expected)
})
