import { expect, it } from 'vitest'
import { repeatedBounds } from '../support/repeated-bounds.ts'

it.each([
  ['select * from a where at > ? and at < ? and at >= ?', ['at >']],
  ['select * from a where `at` <= ? and at < 7 and (at < ? or id < ?)', ['at <']],
  [
    'select * from (select * from a where at > ?) union select * from (select * from a where at > ?)',
    [],
  ],
  ['select * from a where at >= ? and (at > ? or id > ?) and at < ? and a.id < ?', []],
])('in %s, bounds beside another one on the same side are %j', (sql, sides) => {
  expect(repeatedBounds(sql)).toEqual(sides)
})
