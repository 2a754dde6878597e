import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { Arranging } from './arranging.ts'
import type { Collection } from './collection.ts'
import type { HistoryLists } from './history-lists.ts'
import type { Ask, LibraryService } from './library.ts'
import { entryKinds, nameKinds, titleKinds } from './narrowing.ts'
import { openedParts } from './opened.ts'
import { listed } from './pages.ts'
import type { Stock } from './stock.ts'
import type { TitleLists } from './title-lists.ts'
import { isOfHistory } from './watched.ts'

/** Names of one kind among other items. */
const maxNames = 500

type Parts = {
  readonly arranging: Arranging
  readonly history: Pick<HistoryLists, 'historyCandidates'>
  readonly titles: Pick<TitleLists, 'titleCandidates'>
  readonly nameList: LibraryService['names']
}

/** Lists of what no catalog lists alone: parts of series, names and libraries, with titles among them or without. */
export function createMixedLists(
  stock: Stock,
  { arranging: { arranged, filterOf }, history, titles, nameList }: Parts,
) {
  const { make } = stock

  return async function mixed(
    member: Member,
    query: ItemQuery,
    collection: Collection,
    ask: Ask,
  ): Promise<ItemPage> {
    const found = [
      ...(await own(member, query, collection, ask)),
      ...(await named(member, query, ask)),
    ]
    const kept = await arranged(member, found, query, collection, ask, { fitting: true })
    return listed(kept, query)
  }

  async function own(
    member: Member,
    query: ItemQuery,
    collection: Collection,
    ask: Ask,
  ): Promise<readonly LibraryItem[]> {
    const kinds = query.kinds ?? []
    const ofTitles = { ...query, kinds: kinds.filter((kind) => titleKinds.has(kind)) }
    const ofEntries = { ...query, kinds: kinds.filter((kind) => entryKinds.includes(kind)) }
    const begins = isOfHistory(query)
    const hasTitles = !begins && ofTitles.kinds.length > 0
    const listedTitles = hasTitles
      ? await titles.titleCandidates(member, ofTitles, ask, collection)
      : []
    const others = begins
      ? await history.historyCandidates(member, ofEntries, collection)
      : await openedParts(stock, member, collection, query)
    const shelves = kinds.includes('library') ? collection.shelves : []
    const libraries = shelves.map((shelf) => make.libraryItem(member, shelf))
    const fits = await filterOf(member, query, collection, ask)
    return [...listedTitles, ...[...others, ...libraries].filter(fits)]
  }

  async function named(
    member: Member,
    query: ItemQuery,
    ask: Ask,
  ): Promise<readonly LibraryItem[]> {
    const kinds = nameKinds.filter((kind) => query.kinds?.includes(kind))
    const all = { ...query, kinds: null, order: [], adjacentTo: null, start: 0, limit: maxNames }
    const pages = await Promise.all(kinds.map((kind) => nameList(member, kind, all, ask)))
    return pages.flatMap(({ items }) => items)
  }
}
