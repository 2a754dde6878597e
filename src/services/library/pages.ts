import type { Title } from '../../library/title.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { Collection } from './collection.ts'
import type { Stock } from './stock.ts'

type Range = Pick<ItemQuery, 'start' | 'limit'>

/** The part of a list that is wanted. */
export function listed(items: readonly LibraryItem[], { start, limit }: Range): ItemPage {
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
  titles: readonly Title[],
  { start, limit }: Range,
): Promise<ItemPage> {
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
