import { nameMatch } from '../../library/filter.ts'
import { folded } from '../../library/names.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemKind, ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'

/** Kinds that the history keeps entries of. */
export const entryKinds: readonly ItemKind[] = ['movie', 'series', 'season', 'episode', 'video']

export function kindsOf(
  { kinds, excludeKinds }: ItemQuery,
  usual: readonly ItemKind[],
): readonly ItemKind[] {
  return (kinds ?? usual).filter(
    (kind) => entryKinds.includes(kind) && !excludeKinds.includes(kind),
  )
}

/** Whether a query looks at more than the kind of a title and what was done with it. */
export function isNarrowed(query: ItemQuery): boolean {
  return (
    query.search !== null ||
    query.nameStartsWith !== null ||
    query.nameFrom !== null ||
    query.nameBefore !== null ||
    query.genres !== null ||
    query.years !== null ||
    query.tags !== null ||
    query.certifications !== null ||
    query.studios !== null ||
    query.people !== null ||
    query.seriesStatus !== null ||
    query.minRating !== null ||
    query.premieredFrom !== null ||
    query.premieredTo !== null ||
    query.aired === false ||
    query.excludeIds.length > 0 ||
    query.excludeKinds.length > 0
  )
}

export function needsStates({ played, favorite, resumable }: ItemQuery): boolean {
  return played !== null || favorite !== null || resumable !== null
}

export function isNotAmong(ref: ItemRef, { excludeIds }: ItemQuery): boolean {
  return !excludeIds.some((other) => isSameRef(ref, other))
}

function isSameRef(a: ItemRef, b: ItemRef): boolean {
  return (
    a.kind === b.kind &&
    a.space === b.space &&
    a.number === b.number &&
    a.season === b.season &&
    a.episode === b.episode
  )
}

/** The same rules as for titles, for items that are made already. */
export function itemFilter(query: ItemQuery): (item: LibraryItem) => boolean {
  const genres = query.genres && new Set(query.genres.map(folded))
  const matches = query.search === null ? null : nameMatch(query.search)
  return (item) =>
    isNotAmong(item.ref, query) &&
    (query.kinds === null || query.kinds.includes(item.kind)) &&
    !query.excludeKinds.includes(item.kind) &&
    (genres === null || item.genres.some(({ name }) => genres.has(folded(name)))) &&
    (query.years === null || (item.year !== null && query.years.includes(item.year))) &&
    (matches === null || matches({ folded: folded(item.name) })) &&
    (query.aired === null || item.aired === query.aired) &&
    (query.nameStartsWith === null || item.sortName.startsWith(folded(query.nameStartsWith))) &&
    (query.minRating === null || (item.rating ?? 0) >= query.minRating)
}
