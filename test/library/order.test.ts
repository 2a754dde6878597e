import { describe, expect, it } from 'vitest'
import { titleItem } from '../../src/library/items/title-item.ts'
import { itemReader, sortList, titleReader, unseen } from '../../src/library/order.ts'
import { itemSorts } from '../../src/model/item-query.ts'
import type { ItemSort } from '../../src/model/item-query.ts'
import type { Household } from '../../src/model/household.ts'
import { libraryTitle } from '../support/library-title.ts'

const titles = [
  libraryTitle('The Bee', { year: 2001, rating: 5, runtime: 90, certification: 'PG' }),
  libraryTitle('Ant 10', { released: Date.UTC(2001, 5), year: 2001, rating: 9 }),
  libraryTitle('Ant 9', { runtime: 120, certification: 'G' }),
  libraryTitle('Cow', { year: 1999, rating: 5, runtime: 60 }),
]

/** As if each had come a second after the one behind it. */
const addedAt = (title: unknown): number => 60 - titles.indexOf(title as (typeof titles)[number])

function sorted(by: ItemSort, descending = false, then: ItemSort = 'default') {
  const order = [
    { by, descending },
    { by: then, descending: false },
  ]
  return sortList(titles, order, titleReader({ addedAt })).map(({ meta }) => meta.name)
}

describe('The titles of a library are sorted', () => {
  it.each([
    ['name', ['Ant 9', 'Ant 10', 'The Bee', 'Cow']],
    ['added', ['Cow', 'Ant 9', 'Ant 10', 'The Bee']],
    ['year', ['Ant 9', 'Cow', 'The Bee', 'Ant 10']],
    ['premiered', ['Ant 9', 'Cow', 'The Bee', 'Ant 10']],
    ['rating', ['Ant 9', 'The Bee', 'Cow', 'Ant 10']],
    ['runtime', ['Ant 10', 'Cow', 'The Bee', 'Ant 9']],
    ['default', ['The Bee', 'Ant 10', 'Ant 9', 'Cow']],
  ] as const)('by %s', (by, expected) => {
    expect(sorted(by)).toEqual(expected)
  })

  it('from the last on, equal ones in the order of the catalog', () => {
    expect(sorted('rating', true)).toEqual(['Ant 10', 'The Bee', 'Cow', 'Ant 9'])
    expect(sorted('added', true)).toEqual(titles.map(({ meta }) => meta.name))
  })

  it('by a second thing where the first is equal', () => {
    expect(sorted('rating', true, 'year')).toEqual(['Ant 10', 'Cow', 'The Bee', 'Ant 9'])
  })

  it('by what the user has done with them', () => {
    const cow = titles[3]!
    const order = [{ by: 'playedAt', descending: true }] as const
    const seenOf = (title: unknown) => (title === cow ? { ...unseen, lastPlayedAt: 1 } : unseen)
    expect(sortList(titles, order, titleReader({ seenOf }))[0]).toBe(cow)
  })

  it.each(itemSorts.filter((by) => by !== 'random'))('by %s as the items made of them', (by) => {
    const household = { configuration: 7 } as Household
    const made = titles.map((title) => {
      const shown = { title, details: null, meta: title.meta }
      const numbers = new Map([[`title:${title.identity.text}`, 1]])
      return titleItem(household, shown, numbers, null, addedAt(title))!
    })
    const order = [{ by, descending: true }]
    const items = sortList(made, order, itemReader()).map(({ name }) => name)
    expect(sorted(by, true)).toEqual(items)
  })

  it('by chance, each once, without touching the list', () => {
    const before = [...titles]
    const mixed = sortList(titles, [{ by: 'random', descending: false }], titleReader())
    expect(new Set(mixed)).toEqual(new Set(titles))
    expect(titles).toEqual(before)
  })
})
