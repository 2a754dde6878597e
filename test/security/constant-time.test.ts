import { expect, it } from 'vitest'
import { isOneOf } from '../../src/security/constant-time.ts'

it.each([
  ['the only one', 'alpha', ['alpha'], true],
  ['the last of several', 'gamma', ['alpha', 'beta', 'gamma'], true],
  ['another', 'delta', ['alpha', 'beta'], false],
  ['a beginning', 'alph', ['alpha'], false],
  ['empty', '', ['alpha'], false],
  ['in another case', 'Alpha', ['alpha'], false],
  ['anything where nothing is allowed', 'alpha', [], false],
])('a text that is %s', (_, text, allowed, expected) => {
  expect(isOneOf(text, allowed)).toBe(expected)
})
