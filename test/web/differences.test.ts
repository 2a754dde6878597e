import { describe, expect, it } from 'vitest'
import { differences, rebased } from '../../src/web/data/differences.ts'
import { inOrder, listed, reordered } from '../../src/web/pages/media-server/library-order.ts'

describe('What was typed while a save ran', () => {
  it('goes on top of what was saved, with the ids and secrets that the service has made of it', () => {
    const sent = { owner: {}, users: [{ name: 'Mia', pin: '4711' }] }
    const typed = { owner: {}, users: [{ name: 'Mia', pin: '4711', hidden: true }] }
    const saved = { owner: {}, users: [{ id: 'a', name: 'Mia', pin: { set: true } }] }
    expect(rebased(sent, typed, saved)).toEqual({
      owner: {},
      users: [{ id: 'a', name: 'Mia', pin: { set: true }, hidden: true }],
    })
  })

  it('may have more, fewer or moved entries', () => {
    const sent = [{ name: 'Mia' }, { name: 'Noah' }]
    const saved = [
      { id: 'a', name: 'Mia' },
      { id: 'b', name: 'Noah' },
    ]
    const [mia, noah] = saved
    expect(rebased(sent, [...sent, { name: '' }], saved)).toEqual([mia, noah, { name: '' }])
    expect(rebased(sent, [{ name: 'Noah' }], saved)).toEqual([noah])
    expect(rebased(sent, [{ name: 'Noah' }, { name: 'Mia' }], saved)).toEqual([noah, mia])
  })

  it('keeps what was taken out or set anew', () => {
    expect(rebased({ pin: '4711', a: 1 }, { a: 2 }, { pin: { set: true }, a: 1 })).toEqual({ a: 2 })
    expect(rebased({ pin: '4711' }, { pin: null }, { pin: { set: true } })).toEqual({ pin: null })
  })
})

it('Differences are named by their paths', () => {
  const before = { users: [{ name: 'Kim' }], enabled: true }
  const after = { users: [{ name: 'Noah' }, { name: 'Mia' }], enabled: true }
  expect(differences(before, after).map(({ path }) => path)).toEqual(['users[0].name', 'users[1]'])
})

it('What is new or gone is named by its parts, and an entry of a list whole', () => {
  const rules = { filters: { quality: { exclude: ['CAM', 'TS'] }, size: {} }, limits: { total: 3 } }
  const added = [
    { path: 'filters.quality.exclude', before: null, after: '["CAM","TS"]' },
    { path: 'filters.size', before: null, after: '{}' },
    { path: 'limits.total', before: null, after: '3' },
  ]
  expect(differences({}, rules)).toEqual(added)
  const gone = added.map(({ path, after }) => ({ path, before: after, after: null }))
  expect(differences(rules, {})).toEqual(gone)
  expect(differences({ users: [] }, { users: [{ name: 'Mia' }] })).toEqual([
    { path: 'users[0]', before: null, after: '{"name":"Mia"}' },
  ])
})

it('The order of keys is no difference', () => {
  expect(differences([{ id: 'a', pin: 1 }], [{ pin: 1, id: 'a' }])).toEqual([])
})

describe('A new order of libraries', () => {
  it.each([
    [
      ['c', 'a'],
      ['a', 'x', 'c'],
      ['c', 'a', 'x'],
    ],
    [
      ['b', 'a'],
      ['x', 'y', 'a', 'b'],
      ['x', 'y', 'b', 'a'],
    ],
    [['a', 'b'], [], ['a', 'b']],
    [
      ['B', 'Ä'],
      ['a', 'x', 'b'],
      ['B', 'Ä', 'x'],
    ],
  ])('%j keeps the places of what is away now in %j', (shown, earlier, order) => {
    expect(reordered(shown, earlier)).toEqual(order)
  })
})

describe('The order in which libraries are listed', () => {
  it('has names as the service compares them, whatever their case and accents', () => {
    expect(inOrder(['Films', 'Série', 'Other'], ['SERIE ', 'films'])).toEqual([
      'Série',
      'Films',
      'Other',
    ])
  })

  it('is that of the service, where the saved one names sources and catalogs by their ids', () => {
    const order = ['films/*', 'hidden', 'shows/series/top', 'Films']
    expect(listed(['Popular', 'Shows', 'Films'], ['Hidden', 'Other'], order)).toEqual([
      'Popular',
      'Shows',
      'Films',
      'Hidden',
      'Other',
    ])
    expect(listed(['B', 'C'], ['A'], ['a', 'b'])).toEqual(['B', 'C', 'A'])
    expect(listed(['B', 'C'], ['A'], ['B', 'A', 'C'])).toEqual(['B', 'A', 'C'])
  })
})
