import { createTitleFilter, factsOfName } from '../../library/filter.ts'
import type { Facts } from '../../library/filter.ts'
import { compareText, folded } from '../../library/names.ts'
import { shuffled } from '../../library/order.ts'
import { rankedBy } from '../../library/search.ts'
import { everything } from '../../model/item-query.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import { untouched } from '../../model/watch.ts'
import type { Collection } from './collection.ts'
import { knownFacts } from './known-facts.ts'
import type { Ask, LibraryService } from './library.ts'
import { isNarrowed, needsStates, stateFilter } from './narrowing.ts'
import type { NameKind } from './narrowing.ts'
import { openedElsewhere } from './opened.ts'
import { shelfOf } from './shelves.ts'
import type { SingleItems } from './single-items.ts'
import type { Stock } from './stock.ts'
import { anyEntry } from './watched.ts'

/** Names with a picture where one is known. */
type Found = Map<string, string | null>

/** What occurs in the titles: genres, studios, people, years. */
export function createNameLists(stock: Stock, { showTitle }: Pick<SingleItems, 'showTitle'>) {
  const { history, names, collections, make } = stock

  const nameList: LibraryService['names'] = async (member, kind, query, ask) => {
    const collection = await collections.of(member, ask.signal)
    const within = query.ids && (await titlesOf(member, query.ids, ask))
    const occur = occurring(member, collection, kind, query, within)
    const found = await inState(member, kind, occur, query)
    const { search, nameStartsWith, nameFrom, nameBefore, start, limit } = query
    const isCalled = createTitleFilter({
      ...everything,
      search,
      nameStartsWith,
      nameFrom,
      nameBefore,
    })
    const wanted = inOrder(
      [...found].filter(([name]) => isCalled(factsOfName(kind, name))),
      query,
    )
    const excluded = new Set(await textsOf(query))
    const all = wanted.filter(([name]) => !excluded.has(`${kind}:${name}`))
    const part = all.slice(start, limit === null ? undefined : start + limit)
    const items = await itemsOf(member, kind, part)
    return { items, total: all.length, start }
  }

  async function textsOf({ excludeIds }: ItemQuery): Promise<readonly string[]> {
    const texts = await Promise.all(excludeIds.map(({ number }) => names.textOf(number)))
    return texts.flatMap((text) => text ?? [])
  }

  async function itemsOf(
    member: Member,
    kind: NameKind,
    list: readonly (readonly [string, string | null])[],
  ): Promise<readonly LibraryItem[]> {
    const numbers = await names.numbersOf(list.map(([name]) => `${kind}:${name}`))
    return list.flatMap(([name, image]) => {
      const number = numbers.get(`${kind}:${name}`)
      return number === undefined ? [] : make.nameItem(member, kind, name, number, image)
    })
  }

  /** Titles with what their sources say of them, by the texts that tell them apart. */
  async function titlesOf(member: Member, ids: readonly ItemRef[], ask: Ask) {
    const shown = await Promise.all(ids.map((ref) => showTitle(member, ref, ask)))
    return new Set(shown.flatMap((one) => one?.title.identity.text ?? []))
  }

  /** What occurs in the titles that are asked for; titles that were opened tell of people whom catalogs do not name. */
  function occurring(
    member: Member,
    collection: Collection,
    kind: NameKind,
    query: ItemQuery,
    within: ReadonlySet<string> | null,
  ): Found {
    const shelf = shelfOf(collection, query.parent)
    const { ofTitle } = knownFacts(stock, member, collection)
    const fits = createTitleFilter(ofTitlesAlone(query))
    const titles = shelf?.titles ?? [
      ...collection.titles,
      ...openedElsewhere(stock, member, collection),
    ]
    const found: Found = new Map()
    for (const title of titles) {
      const facts = ofTitle(title)
      if (within?.has(title.identity.text) === false || !fits(facts)) continue
      for (const [name, image] of namesIn(kind, facts.meta, query))
        if (!found.get(name)) found.set(name, image)
    }
    const options = kind === 'genre' ? (shelf?.catalog.genre?.options ?? []) : []
    for (const option of options) if (!found.has(option)) found.set(option, null)
    return found
  }

  /** Those in the state that is asked for. Favourites stay listed when no title names them any more. */
  async function inState(
    member: Member,
    kind: NameKind,
    found: Found,
    query: ItemQuery,
  ): Promise<Found> {
    if (!needsStates(query)) return found
    const entries = await history.entries(member, { ...anyEntry, kinds: [kind] })
    const byName = new Map(entries.map((entry) => [entry.item.name, entry]))
    const { parent, kinds, ids } = query
    const isAnywhere = parent === null && kinds === null && ids === null
    const isWhole = isAnywhere && !isNarrowed(ofTitlesAlone(query))
    const all: Found = new Map(found)
    for (const [name, { item }] of isWhole ? byName : [])
      if (!all.get(name)) all.set(name, item.primary)
    const fits = stateFilter(query)
    return new Map([...all].filter(([name]) => fits(byName.get(name) ?? untouched)))
  }

  const facets: LibraryService['facets'] = async (member, query, ask) => {
    const collection = await collections.of(member, ask.signal)
    const shelf = shelfOf(collection, query.parent)
    const { ofTitle } = knownFacts(stock, member, collection)
    const fits = createTitleFilter(query)
    const titles = (shelf?.titles ?? collection.titles).map(ofTitle).filter(fits)
    const genres = sortedNames([
      ...titles.flatMap(({ meta }) => meta.genres),
      ...(shelf?.catalog.genre?.options ?? []),
    ])
    const studios = sortedNames(titles.flatMap(({ meta }) => meta.studios))
    const numbers = await names.numbersOf([
      ...genres.map((name) => `genre:${name}`),
      ...studios.map((name) => `studio:${name}`),
    ])
    const refs = (kind: 'genre' | 'studio', list: readonly string[]) =>
      list.flatMap((name) => {
        const number = numbers.get(`${kind}:${name}`)
        return number === undefined
          ? []
          : { name, ref: make.nameItem(member, kind, name, number).ref }
      })
    return {
      genres: refs('genre', genres),
      studios: refs('studio', studios),
      tags: [],
      certifications: sortedNames(titles.flatMap(({ meta }) => meta.certification ?? [])),
      years: [...new Set(titles.flatMap(({ meta }) => meta.year ?? []))].sort((a, b) => a - b),
    }
  }

  return { nameList, facets }
}

