import { describe, expect, it } from 'vitest'
import {
  isHiddenByName,
  merge,
  orderOf,
  ruleOf,
  sortedRows,
  takenApart,
  withHidden,
  withPlaces,
  withRule,
} from '../../src/web/pages/catalogs/settings.ts'
import type { Row } from '../../src/web/pages/catalogs/settings.ts'

const row = (ref: string, calledAs: readonly string[] = [], more: Partial<Row> = {}) =>
  ({
    ref,
    calledAs,
    plainName: 'Top',
    isMerged: false,
    sourceCatalogs: [{ key: ref, source: { id: ref.split('/')[0] } }],
    ...more,
  }) as unknown as Row
const films = row('a/movie/top', ['Top'])
const series = row('a/series/top', ['Top'])
const other = row('b/movie/new')
const rows = [films, series, other]

describe('a name that means several catalogs', () => {
  it('goes on hiding the others when one is shown again', () => {
    const hidden = ['Gone', 'Top']
    expect(withHidden(films, false, rows, { hidden })).toEqual({ hidden: ['Gone', 'a/series/top'] })
  })

  it.each([
    ['hides it', ['Top'], true],
    ['hides it beside its exact name', ['a/movie/top', 'Top'], true],
    ['is not among those that hide it', ['a/movie/top', 'Gone'], false],
  ])('is told from an exact one when it %s', (_case, hidden, isByName) => {
    expect(isHiddenByName(films, { hidden })).toBe(isByName)
  })

  it('keeps its rule when one of them gets another value', () => {
    const rules = [{ catalog: 'Top', limit: 10, shuffle: true }]
    const changed = withRule(films, 'limit', 20, { rules })
    expect(changed.rules).toEqual([rules[0], { catalog: 'a/movie/top', limit: 20 }])
    expect(ruleOf(films, changed)).toEqual({ limit: 20, shuffle: true })
    expect(ruleOf(series, changed)).toEqual({ limit: 10, shuffle: true })
  })

  it.each([
    ['name', 'Best', 'Top'],
    ['genres', ['Drama'], []],
    ['shuffle', true, false],
    ['limit', 10, 10_000],
  ] as const)('is overruled when one of them loses its %s', (key, value, without) => {
    const rules = [{ catalog: 'Top', [key]: value }]
    const changed = withRule(films, key, undefined, { rules })
    expect(ruleOf(films, changed)).toEqual({ [key]: without })
    expect(ruleOf(series, changed)).toEqual({ [key]: value })
  })
})

describe('rules of a catalog', () => {
  it('are gone with their last value', () => {
    const rules = [{ catalog: 'b/movie/new', limit: 10 }]
    expect(withRule(other, 'limit', undefined, { rules })).toEqual({ rules: [] })
  })
})

describe('the order', () => {
  it('names all rows exactly, and keeps the place of what no source has now', () => {
    const order = ['b/movie/new', 'Gone', 'Top']
    expect(orderOf([other, series, films], { order }, true)).toEqual({
      order: ['b/movie/new', 'Gone', 'a/series/top', 'a/movie/top'],
    })
  })

  it('keeps the places of a slow source, whose catalogs may be called as others are', () => {
    const order = ['Top', 'slow/movie/best', 'b/movie/new']
    const third = row('c/movie/old')
    const changed = orderOf([films, third, other], { order }, false)
    expect(changed.order).toEqual([
      'a/movie/top',
      'Top',
      'slow/movie/best',
      'c/movie/old',
      'b/movie/new',
    ])
    const moved = orderOf([third, films, other], changed, false)
    const late = row('slow/series/top', ['Top'])
    const best = row('slow/movie/best')
    expect(sortedRows([best, late, films, other, third], moved).map(({ ref }) => ref)).toEqual([
      'c/movie/old',
      'a/movie/top',
      'slow/series/top',
      'slow/movie/best',
      'b/movie/new',
    ])
  })
})

