import { expect, it } from 'vitest'
import { readRetryAfter } from '../../src/core/retry-after.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

it.each([
  ['7', 7_000],
  [' 1.5 ', 1_500],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
  ['9999999999', 86_400_000],
  ['-1', null],
  ['soon', null],
  ['2026', 2_026_000],
  ['', null],
  [undefined, null],
])('Retry-After: %s', (header, ms) => {
  expect(readRetryAfter(header, now)).toBe(ms)
})
