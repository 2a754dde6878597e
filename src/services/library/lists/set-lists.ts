import { AppError } from '../../../core/errors.ts'
import { aliasesOf } from '../../../history/keys.ts'
import { createMerger } from '../../../library/catalogs/merge.ts'
import { identityOf } from '../../../library/identity.ts'
import { bare, noImages, refOf, summaryOf } from '../../../library/items/bare-item.ts'
import { kindOf } from '../../../library/kind.ts'
import { watchedKeyOf } from '../../../library/lookup.ts'
import { compareText } from '../../../library/names.ts'
import { premiereOf } from '../../../library/order.ts'
import { gatherSets, metaOfItem, setsIn } from '../../../library/sets.ts'
import type { TitleSet } from '../../../library/sets.ts'
import type { Title } from '../../../library/title.ts'
import type { ItemQuery } from '../../../model/item-query.ts'
import type { ItemRef } from '../../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../../model/library-item.ts'
import type { SetItem, SourceSet } from '../../../model/source-meta.ts'
import { listed } from '../../../library/page.ts'
import type { ItemReader, LibraryDeps, ListRequest } from '../deps.ts'
import type { Collection } from '../titles/collection.ts'
import { titleKeysOf, titleOfKey } from '../watched.ts'
import { sortItems } from './sorting.ts'

type Request = Pick<ListRequest, 'deps' | 'collection'> & { readonly user: ItemReader }
type Known = {
  readonly set: TitleSet
  readonly titles: readonly Title[]
  /** Whether every item of it is known and may be seen. */
  readonly isWhole: boolean
}

type Made = { readonly said: readonly SourceSet[]; readonly known: ReadonlyMap<string, Known> }

const made = new WeakMap<Collection, Made>()
const said = new WeakMap<Collection, readonly SourceSet[]>()

function saidBy(collection: Collection): readonly SourceSet[] {
  const known = said.get(collection)
  if (known) return known
  const listedSets = collection.libraries.flatMap(({ sets = [] }) => sets)
  const all = [...listedSets, ...collection.titles].flatMap(({ meta }) => setsIn(meta))
  said.set(collection, all)
  return all
}

/** From catalogs and opened titles. Of a set whose titles are not known yet there are none. */
async function knownSets(request: Request): Promise<ReadonlyMap<string, Known>> {
  const { deps, user, collection } = request
  await deps.details.reopen(user)
  const opened = [...deps.details.openedOf(user).values()]
  const all = [...saidBy(collection), ...opened.flatMap(({ details }) => setsIn(details.meta))]
  const before = made.get(collection)
  if (before?.said.length === all.length && all.every((one, at) => one === before.said[at])) {
    return before.known
  }
  const sets = Array.from(gatherSets(all), ([key, set]): [string, Known] => [
    key,
    { set, ...titlesOf(request, set) },
  ])
  const known = new Map(sets.filter(([, { titles }]) => !deps.isLimited || titles.length > 0))
  made.set(collection, { said: all, known })
  return known
}

/** In the order of their release. Users with limits see of them what catalogs list for them. */
function titlesOf({ deps, collection }: Request, set: TitleSet): Omit<Known, 'set'> {
  const items = set.items.map((item) => ({ item, title: listedTitle(collection, item) }))
  const known = items.flatMap(({ title }) => title ?? [])
  const others = deps.isLimited
    ? []
    : items.flatMap(({ item, title }) => (title ? [] : (bareTitle(deps, item) ?? [])))
  const keys = new Set([...known, ...others].flatMap(seenAs))
  const ofCatalogs = set.catalogs.flatMap(({ type, id }) =>
    collection.libraries.flatMap(({ catalog, titles }) =>
      catalog.type === type && catalog.id === id ? titles : [],
    ),
  )
  const at = ({ meta }: Title) =>
    premiereOf({ premieredAt: meta.released, year: meta.year }) ?? Infinity
  return {
    titles: onceEach([...known, ...ofCatalogs], others).toSorted(
      (a, b) => (at(a) === at(b) ? 0 : at(a) - at(b)) || compareText(a.sortName, b.sortName),
    ),
    isWhole: set.items.every((item) => keysOf(item).some((key) => keys.has(key))),
  }
}

function seenAs(title: Title): readonly string[] {
  return titleKeysOf(title).map((key) => watchedKeyOf(title.kind, key))
}

function keysOf({ id, type, ids }: SetItem): readonly string[] {
  return [id, ...aliasesOf(id, ids)].map((key) => watchedKeyOf(kindOf(type), key))
}

