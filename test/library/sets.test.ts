import { expect, it } from 'vitest'
import { gatherSets } from '../../src/library/sets.ts'
import type { SourceSet } from '../../src/model/source-meta.ts'

const named = (name: string): SourceSet => ({
  id: null,
  type: 'movie',
  name,
  overview: null,
  poster: null,
  background: null,
  items: [],
  catalogs: [],
})

it('Sets without ids are known by their names without accents, and keep the keys that have numbers', () => {
  const sets = ['Łódź Trilogy', 'ŁÓDŹ TRILOGY', 'Straße', 'Amélie'].map(named)
  expect([...gatherSets(sets).keys()]).toEqual(['name łodz trilogy', 'name straße', 'name amelie'])
})
