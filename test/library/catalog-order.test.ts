import { expect, it } from 'vitest'
import { applyCatalogRules } from '../../src/library/catalogs/apply-rules.ts'
import { unknownNames } from '../../src/library/catalogs/unknown-names.ts'

const catalog = (source: string, id: string, options: readonly string[] = []) => ({
  key: `${source}/movie/${id}`,
  name: `${id} of ${source}`,
  plainName: id,
  type: 'movie',
  canSkip: true,
  genre: options.length > 0 ? { isRequired: false, options } : null,
  source: { id: source },
})
const listed = [
  catalog('a', 'one'),
  catalog('a', 'two', ['Drama']),
  catalog('b', 'three'),
  catalog('b', 'four'),
]

function orderedBy(order: readonly string[], rules: object = {}) {
  const work = applyCatalogRules(listed, { order: [...order], ...rules }, (...ids) => ids.join(' '))
  for (;;) {
    const { done, value } = work.next()
    if (done) return value.map(({ name }) => name)
  }
}

it.each([
  ['a source stands for its catalogs in their order', ['B/*', 'a/*'], 'three four one two'],
  [
    'a catalog with a place of its own is not moved with its source',
    ['b/*', 'two', 'a/*', 'four'],
    'three two one four',
  ],
  ['the first of two places of a source counts', ['b/*', 'a/*', 'b/*'], 'three four one two'],
  ['what is not named comes last', ['b/*'], 'three four one two'],
])('%s', (_case, order, names) => {
  expect(orderedBy(order).join(' ')).toBe(names)
})

it('genres of a catalog stay beside it, and merged ones are of no source', () => {
  const rules = { rules: [{ catalog: 'two', genres: ['Drama'] }] }
  expect(orderedBy(['b/*', 'a/*'], rules)).toEqual(['three', 'four', 'one', 'two', 'two: Drama'])
  const merged = [{ id: 'm', name: 'Merged', catalogs: ['three', 'four'] }]
  expect(orderedBy(['a/*', 'b/*'], { merged })).toEqual(['one', 'two', 'Merged'])
})

it('a source that no catalog has is reported, and one as the name of a single catalog', () => {
  const settings = { order: ['a/*', 'B/*', 'c/*'], hidden: ['a/*'] }
  const { missing } = unknownNames(listed, settings, [{ id: 'a' }, { id: 'b' }])
  expect(missing.map(({ name }) => name)).toEqual(['c/*', 'a/*'])
})

it.each([
  ['two: Drama', [{ catalog: 'two', genres: ['Drama'] }]],
  [
    'Best: Drama',
    [
      { catalog: 'a/movie/two', name: 'Best' },
      { catalog: 'two', genres: ['Drama'] },
    ],
  ],
  ['Merged: Drama', [{ catalog: 'm', genres: ['Drama'] }]],
])('a genre that rules make a catalog of may be named, as in %s', (name, rules) => {
  const merged = [{ id: 'm', name: 'Merged', catalogs: ['three', 'four'] }]
  const settings = { order: [name, 'two: Comedy'], merged, rules }
  expect(orderedBy(settings.order, { merged, rules })[0]).toBe(name)
  const { missing } = unknownNames(listed, settings, [])
  expect(missing.map((one) => one.name)).toEqual(['two: Comedy'])
})

it('a source without catalogs has its place: it may have been slow or down when that was written', () => {
  const settings = { order: ['streams/*', 'a/*', 'gone/*'] }
  const { missing } = unknownNames(listed, settings, [{ id: 'a' }, { id: 'Streams' }])
  expect(missing.map(({ name }) => name)).toEqual(['gone/*'])
})
