import { describe, expect, it } from 'vitest'
import { createNameRank, rankedBy } from '../../src/library/search.ts'
import { libraryTitle } from '../support/library-title.ts'

const rank = (search: string, name: string) => createNameRank(search)(libraryTitle(name))

describe('How well a name fits a search', () => {
  it.each([
    ['it', 'It', 0],
    ['it', 'The It', 0],
    ['the it', 'The It', 0],
    ['it', 'Italian Nights', 1],
    ['matrix', 'The Matrix Reloaded', 1],
    ['it', 'Catch It', 2],
    ['nights ital', 'Italian Nights', 2],
    ['it', 'Wait', 3],
    ['it', 'Matrix', null],
    ['it was', 'It', null],
    ['spider-man', 'Spider Man', 0],
    ['spider man', 'Spider-Man: Home', 1],
    ['amelie', 'Amélie', 0],
    ['!', 'Jaws', null],
    ['!', '!', 0],
    ['!', '!Help', 1],
    ['!', 'Help!', 3],
  ])('%s in %s: %j', (search, name, expected) => {
    expect(rank(search, name)).toBe(expected)
  })

  it('sorts, equal ones as they were, last those that were found by other names', () => {
    const names = ['Une autre', 'Wait', 'Catch It', 'Edit', 'It', 'Autre', 'Italy']
    const sorted = rankedBy(
      names.map((name) => libraryTitle(name)),
      'it',
      (title) => title,
    )
    const wanted = ['It', 'Italy', 'Catch It', 'Wait', 'Edit', 'Une autre', 'Autre']
    expect(sorted.map(({ meta }) => meta.name)).toEqual(wanted)
  })
})
