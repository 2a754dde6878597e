import { historyIdOf } from '../../library/lookup.ts'
import { folded } from '../../library/names.ts'
import { unseen } from '../../library/order.ts'
import { rankedBy } from '../../library/search.ts'
import type { Title } from '../../library/title.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemKind } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { Collection } from './collection.ts'
import { knownFacts } from './known-facts.ts'
import type { Ask } from './library.ts'
import { itemFilter, needsStates, stateFilter } from './narrowing.ts'
import { answeredByGenre, shelfOf } from './shelves.ts'
import { sortItems } from './sort-items.ts'
import type { ItemContext } from './sort-items.ts'
import type { Stock } from './stock.ts'
import { isSeenSort, knownTitles, seenFrom, seenTitles } from './watched.ts'

/** What is known of items before they are looked at. */
type Known = {
  /** All are what is asked for, apart from what was done with them. */
  readonly fitting?: boolean
  /** All are in the state that is asked for. */
  readonly done?: boolean
}

export type Arranging = ReturnType<typeof createArranging>

/** Narrows and sorts items that are made already. */
export function createArranging(stock: Stock) {
  const { history } = stock

  /** The title of a key of the history, also where a catalog knows it under another id. */
  function titleOfKey(collection: Collection, kind: ItemKind, key: string): Title | undefined {
    return knownTitles(collection).get(historyIdOf(kind, key))
  }

  const titleOfItem =
    (collection: Collection) =>
    ({ kind, key, series }: LibraryItem): Title | undefined =>
      titleOfKey(collection, kind, series?.key ?? key)

  /** What of these items is asked for, in the order that is asked for: by the rules that lists of titles have. */
  async function arranged(
    member: Member,
    items: readonly LibraryItem[],
    query: ItemQuery,
    collection: Collection,
    ask: Ask,
    known: Known = {},
  ): Promise<readonly LibraryItem[]> {
    const wanted = known.fitting
      ? items
      : items.filter(await filterOf(member, query, collection, ask))
    const kept = known.done ? wanted : await inState(member, wanted, query)
    const { order, search } = query
    if (order.length === 0) {
      const name = (item: LibraryItem) => ({ folded: folded(item.name) })
      return search === null ? kept : rankedBy(kept, search, name)
    }
    return sortItems(kept, order, { seenOf: await seenOf(member, kept, query) })
  }

  async function filterOf(member: Member, query: ItemQuery, collection: Collection, ask: Ask) {
    const titleOf = titleOfItem(collection)
    const facts = knownFacts(stock, member, collection)
    const factsOf = (item: LibraryItem) => facts.ofItem(item, titleOf(item))
    const fits = itemFilter(query, factsOf)
    if (query.genres === null) return fits
    const shelf = shelfOf(collection, query.parent)
    const answered = new Set(await answeredByGenre(stock, collection, shelf, query.genres, ask))
    const fitsElse = itemFilter({ ...query, genres: null }, factsOf)
    return (item: LibraryItem): boolean =>
      fits(item) || (answered.has(titleOf(item)!) && fitsElse(item))
  }

  async function inState(member: Member, items: readonly LibraryItem[], query: ItemQuery) {
    if (!needsStates(query)) return items
    const fits = stateFilter(query)
    const states = await history.states(member, items)
    return items.filter((_, index) => fits(states[index]!))
  }

  /** A series was seen when its episodes were. */
  async function seenOf(
    member: Member,
    items: readonly LibraryItem[],
    { order }: ItemQuery,
  ): Promise<ItemContext['seenOf']> {
    if (!order.some(isSeenSort)) return () => unseen
    const states = await history.states(member, items)
    const own = new Map(items.map((item, index) => [item, seenFrom(states[index]!)]))
    const titles = items.some(({ kind }) => kind === 'series')
      ? await seenTitles(history, member)
      : null
    return (item) => {
      const seen = own.get(item) ?? unseen
      const whole = item.kind === 'series' && titles?.get(historyIdOf('series', item.key))
      return whole
        ? { ...seen, lastPlayedAt: whole.lastPlayedAt, playCount: whole.playCount }
        : seen
    }
  }

  return { titleOfKey, titleOfItem, arranged, filterOf }
}
