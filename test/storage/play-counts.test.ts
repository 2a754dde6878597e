import { expect, it } from 'vitest'
import type { StatisticsQuery } from '../../src/model/play-statistics.ts'
import { Counts } from '../../src/storage/repositories/plays/counts.ts'
import { everyPlay } from '../support/plays.ts'

function queryOf(profileIds: readonly string[]): StatisticsQuery {
  const readers = [{ historyId: 1, profileIds }]
  return {
    filter: { ...everyPlay, readers, from: 0, to: 1 },
    groupBy: 'title',
    slots: { kind: 'line', starts: [0, 1] },
  }
}

const three = queryOf(['olga', 'ann', 'kim'])
const bounds = { withUsers: true, mostOfUsers: 6 }

function add(counts: Counts, title: string, profileId: string): void {
  counts.adder(title)(0, 1, 0, 0, 0, counts.userOf(profileId))
}

it('Users of more groups than memory has room for are refused', () => {
  const counts = new Counts(three, bounds)
  add(counts, 'one', 'olga')
  add(counts, 'one', 'kim')
  add(counts, 'two', 'kim')
  expect(['one', 'two'].map((title) => counts.usersOf(title))).toEqual([2, 1])
  expect(() => add(counts, 'three', 'ann')).toThrow(
    'There are more than 6 counts of groups by user; ask for fewer users, or for a shorter time.',
  )
})

it.each([
  ['nobody asks for the users', three, { ...bounds, withUsers: false }],
  ['there is one user', queryOf(['olga']), bounds],
])('Groups take no memory for users where %s', (_, query, given) => {
  const counts = new Counts(query, given)
  for (let title = 0; title < 20; title++) add(counts, `${title}`, 'olga')
  expect(counts.all()).toHaveLength(20)
  expect(counts.usersOf('7')).toBe(1)
})
