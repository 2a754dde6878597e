import { historyIdOf, titlesByHistory } from '../../library/lookup.ts'
import { everything } from '../../model/item-query.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemKind, ItemRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import { aliasesOf } from '../history/keys.ts'
import { createArranging } from './arranging.ts'
import { createHistoryLists } from './history-lists.ts'
import type { Ask, LibraryService, NextUpQuery } from './library.ts'
import { createMixedLists } from './mixed-lists.ts'
import { createNameLists } from './name-lists.ts'
import { entryKinds, isHome, isNotAmong, nameKinds, titleKinds } from './narrowing.ts'
import type { NameKind } from './narrowing.ts'
import { listed } from './pages.ts'
import { createSeriesParts } from './series-parts.ts'
import { shelfOf, unknownParent } from './shelves.ts'
import { createSingleItems } from './single-items.ts'
import { createStock } from './stock.ts'
import type { LibraryOptions } from './stock.ts'
import { createTitleLists } from './title-lists.ts'
import { isOfHistory, keysOf } from './watched.ts'

/** The fields of a query that a parent of these kinds means. */
const namedFields = { genre: 'genres', studio: 'studios', person: 'people', year: 'years' } as const

export function createLibraryService(options: LibraryOptions): LibraryService {
  const stock = createStock(options)
  const { names, collections, make, views } = stock
  const arranging = createArranging(stock)
  const { arranged } = arranging
  const single = createSingleItems(stock)
  const series = createSeriesParts(stock, single, arranging)
  const history = createHistoryLists(stock, arranging)
  const titles = createTitleLists(stock, history, single)
  const { nameList, facets } = createNameLists(stock, single)
  const mixed = createMixedLists(stock, { arranging, history, titles, nameList })

  const libraries: LibraryService['libraries'] = async (member, options, ask) => {
    const { shelves } = await collections.of(member, ask.signal)
    const all = shelves.map((shelf) => make.libraryItem(member, shelf))
    return views.shown(member, all, options)
  }

  async function itemsByIds(member: Member, ids: readonly ItemRef[], query: ItemQuery, ask: Ask) {
    const found = (await single.briefs(member, ids, ask)).filter((one) => one !== null)
    const collection = await collections.of(member, ask.signal)
    const anywhere = { ...query, parent: null }
    return listed(await arranged(member, found, anywhere, collection, ask), query)
  }

  async function items(member: Member, query: ItemQuery, ask: Ask): Promise<ItemPage> {
    const { parent, kinds } = query
    if (query.ids)
      return itemsByIds(
        member,
        query.ids.filter((ref) => isNotAmong(ref, query)),
        query,
        ask,
      )
    if (parent && parent.configuration !== member.configuration) throw unknownParent()
    const collection = await collections.of(member, ask.signal)
    if (parent && isPartOfSeries(parent))
      return series.parts(member, parent, query, collection, ask)
    if (isHome(query)) return listed(await libraries(member, { hidden: false }, ask), query)
    const narrowed = parent ? await narrowedByName(query, parent) : query
    const [only] = kinds ?? []
    if (kinds?.length === 1 && isNameKind(only))
      return nameList(member, only, { ...narrowed, kinds: null }, ask)
    const isPlain = kinds === null || kinds.every((kind) => titleKinds.has(kind))
    if (isOfHistory(narrowed) && (isPlain || kinds.every((kind) => entryKinds.includes(kind))))
      return history.historyItems(member, narrowed, collection, ask)
    if (isPlain) return titles.titleList(member, narrowed, ask, collection)
    return mixed(member, narrowed, collection, ask)
  }

  /** A genre, studio, person or year as the parent of a list means the titles that have it. */
  async function narrowedByName(query: ItemQuery, parent: ItemRef): Promise<ItemQuery> {
    const field = namedFields[parent.kind as keyof typeof namedFields]
    if (!field) return query
    const text = await names.textOf(parent.number)
    const name = text?.slice(text.indexOf(':') + 1) ?? ''
    const kind = parent.kind as NameKind
    // Beside others that are asked for, what is listed has both.
    if (query[field] !== null) return { ...query, parent: null, within: { kind, name } }
    return { ...query, parent: null, [field]: [field === 'years' ? Number(name) : name] }
  }

  async function occurrences(member: Member, { configuration, kind, number }: ItemRef, ask: Ask) {
    if (configuration !== member.configuration || !isNameKind(kind)) return null
    const text = await names.textOf(number)
    if (!text?.startsWith(`${kind}:`)) return null
    const name = text.slice(kind.length + 1)
    const asked = { ...everything, recursive: true, limit: 0 }
    const count = async (counted: ItemKind): Promise<number> => {
      const field = { [namedFields[kind]]: [kind === 'year' ? Number(name) : name] }
      return (await items(member, { ...asked, ...field, kinds: [counted] }, ask)).total
    }
    const [movies, all, episodes] = [
      await count('movie'),
      await count('series'),
      await count('episode'),
    ]
    return { movies, series: all, episodes }
  }

  async function nextUp(member: Member, query: NextUpQuery, ask: Ask): Promise<ItemPage> {
    const { parent } = query
    if (parent === null || query.series) return series.nextUp(member, query, ask)
    if (isPartOfSeries(parent)) return series.nextUp(member, { ...query, series: parent }, ask)
    const { titles } = shelfOf(await collections.of(member, ask.signal), parent)!
    const own = titlesByHistory(
      titles.filter(({ kind }) => kind === 'series'),
      keysOf,
    )
    if (own.size === 0) return listed([], query)
    // How many of all are of this library is known once all are.
    const { items } = await series.nextUp(member, { ...query, start: 0, limit: null }, ask)
    const isOwn = ({ series: of }: LibraryItem): boolean =>
      of !== null &&
      [of.key, ...aliasesOf(of.key, of.ids)].some((key) => own.has(historyIdOf('series', key)))
    return listed(items.filter(isOwn), query)
  }

  return {
    libraries,
    items,
    item: single.item,
    briefs: single.briefs,
    ofEntries: (member, entries) => history.entryItems(member, collections.peek(member), entries),
    seasons: series.seasonItems,

    async episodes(member, ref, query, ask) {
      return listed(await series.episodeItems(member, ref, query, ask), query)
    },

    nextUp,

    async resume(member, asked, ask) {
      const { parent } = asked
      const query = { ...everything, ...asked, resumable: true }
      const collection = await collections.of(member, ask.signal)
      if (parent && isPartOfSeries(parent))
        return history.begunOf(member, parent, query, collection, ask)
      const narrowed = parent ? await narrowedByName(query, parent) : query
      return history.historyItems(member, narrowed, collection, ask)
    },

    latest: titles.latest,
    similar: titles.similar,
    names: nameList,
    facets,
    occurrences,
  }
}

function isNameKind(kind: ItemRef['kind'] | undefined): kind is NameKind {
  return nameKinds.some((name) => name === kind)
}

function isPartOfSeries({ kind }: ItemRef): boolean {
  return kind === 'series' || kind === 'season'
}