function listedTitle(collection: Collection, { id, type, ids, released }: SetItem): Title | null {
  const find = (key: string) => titleOfKey(collection, kindOf(type), key)
  const title = [id, ...aliasesOf(id, ids)].map(find).find(Boolean)
  if (!title) return null
  const { meta } = title
  return {
    ...title,
    meta: { ...meta, ids: { ...ids, ...meta.ids }, released: meta.released ?? released },
  }
}

/** Listed titles stay as they are listed; of others with several ids, the one with an IMDb id stays. */
function onceEach(known: readonly Title[], others: readonly Title[]): readonly Title[] {
  const merger = createMerger(titleKeysOf)
  const after = ({ identity }: Title) => Number(identity.space !== 'imdb')
  const all = [...known, ...others.toSorted((a, b) => after(a) - after(b))]
  for (const [place, title] of all.entries()) merger.add(title, place)
  return merger.titles
}

function bareTitle({ make }: LibraryDeps, item: SetItem): Title | null {
  const { name, type } = item
  if (name === null) return null
  const meta = metaOfItem({ ...item, name })
  return make.titleOf(
    meta,
    identityOf(meta, () => null),
    type,
  )
}

async function itemsOf(request: Request, known: readonly Known[]): Promise<readonly LibraryItem[]> {
  const { deps, user } = request
  const texts = known.map(({ set }) => textOf(set))
  const numbers = await deps.names.numbersOf(texts, user.configuration)
  return known.flatMap((one) => {
    const number = numbers.get(textOf(one.set))
    return number === undefined ? [] : setItem(user, one, number)
  })
}

function textOf({ key }: TitleSet): string {
  return `set:${key}`
}

function setItem(reader: ItemReader, { set, titles, isWhole }: Known, number: number): LibraryItem {
  const parent = refOf(reader, 'collection', 'opaque', 0)
  const item = bare({ ...parent, kind: 'set', number }, 'collection', set.name)
  const [first] = titles
  return {
    ...item,
    key: textOf(set),
    mediaType: set.type,
    overview: isWhole ? set.overview : null,
    year: first?.meta.year ?? null,
    premieredAt: first?.meta.released ?? null,
    images: isWhole ? { ...noImages, primary: set.poster, backdrop: set.background } : noImages,
    aspectRatio: isWhole && set.poster !== null ? 2 / 3 : null,
    parent,
    counts: { children: titles.length > 0 ? titles.length : null, episodes: null },
    detailed: true,
    fromSource: true,
  }
}

export async function setItems(request: Request): Promise<readonly LibraryItem[]> {
  return itemsOf(request, [...(await knownSets(request)).values()])
}

async function findSet(request: Request, { number }: ItemRef): Promise<Known | null> {
  const text = await request.deps.names.textOf(number)
  if (!text?.startsWith('set:')) return null
  return (await knownSets(request)).get(text.slice('set:'.length)) ?? null
}

/** Asks the sources once for what belongs to it, where that is not known. */
async function openSet(request: Request, ref: ItemRef): Promise<Known | null> {
  const known = await findSet(request, ref)
  if (!known || known.set.id === null || known.set.items.length > 1) return known
  const { id, type } = known.set
  const identity = { key: id, space: 'opaque', number: null, text: `${type} ${id}` } as const
  await request.deps.details.of(request.user, identity, type)
  return findSet(request, ref)
}

export async function setOfRef(
  request: Request,
  ref: ItemRef,
  { opens }: { readonly opens: boolean },
): Promise<LibraryItem | null> {
  const known = await (opens ? openSet : findSet)(request, ref)
  return known && ((await itemsOf(request, [known]))[0] ?? null)
}

/** Throws NOT_FOUND for an unknown set. */
export async function titlesOfSet(
  request: ListRequest,
  ref: ItemRef,
  query: ItemQuery,
): Promise<ItemPage> {
  const known = await openSet(request, ref)
  if (!known) throw new AppError('NOT_FOUND', 'There is no such collection in this configuration.')
  const { deps, user, collection } = request
  const shown = known.titles.map((title) => ({
    title,
    details: deps.details.peek(user, title.identity),
  }))
  const items = (await deps.make.titleItems(user, collection, shown)).map(summaryOf)
  return listed(await sortItems(request, items, { ...query, parent: null }), query)
}

/** Collections that one catalog lists. */
export async function setsOfLibrary(
  request: ListRequest,
  sets: readonly Title[],
  query: ItemQuery,
): Promise<ItemPage> {
  const listedKeys = new Set(gatherSets(sets.flatMap(({ meta }) => setsIn(meta))).keys())
  const known = [...(await knownSets(request))].flatMap(([key, one]) =>
    listedKeys.has(key) ? one : [],
  )
  const items = await itemsOf(request, known)
  return listed(await sortItems(request, items, { ...query, parent: null }), query)
}