describe('catalogs of a source that has not answered', () => {
  const sources = ['slow', 'a', 'late', 'b']
  const missing = ['slow', 'late']
  const refsOf = (all: readonly Row[], order: object) =>
    sortedRows(all, order).map(({ ref }) => ref)
  const late = [row('slow/movie/1'), row('slow/movie/2'), films, series, row('late/movie/1'), other]

  it('stand in the order of the sources when others are moved for the first time', () => {
    const placed = withPlaces(rows, {}, { sources, missing })
    const moved = orderOf([series, films, other], placed, false)
    expect(moved.order).toEqual(['slow/*', 'a/series/top', 'a/movie/top', 'late/*', 'b/movie/new'])
    expect(refsOf(late, moved)).toEqual([
      'slow/movie/1',
      'slow/movie/2',
      'a/series/top',
      'a/movie/top',
      'late/movie/1',
      'b/movie/new',
    ])
  })

  it('stand behind those that are ordered already, and keep the places that they have', () => {
    const settings = { order: ['b/movie/new', 'late/*', 'slow/movie/2'] }
    const placed = withPlaces(rows, settings, { sources, missing })
    expect(placed.order).toEqual([...settings.order, 'slow/*', 'a/movie/top', 'a/series/top'])
    const both = { ...row('films'), isMerged: true }
    expect(withPlaces([both, films], {}, { sources, missing: ['slow'] }).order).toEqual([
      'films',
      'slow/*',
      'a/movie/top',
    ])
  })
})

describe('merging', () => {
  it('takes in what is merged already, under an id that nothing has', () => {
    const both = row('merged-1', [], {
      isMerged: true,
      sourceCatalogs: [
        { key: 'x/movie/1' },
        { key: 'x/movie/2' },
      ] as unknown as Row['sourceCatalogs'],
    })
    const merged = [{ id: 'merged-1', name: 'Two', catalogs: ['x/movie/1', 'x/movie/2'] }]
    const changed = merge([other, both], 'Three', [films, other, both], { merged }, true)
    expect(changed).toEqual({
      merged: [
        { id: 'merged-2', name: 'Three', catalogs: ['b/movie/new', 'x/movie/1', 'x/movie/2'] },
      ],
      order: ['a/movie/top', 'merged-2'],
    })
  })

  it('keeps the catalogs of sources that have not answered', () => {
    const half = row('merged-1', [], {
      isMerged: true,
      sourceCatalogs: [{ key: 'x/movie/1' }] as unknown as Row['sourceCatalogs'],
    })
    const catalogs = ['slow/movie/1', 'x/movie/1', 'Name of a catalog']
    const merged = [{ id: 'merged-1', name: 'Three', catalogs }]
    expect(merge([half, other], 'Four', [half, other], { merged }, false).merged).toEqual([
      { id: 'merged-2', name: 'Four', catalogs: [...catalogs, 'b/movie/new'] },
    ])
  })

  it('is undone without showing others that the same name hides', () => {
    const both = row('merged-1', ['Top'], { isMerged: true })
    const settings = {
      merged: [{ id: 'merged-1', name: 'Top', catalogs: ['b/movie/new'] }],
      hidden: ['Top', 'Gone'],
    }
    expect(takenApart(both, [both, films, series], settings).hidden).toEqual([
      'a/movie/top',
      'a/series/top',
      'Gone',
    ])
  })

  it('is undone at the same place, with every rule of the whole', () => {
    const own = { id: 'films', name: 'Films', catalogs: ['a/movie/top', 'b/movie/new'] }
    const whole = row('films', ['Films'], { isMerged: true })
    const changed = takenApart(whole, [whole], {
      merged: [own],
      order: ['a/series/top', 'Films', 'Gone'],
      hidden: ['films'],
      rules: [{ catalog: 'Films', limit: 5 }],
    })
    expect(changed).toEqual({
      merged: [],
      order: ['a/series/top', 'a/movie/top', 'b/movie/new', 'Gone'],
      hidden: [],
      rules: [],
    })
  })
})
