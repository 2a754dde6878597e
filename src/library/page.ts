import type { ItemQuery } from '../model/item-query.ts'
import { isSameRef } from '../model/item-ref.ts'
import type { ItemRef } from '../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../model/library-item.ts'

type Range = Pick<ItemQuery, 'start' | 'limit'>

/** `isCentre`: only this entry and its neighbours; nothing where it is not listed. */
export function pageOf<T>(
  all: readonly T[],
  { start, limit }: Range,
  isCentre: ((one: T) => boolean) | null = null,
) {
  const list = isCentre === null ? all : around(all, isCentre)
  return {
    part: list.slice(start, limit === null ? undefined : start + limit),
    total: list.length,
    start,
  }
}

export function listed(
  all: readonly LibraryItem[],
  { adjacentTo = null, ...range }: Range & Partial<Pick<ItemQuery, 'adjacentTo'>>,
): ItemPage {
  const { part, total, start } = pageOf(neighboursOf(all, adjacentTo), range)
  return { items: part, total, start }
}

/** All where no entry is named. */
export function neighboursOf(
  all: readonly LibraryItem[],
  centre: ItemRef | null,
): readonly LibraryItem[] {
  return centre === null ? all : around(all, ({ ref }) => isSameRef(ref, centre))
}

export function startingAt(
  all: readonly LibraryItem[],
  from: ItemRef | null | undefined,
): readonly LibraryItem[] {
  const place = from ? all.findIndex(({ ref }) => isSameRef(ref, from)) : 0
  return all.slice(Math.max(0, place))
}

function around<T>(list: readonly T[], isCentre: (one: T) => boolean): readonly T[] {
  const place = list.findIndex(isCentre)
  return place < 0 ? [] : list.slice(Math.max(0, place - 1), place + 2)
}
