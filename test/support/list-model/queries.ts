import fc from 'fast-check'
import { enumName } from '../../../src/core/enum-name.ts'
import { conditions, states } from './conditions.ts'
import type { Condition } from './conditions.ts'
import { has } from './items.ts'
import type { Item } from './items.ts'
import { keys } from './orders.ts'
import type { Key } from './orders.ts'

export type Query = {
  readonly kinds: readonly Item['kind'][] | null
  /** A library, genre or studio, or a series by its name. */
  readonly parent: string | null
  readonly states: readonly Condition[]
  readonly conditions: readonly Condition[]
  readonly order: readonly { readonly key: Key; readonly descending: boolean }[]
  readonly start: number
  readonly limit: number
}

/** What there is to choose from, before anything is asked of it. */
export function isThere({ kinds, parent, states: wanted }: Query, item: Item): boolean {
  if (parent === 'The Long Run')
    return item.series?.name === parent && (kinds?.includes(item.kind) ?? true)
  const isNamed = has(item.title.genres, parent ?? '') || has(item.title.studios, parent ?? '')
  if (parent !== null && !isNamed && !item.libraries.includes(parent)) return false
  if (kinds) return kinds.includes(item.kind)
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
  parent: one([null, null, null, 'Films', 'More', 'Shows', 'The Long Run', 'Drama', 'Warner']),
  states: some(states, 2),
  conditions: some(conditions, 2),
  order: fc.uniqueArray(fc.record({ key: one(keys), descending: fc.boolean() }), {
    maxLength: 3,
    selector: ({ key }) => key.by,
  }),
  start: fc.nat(6),
  limit: fc.integer({ min: 1, max: 6 }),
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

export type Act =
  | { do: 'played'; on: boolean; day: number }
  | { do: 'favorite'; on: boolean }
  | { do: 'likes'; likes: boolean | null }
  | { do: 'report'; share: number }

/** As the standard API is asked. `idOf`: of a parent. */
export function toRest(
  { kinds, parent, order, ...asked }: Query,
  idOf: (parent: string) => string,
): string {
  const all = [...asked.states, ...asked.conditions].map(({ rest }) => rest)
  // Several of one name are one list.
  const filters = all.flatMap((text) => (text.startsWith('filters=') ? text.slice(8) : []))
  return [
    'recursive=true',
    ...all.filter((text) => !text.startsWith('filters=')),
    ...(filters.length > 0 ? [`filters=${filters.join(',')}`] : []),
    ...(kinds ? [`includeItemTypes=${kinds.join(',')}`] : []),
    ...(parent ? [`parentId=${idOf(parent)}`] : []),
    ...(order.length > 0
      ? [
          `sortBy=${order.map(({ key }) => key.rest).join(',')}`,
          `sortOrder=${order.map(({ descending }) => (descending ? 'Descending' : 'Ascending')).join(',')}`,
        ]
      : []),
  ].join('&')
}

export function toGraphql(
  { kinds, parent, order, ...asked }: Query,
  idOf: (parent: string) => string,
) {
  const excludeKinds: string[] = []
  const filter: Record<string, unknown> = { recursive: true }
  for (const { filter: own } of [...asked.states, ...asked.conditions])
    for (const [name, value] of Object.entries(own)) {
      if (name === 'excludeKinds') excludeKinds.push(...(value as string[]))
      else filter[name] = value
    }
  if (excludeKinds.length > 0) filter['excludeKinds'] = excludeKinds
  if (kinds) filter['kinds'] = kinds.map((kind) => kind.toUpperCase())
  if (parent) filter['parentId'] = idOf(parent)
  return {
    filter,
    order: order.map(({ key, descending }) => ({ by: enumName(key.by), descending })),
  }
}