/** What a query says of the titles that names occur in, and not of the names. */
function ofTitlesAlone(query: ItemQuery): ItemQuery {
  const ofNames = { search: null, nameStartsWith: null, nameFrom: null, nameBefore: null }
  return { ...query, ...ofNames, excludeIds: [], personTypes: null, favoriteOrLiked: null }
}

/** By their names; the best fitting of a search first. */
function inOrder(
  found: readonly (readonly [string, string | null])[],
  { order, search }: ItemQuery,
): readonly (readonly [string, string | null])[] {
  const [first] = order
  if (first?.by === 'random') return shuffled(found)
  const sorted = found.toSorted(([a], [b]) => compareText(folded(a), folded(b)))
  if (first) return first.descending ? sorted.toReversed() : sorted
  return search === null ? sorted : rankedBy(sorted, search, ([name]) => ({ folded: folded(name) }))
}

function namesIn(
  kind: NameKind,
  meta: Facts['meta'],
  { personTypes }: ItemQuery,
): readonly (readonly [string, string | null])[] {
  if (kind === 'person')
    return meta.people.flatMap(({ name, type, image }) =>
      personTypes?.includes(type) === false ? [] : [[name, image] as const],
    )
  if (kind === 'year') return meta.year === null ? [] : [[String(meta.year), null]]
  return (kind === 'genre' ? meta.genres : meta.studios).map((name) => [name, null] as const)
}

function sortedNames(list: readonly string[]): readonly string[] {
  return [...new Set(list)].sort((a, b) => compareText(folded(a), folded(b)))
}
