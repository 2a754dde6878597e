import fc from 'fast-check'
import { enumName } from '../../../src/core/enum-name.ts'
import { conditions, states } from './conditions.ts'
import type { Condition } from './conditions.ts'
import { has, peopleOf } from './items.ts'
import type { Item } from './items.ts'
import { keys } from './orders.ts'
import type { Key } from './orders.ts'

export type Query = {
  readonly kinds: readonly Item['kind'][] | null
  /** A library, genre, studio or person, or a series by its name. */
  readonly parent: string | null
  /** Names of what alone is asked for; the parent does not count then. */
  readonly ids: readonly string[] | null
  readonly states: readonly Condition[]
  readonly conditions: readonly Condition[]
  readonly order: readonly { readonly key: Key; readonly descending: boolean }[]
  /** The name of the one that is shown with its neighbours. */
  readonly adjacentTo: string | null
  readonly start: number
  readonly limit: number
}
/** The value that a name stands for while the service runs. */
export type Named = (name: string) => string

export const isShuffled = ({ order }: Query): boolean => order[0]?.key.by === 'random'

export function isInside(parent: string | null, item: Item): boolean {
  if (parent === 'The Long Run') return item.series?.name === parent
  const { libraries, title } = item
  const names = [libraries, title.genres ?? [], title.studios ?? [], peopleOf(item)].flat()
  return parent === null || has(names, parent)
}

/** What there is to choose from, before anything is asked of it. */
export function isThere(
  { kinds, parent, ids, states: wanted }: Query,
  item: Item,
  valueOf: Named,
): boolean {
  if (!(ids?.some((name) => valueOf(name) === item.id) ?? isInside(parent, item))) return false
  if (kinds) return kinds.includes(item.kind)
  if (ids || parent === 'The Long Run') return true
  return item.kind !== 'Episode' || wanted.some(({ ofHistory }) => ofHistory)
}

const one = <T>(list: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...list)
const some = (list: readonly Condition[], maxLength: number) =>
  fc.uniqueArray(one(list), { maxLength, selector: ({ field }) => field })

export const query: fc.Arbitrary<Query> = fc.record({
  kinds: one([
    null,
    ['Movie'],
    ['Series'],
    ['Episode'],
    ['Movie', 'Series'],
    ['Movie', 'Episode'],
    ['Movie', 'Series', 'Episode'],
  ] as const),
  parent: one([
    null,
    null,
    null,
    'Films',
    'More',
    'Shows',
    'The Long Run',
    'Drama',
    'Warner',
    'Ada Actor',
  ]),
  ids: one([
    null,
    null,
    null,
    null,
    null,
    ['Zebra', 'Bee day', 'Bee Keepers', 'Ant 10', 'Special'],
  ]),
  states: some(states, 2),
  conditions: some(conditions, 2),
  order: fc.uniqueArray(fc.record({ key: one(keys), descending: fc.boolean() }), {
    maxLength: 3,
    selector: ({ key }) => key.by,
  }),
  adjacentTo: one([null, null, null, 'The Bee', 'Zebra', 'Bee Keepers', 'Zero part']),
  start: fc.nat(6),
  limit: fc.integer({ min: 0, max: 6 }),
})

export const deed = fc.record({
  what: fc.nat(),
  act: fc.oneof(
    fc.record({ do: fc.constant('played' as const), on: one([true, true, false]), day: fc.nat(9) }),
    fc.record({ do: fc.constant('favorite' as const), on: one([true, true, false]) }),
    fc.record({ do: fc.constant('likes' as const), likes: one([true, false, null]) }),
    fc.record({ do: fc.constant('report' as const), share: one([0.3, 0.6, 0.95]) }),
  ),
})

export type Deed = { readonly what: number; readonly act: Act }

export type Act =
  | { do: 'played'; on: boolean; day: number }
  | { do: 'favorite'; on: boolean }
  | { do: 'likes'; likes: boolean | null }
  | { do: 'report'; share: number }

const filled = (text: string, valueOf: Named): string =>
  text.replaceAll(/<([^>]+)>/g, (_all, name: string) => valueOf(name))

/** As the standard API is asked; null where it cannot be. */
export function toRest(
  { kinds, parent, ids, order, adjacentTo, ...asked }: Query,
  valueOf: Named,
): string | null {
  const all = [...asked.states, ...asked.conditions].map(({ rest }) => rest)
  if (!all.every((text) => text !== null)) return null
  // Several of one name are one list.
  const filters = all.flatMap((text) => (text.startsWith('filters=') ? text.slice(8) : []))
  return [
    'recursive=true',
    ...all.filter((text) => !text.startsWith('filters=')).map((text) => filled(text, valueOf)),
    ...(filters.length > 0 ? [`filters=${filters.join(',')}`] : []),
    ...(kinds ? [`includeItemTypes=${kinds.join(',')}`] : []),
    ...(parent ? [`parentId=${valueOf(parent)}`] : []),
    ...(ids ? [`ids=${ids.map(valueOf).join(',')}`] : []),
    ...(adjacentTo ? [`adjacentTo=${valueOf(adjacentTo)}`] : []),
    ...(order.length > 0
      ? [
          `sortBy=${order.map(({ key }) => key.rest).join(',')}`,
          `sortOrder=${order.map(({ descending }) => (descending ? 'Descending' : 'Ascending')).join(',')}`,
        ]
      : []),
  ].join('&')
}

export function toGraphql(
  { kinds, parent, ids, order, adjacentTo, ...asked }: Query,
  valueOf: Named,
) {
  const excludeKinds: string[] = []
  const filter: Record<string, unknown> = { recursive: true }
  for (const { filter: own } of [...asked.states, ...asked.conditions])
    for (const [name, value] of Object.entries(own)) {
      if (name === 'excludeKinds') excludeKinds.push(...(value as string[]))
      else filter[name] = JSON.parse(filled(JSON.stringify(value), valueOf))
    }
  if (excludeKinds.length > 0) filter['excludeKinds'] = excludeKinds
  if (kinds) filter['kinds'] = kinds.map((kind) => kind.toUpperCase())
  if (parent) filter['parentId'] = valueOf(parent)
  if (ids) filter['ids'] = ids.map(valueOf)
  if (adjacentTo) filter['adjacentTo'] = valueOf(adjacentTo)
  return {
    filter,
    order: order.map(({ key, descending }) => ({ by: enumName(key.by), descending })),
  }
}
