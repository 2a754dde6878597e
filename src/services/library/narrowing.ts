import { createTitleFilter } from '../../library/filter.ts'
import type { Facts } from '../../library/filter.ts'
import { folded, sortNameOf } from '../../library/names.ts'
import type { Title } from '../../library/title.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemKind, ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { WatchState } from '../../model/watch.ts'
import { isOfHistory } from './watched.ts'

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

/** Whether nothing is asked for: the libraries are listed. */
export function isHome(query: ItemQuery): boolean {
  const { parent, recursive, search, kinds } = query
  const isWhole = parent === null && !recursive && search === null && kinds === null
  return isWhole && !isOfHistory(query) && !isNarrowed(query)
}

export function needsStates({ played, favorite, resumable, liked }: ItemQuery): boolean {
  return played !== null || favorite !== null || resumable !== null || liked !== null
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

/** The same rules as for titles, for items that are made already. `titleOf`: what a catalog says of an item, or of the series that it belongs to. */
export function itemFilter(
  query: ItemQuery,
  titleOf: (item: LibraryItem) => Title | undefined = () => undefined,
): (item: LibraryItem) => boolean {
  const fits = createTitleFilter(query)
  return (item) =>
    isNotAmong(item.ref, query) &&
    (query.aired === null || item.aired === query.aired) &&
    fits(factsOf(item, titleOf(item)))
}

function factsOf(item: LibraryItem, title: Title | undefined): Facts {
  if (title?.kind === item.kind) return title
  const { kind, name, genres, studios, year, premieredAt, certification, people, rating } = item
  return {
    kind,
    sortName: sortNameOf(name),
    folded: folded(name),
    foldedGenres: [...genres.map((genre) => folded(genre.name)), ...(title?.foldedGenres ?? [])],
    meta: {
      year,
      released: premieredAt,
      certification,
      studios: [...studios.map((studio) => studio.name), ...(title?.meta.studios ?? [])],
      people: [...people, ...(title?.meta.people ?? [])],
      continuing: item.status !== 'Ended',
      rating,
    },
  }
}

/** Whether what somebody has done with an item is what is asked for. */
export function stateFilter({ played, favorite, resumable, liked }: ItemQuery) {
  return (state: WatchState): boolean =>
    (played === null || state.played === played) &&
    (favorite === null || state.favorite === favorite) &&
    (resumable === null || state.positionMs > 0 === resumable) &&
    (liked === null || state.likes === liked)
}
