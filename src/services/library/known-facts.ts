import { factsOfTitle } from '../../library/filter.ts'
import type { Facts } from '../../library/filter.ts'
import { folded, sortNameOf } from '../../library/names.ts'
import { fillMeta } from '../../library/title.ts'
import type { Title } from '../../library/title.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { SourceMeta } from '../../model/source-meta.ts'
import { addedAtOf, contentAddedAtOf } from './added.ts'
import type { Collection } from './collection.ts'
import type { Details, Opened } from './details.ts'
import type { Stock } from './stock.ts'

export type KnownFacts = {
  readonly ofTitle: (title: Title) => Facts
  /** `title`: what a catalog says of it, or of the series that it belongs to. */
  readonly ofItem: (item: LibraryItem, title: Title | undefined) => Facts
  readonly addedAt: (title: Title) => number
  readonly contentAddedAt: (title: Title) => number
}

/** What lists look at: what catalogs say of titles, and what sources told of those that were opened. */
export function knownFacts(
  { details }: Pick<Stock, 'details'>,
  member: Member,
  collection: Collection,
): KnownFacts {
  const opened = details.openedOf(member)

  function ofTitle(title: Title): Facts {
    const addedAt = addedAtOf(collection, title)
    const told = opened.get(title.identity.text)
    return factsOfTitle(told ? wholeTitle(title, told) : title, addedAt)
  }

  return {
    ofTitle,
    ofItem: (item, title) =>
      title?.kind === item.kind ? ofTitle(title) : factsOfItem(item, title && ofTitle(title)),
    addedAt: (title) => addedAtOf(collection, title) ?? 0,
    contentAddedAt(title) {
      const seasons = opened.get(title.identity.text)?.details.seasons
      return contentAddedAtOf(addedAtOf(collection, title), seasons) ?? 0
    },
  }
}

const wholes = new WeakMap<Details, { readonly title: Title; readonly whole: Title }>()

/** Shown as its own source tells it; found by what either says, so that opening a title takes it off no list. */
function wholeTitle(title: Title, { details }: Opened): Title {
  const known = wholes.get(details)
  if (known?.title === title) return known.whole
  const told = details.meta
  const filled = fillMeta(told, title.meta)
  const meta: SourceMeta = {
    ...filled,
    genres: [...new Set([...told.genres, ...title.meta.genres])],
    studios: [...new Set([...told.studios, ...title.meta.studios])],
    people: [...told.people, ...title.meta.people],
  }
  const whole = {
    ...title,
    meta,
    sortName: sortNameOf(meta.name),
    folded: folded(meta.name),
    foldedGenres: meta.genres.map(folded),
  }
  wholes.set(details, { title, whole })
  return whole
}

/** `title`: the series that the item belongs to. People are of the whole series: nothing says in which of its episodes they are. */
export function factsOfItem(item: LibraryItem, title: Facts | undefined): Facts {
  const { kind, name, genres, studios, year, premieredAt, certification, people, images } = item
  return {
    kind,
    // Not what parts are sorted by, which begins with their numbers.
    sortName: sortNameOf(name),
    folded: folded(name),
    foldedGenres: [...genres.map((genre) => folded(genre.name)), ...(title?.foldedGenres ?? [])],
    meta: {
      year,
      released: premieredAt,
      certification,
      genres: genres.map((genre) => genre.name),
      studios: [...studios.map((studio) => studio.name), ...(title?.meta.studios ?? [])],
      people,
      continuing: item.status !== 'Ended',
      rating: item.rating,
      description: item.overview,
      trailers: item.trailers,
      ids: item.ids,
      poster: images.primary,
      background: images.backdrop,
      logo: images.logo,
    },
    addedAt: item.addedAt,
    index: kind === 'season' ? item.season : item.episode,
    parentIndex: kind === 'episode' ? item.season : null,
  }
}
