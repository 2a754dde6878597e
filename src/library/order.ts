import type { ItemOrder, ItemSort } from '../model/item-query.ts'
import { isFolder } from '../model/item-ref.ts'
import type { ItemKind } from '../model/item-ref.ts'
import type { LibraryItem } from '../model/library-item.ts'
import { compareText, sortNameOf } from './names.ts'
import type { Title } from './title.ts'

export type Seen = {
  readonly lastPlayedAt: number
  readonly playCount: number
  readonly played: boolean
  readonly favorite: boolean
}

export const unseen: Seen = { lastPlayedAt: 0, playCount: 0, played: false, favorite: false }

type Value = string | number | null

/** Null: unknown, which sorts before everything known. */
type SortFacts = {
  readonly kind: ItemKind
  readonly sortName: string
  /** The series' name for a part of one, else its own. */
  readonly seriesSortName: string
  readonly addedAt: number | null
  readonly premieredAt: number | null
  readonly year: number | null
  readonly rating: number | null
  readonly runtime: number | null
  readonly certification: string | null
  readonly studio: string | null
  readonly season: number | null
  readonly episode: number | null
}

export type SortReader<T> = {
  readonly factsOf: (one: T) => SortFacts
  readonly contentAddedAt: (one: T) => number | null
  readonly seenOf: (one: T) => Seen
}

const factKeys: Partial<Record<ItemSort, (facts: SortFacts) => Value>> = {
  name: ({ sortName }) => sortName,
  seriesName: ({ seriesSortName }) => seriesSortName,
  added: ({ addedAt }) => addedAt,
  premiered: premiereOf,
  year: ({ year }) => year,
  rating: ({ rating }) => rating,
  runtime: ({ runtime }) => runtime,
  certification: ({ certification }) => certification ?? '',
  studio: ({ studio }) => studio ?? '',
  folder: ({ kind }) => (isFolder(kind) ? 0 : 1),
  season: ({ season }) => season,
  episode: ({ episode }) => episode,
}

const seenKeys: Partial<Record<ItemSort, (seen: Seen) => number>> = {
  playedAt: ({ lastPlayedAt }) => lastPlayedAt,
  playCount: ({ playCount }) => playCount,
  played: ({ played }) => Number(played),
  favorite: ({ favorite }) => Number(favorite),
}

export function isSeenSort({ by }: ItemOrder): boolean {
  return by in seenKeys
}

/** As exactly as it is known. */
export function premiereOf({
  premieredAt,
  year,
}: Pick<SortFacts, 'premieredAt' | 'year'>): number | null {
  return premieredAt ?? (year === null ? null : Date.UTC(year, 0))
}

export function titleReader({
  addedAt = () => null,
  contentAddedAt = () => null,
  seenOf = () => unseen,
}: Partial<Omit<SortReader<Title>, 'factsOf'>> & {
  readonly addedAt?: (title: Title) => number | null
} = {}): SortReader<Title> {
  return {
    factsOf: (title) => ({
      kind: title.kind,
      sortName: title.sortName,
      seriesSortName: title.sortName,
      addedAt: addedAt(title),
      premieredAt: title.meta.released,
      year: title.meta.year,
      rating: title.meta.rating,
      runtime: title.meta.runtime,
      certification: title.meta.certification,
      studio: title.meta.studios[0] ?? null,
      season: null,
      episode: null,
    }),
    contentAddedAt,
    seenOf,
  }
}

export function itemReader(
  seenOf: (item: LibraryItem) => Seen = () => unseen,
): SortReader<LibraryItem> {
  return {
    factsOf: (item) => ({
      kind: item.kind,
      sortName: item.sortName,
      seriesSortName: item.series ? sortNameOf(item.series.name) : item.sortName,
      addedAt: item.addedAt,
      premieredAt: item.premieredAt,
      year: item.year,
      rating: item.rating,
      runtime: item.runtimeMs,
      certification: item.certification,
      studio: item.studios[0]?.name ?? null,
      season: item.season,
      episode: item.episode,
    }),
    contentAddedAt: ({ contentAddedAt }) => contentAddedAt,
    seenOf,
  }
}

export function sortList<T>(
  list: readonly T[],
  order: readonly ItemOrder[],
  reader: SortReader<T>,
): readonly T[] {
  if (order.length === 0) return list
  if (order[0]!.by === 'random') return shuffled(list)
  const compare = comparePlaces(list, order, reader)
  return Array.from(list.keys())
    .sort(compare)
    .map((place) => list[place]!)
}

/** Both are sorted already; of equal entries, the first list's come first. */
export function mergeLists<T>(
  first: readonly T[],
  second: readonly T[],
  order: readonly ItemOrder[],
  reader: SortReader<T>,
): readonly T[] {
  const all = [...first, ...second]
  if (order[0]?.by === 'random') return shuffled(all)
  const compare = comparePlaces(all, order, reader)
  const merged: T[] = []
  let next = 0
  for (let place = first.length; place < all.length; place++) {
    while (next < first.length && compare(next, place) <= 0) merged.push(all[next++]!)
    merged.push(all[place]!)
  }
  return [...merged, ...first.slice(next)]
}

function comparePlaces<T>(
  list: readonly T[],
  order: readonly ItemOrder[],
  reader: SortReader<T>,
): (a: number, b: number) => number {
  const columns = order.flatMap(({ by, descending }) => {
    const valueOf = valueReader(by, reader)
    return valueOf ? { values: list.map((one) => valueOf(one)), sign: descending ? -1 : 1 } : []
  })
  return (a, b) => {
    for (const { values, sign } of columns) {
      const result = compareValues(values[a]!, values[b]!)
      if (result !== 0) return sign * result
    }
    return 0
  }
}

/** Null for an order that leaves everything in place. */
function valueReader<T>(
  by: ItemSort,
  { factsOf, contentAddedAt, seenOf }: SortReader<T>,
): ((one: T) => Value) | null {
  const ofFacts = factKeys[by]
  if (ofFacts) return (one) => ofFacts(factsOf(one))
  const ofSeen = seenKeys[by]
  if (ofSeen) return (one) => ofSeen(seenOf(one))
  return by === 'contentAdded' ? contentAddedAt : null
}

function compareValues(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return typeof a === 'string' ? compareText(a, String(b)) : a - Number(b)
}

export function shuffled<T>(list: readonly T[]): readonly T[] {
  const left = [...list]
  for (let end = left.length - 1; end > 0; end--) {
    const chosen = Math.floor(Math.random() * (end + 1))
    ;[left[end], left[chosen]] = [left[chosen]!, left[end]!]
  }
  return left
}
