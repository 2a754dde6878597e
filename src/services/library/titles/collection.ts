import { LRUCache } from 'lru-cache'
import { AppError } from '../../../core/errors.ts'
import { sortList, titleReader } from '../../../library/order.ts'
import { fillTitle } from '../../../library/title.ts'
import { weightOfAll } from '../../../library/title-weight.ts'
import type { Title } from '../../../library/title.ts'
import type { ItemOrder } from '../../../model/item-query.ts'
import type { ItemKind, ItemRef } from '../../../model/item-ref.ts'
import type { Catalog } from './catalogs.ts'

export type Library = {
  readonly catalog: Catalog
  readonly number: number
  readonly titles: readonly Title[]
  /** Collections of the source, which are no titles. */
  readonly sets?: readonly Title[]
}

export type Collection = {
  readonly libraries: readonly Library[]
  readonly searchable: readonly Catalog[]
  readonly titles: readonly Title[]
  readonly byText: Pick<ReadonlyMap<string, Title>, 'get' | 'has'>
  readonly libraryOf: Pick<ReadonlyMap<string, Library>, 'get'>
  /** When the service first saw each title; epoch milliseconds. */
  readonly addedAt: ReadonlyMap<string, number>
  /** The collection that this one is a part of. */
  readonly whole: Collection | null
  /** Null means all kinds. */
  sorted(
    list: readonly Title[],
    order: readonly ItemOrder[],
    kinds: readonly ItemKind[] | null,
  ): readonly Title[]
}

const maxOrders = 12
const maxOrderKeys = 4

export function collect(
  libraries: readonly Library[],
  searchable: readonly Catalog[],
  addedAt: ReadonlyMap<string, number>,
): Collection {
  const byText = new Map<string, Title>()
  const libraryOf = new Map<string, Library>()
  for (const library of libraries) {
    for (const title of library.titles) {
      const { text } = title.identity
      const known = byText.get(text)
      byText.set(text, known ? fillTitle(known, title) : title)
      if (!known) libraryOf.set(text, library)
    }
  }
  // A title in several libraries has the same merged details in each.
  const whole = libraries.map((library) => ({
    ...library,
    titles: library.titles.map(({ identity }) => byText.get(identity.text)!),
  }))
  const wholeByNumber = new Map(whole.map((library) => [library.number, library]))
  return {
    libraries: whole,
    searchable,
    titles: [...byText.values()],
    byText,
    libraryOf: new Map(
      Array.from(libraryOf, ([text, { number }]) => [text, wholeByNumber.get(number)!]),
    ),
    addedAt,
    whole: null,
    sorted: rememberOrders(addedAt, byText.size),
  }
}

function rememberOrders(
  addedAt: ReadonlyMap<string, number>,
  titles: number,
): Collection['sorted'] {
  const remembered = new WeakMap<readonly Title[], LRUCache<string, readonly Title[]>>()
  const reader = titleReader({ addedAt: ({ identity }) => addedAt.get(identity.text) ?? null })
  const ordersOf = (list: readonly Title[]) => {
    const known = remembered.get(list) ?? new LRUCache<string, readonly Title[]>({ max: maxOrders })
    remembered.set(list, known)
    return known
  }
  return (list, wanted, kinds) => {
    const order = decisive(wanted)
    // An order by times that are still unknown must not be cached.
    const isKnown = addedAt.size >= titles || !order.some(({ by }) => by === 'added')
    const isKept = isKnown && order[0]?.by !== 'random'
    const remember = (key: unknown, make: () => readonly Title[]) => {
      const orders = ordersOf(list)
      const name = JSON.stringify(key)
      const sorted = orders.get(name) ?? make()
      if (isKept) orders.set(name, sorted)
      return sorted
    }
    const whole = remember(order, () => sortList(list, order, reader))
    if (kinds === null) return whole
    const wantedKinds = [...new Set(kinds)].toSorted()
    return remember([order, wantedKinds], () =>
      whole.filter(({ kind }) => wantedKinds.includes(kind)),
    )
  }
}

/** Drops repeated keys, which have no effect, and those after the fourth, which almost never do. */
function decisive(order: readonly ItemOrder[]): readonly ItemOrder[] {
  return order
    .filter(({ by }, place) => order.findIndex((other) => other.by === by) === place)
    .slice(0, maxOrderKeys)
}

export function weightOfCollection({ libraries }: Collection): number {
  return libraries.reduce(
    (sum, { titles, sets = [] }) => sum + weightOfAll(titles) + weightOfAll(sets),
    0,
  )
}

export function addedAtOf(
  { addedAt }: Collection,
  { identity }: Pick<Title, 'identity'>,
): number | null {
  return addedAt.get(identity.text) ?? null
}

/** Null means all libraries. Throws NOT_FOUND. */
export function requireLibrary(collection: Collection, parent: ItemRef | null): Library | null {
  if (parent === null) return null
  const library =
    parent.kind === 'library'
      ? collection.libraries.find(({ number }) => number === parent.number)
      : null
  if (library) return library
  throw unknownParent()
}

export function unknownParent(): AppError {
  return new AppError('NOT_FOUND', 'There is no such library in this configuration.')
}
