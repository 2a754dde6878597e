import type { Title } from '../../library/title.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import { isSameRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { Collection } from './collection.ts'
import type { Stock } from './stock.ts'

type Range = Pick<ItemQuery, 'start' | 'limit'>

/** An entry of a list with its neighbours; nothing where it is not in it. */
function around<T>(list: readonly T[], isIt: (one: T) => boolean): readonly T[] {
  const place = list.findIndex(isIt)
  return place < 0 ? [] : list.slice(Math.max(0, place - 1), place + 2)
}

/** The part of a list that is wanted. */
export function listed(
  all: readonly LibraryItem[],
  { start, limit, adjacentTo = null }: Range & Partial<Pick<ItemQuery, 'adjacentTo'>>,
): ItemPage {
  const items = adjacentTo === null ? all : around(all, ({ ref }) => isSameRef(ref, adjacentTo))
  return {
    items: items.slice(start, limit === null ? undefined : start + limit),
    total: items.length,
    start,
  }
}

/** The same of titles: items are made of what is wanted alone. */
export async function titlePage(
  { make, details }: Pick<Stock, 'make' | 'details'>,
  member: Member,
  collection: Collection,
  all: readonly Title[],
  { start, limit, around: text }: Range & { readonly around: string | null },
): Promise<ItemPage> {
  const titles = text === null ? all : around(all, ({ identity }) => identity.text === text)
  const part = titles.slice(start, limit === null ? undefined : start + limit)
  // Of series, what is in memory already tells how many episodes are left; lists read nothing.
  const shown = part.map((title) => ({ title, details: details.peek(member, title.identity) }))
  const items = await make.titleItems(member, collection, shown)
  return { items: items.map(briefly), total: titles.length, start }
}

/** Lists leave out what only the page of a title shows. */
export function briefly(item: LibraryItem): LibraryItem {
  return item.detailed ? { ...item, people: [], detailed: false } : item
}
