import { afterEach, expect, it, vi } from 'vitest'
import type { Work } from '../../src/core/scheduler.ts'
import { applyCatalogRules, catalogRows } from '../../src/library/catalogs/apply-rules.ts'
import { unknownNames } from '../../src/library/catalogs/unknown-names.ts'

const count = 2_000
const named = (name: string) => ({
  key: `source/movie/${name}`,
  name,
  plainName: 'Films',
  type: 'movie',
  canSkip: true,
  genre: { isRequired: false, options: ['Comedy', 'Drama'] },
})
const listed = Array.from({ length: count }, (_, at) => named(`Films ${at}`))
const unknown = Array.from({ length: 500 }, (_, at) => `${'x'.repeat(1_900)}${at}`)
const hostile = {
  order: unknown,
  hidden: unknown,
  rules: unknown.map((catalog) => ({ catalog, name: catalog })),
  merged: Array.from({ length: 50 }, (_, at) => ({
    id: `m${at}`,
    name: 'Merged',
    catalogs: unknown.slice(0, 50),
  })),
}
const written = 3 * 500 + 500 + 50 * 52
const idOf = (first: string, ...rest: readonly string[]) => [first, ...rest].join(' ')

afterEach(() => vi.restoreAllMocks())

/** How often a text was folded, in all and between two pauses. */
function measured<T>(work: () => Work<T>) {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const running = work()
  let largest = 0
  for (;;) {
    const before = normalize.mock.calls.length
    const { done, value } = running.next()
    largest = Math.max(largest, normalize.mock.calls.length - before)
    if (done) return { value, folds: normalize.mock.calls.length, largest }
  }
}

it.each([
  ['catalogRows', () => catalogRows(listed, hostile, idOf)],
  ['applyCatalogRules', () => applyCatalogRules(listed, hostile, idOf)],
])('%s folds every name once, and pauses between', (_, arrange) => {
  const { folds, largest } = measured((): Work<unknown> => arrange())
  expect(folds).toBeLessThanOrEqual(3 * count + 2 * 1_000 + 2 * written)
  expect(largest).toBeLessThanOrEqual(2 * written)
})

it('finds the names that mean nothing, and folds each a few times at most', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  expect(unknownNames(listed, hostile, []).missing).toHaveLength(2 * 500 + 50 * 50)
  expect(normalize.mock.calls.length).toBeLessThanOrEqual(3 * count + 2 * written)
})

it('knows the genres that many catalogs of one name are split into without making a name of each', () => {
  const genres = Array.from({ length: 50 }, (_, at) => `Genre: ${at} ${'x'.repeat(1_900)}`)
  const rules = [{ catalog: 'Films', genres }]
  const order = genres.flatMap((genre) => [`films: ${genre}`, `Films: ${genre} too`])
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const { missing } = unknownNames(listed, { order, rules }, [])
  expect(missing.map(({ name }) => name)).toEqual(order.filter((name) => name.endsWith(' too')))
  expect(normalize.mock.calls.length).toBeLessThanOrEqual(4 * count + 4 * 150)
})

it('gives at most 1,000 rows, the ones that the rules put first among them', () => {
  const { value } = measured(() => catalogRows(listed, { order: ['Films 1999'] }, idOf))
  expect(value).toHaveLength(1_000)
  expect(value.slice(0, 2).map(({ ref }) => ref)).toEqual([
    'source/movie/Films 1999',
    'source/movie/Films 0',
  ])
})

it('puts a catalog first that only a rule gives the name, however many stand before it', () => {
  const rules = [{ catalog: 'films 1998', name: 'Best' }]
  const { value } = measured(() => catalogRows(listed, { order: ['BEST'], rules }, idOf))
  expect(value[0]!.whole.name).toBe('Best')
})

it('makes at most 1,000 catalogs of genres, whatever a rule means', () => {
  const genres = Array.from({ length: 50 }, (_, at) => `Genre ${at}`)
  const rules = [{ catalog: 'Films', genres }]
  const { value } = measured(() => catalogRows(listed, { rules }, idOf))
  expect(value.flatMap(({ parts }) => parts)).toHaveLength(1_000)
})

it('reads at most 200 catalogs as one, and 500 genres of them', () => {
  const own = listed.map((one, at) => ({
    ...one,
    genre: { isRequired: false, options: [`A ${at}`, `B ${at}`, `C ${at}`] },
  }))
  const merged = [{ id: 'all', name: 'All', catalogs: ['Films'] }]
  const { value } = measured(() => catalogRows(own, { merged }, idOf))
  expect(value[0]!.whole.sourceCatalogs).toHaveLength(200)
  expect(value[0]!.whole.genres).toHaveLength(500)
})

it('makes the id of a part of what its genre is called without accents, and of no other letters', () => {
  const rules = [{ catalog: 'Films 1', genres: ['Dla dorosłych, Édition'] }]
  const { value } = measured(() => catalogRows(listed, { rules }, idOf))
  const ids = value.flatMap(({ parts }) => parts.map(({ id }) => id))
  expect(ids).toEqual([`source/movie/Films 1 dla dorosłych, edition`])
})

it('names the first ten names that mean a catalog', () => {
  const order = Array.from({ length: 500 }, (_, at) => `Films${' '.repeat(at)}`)
  const { value } = measured(() => catalogRows(listed, { order }, idOf))
  expect(value[0]!.calledAs).toEqual(order.slice(0, 10))
})
