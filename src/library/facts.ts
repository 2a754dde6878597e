import type { ItemKind } from '../model/item-ref.ts'
import type { LibraryItem } from '../model/library-item.ts'
import type { SourceMeta } from '../model/source-meta.ts'
import { folded } from '../core/folded-text.ts'
import { sortNameOf } from './names.ts'
import { fillMeta } from './title.ts'
import type { Details, Title } from './title.ts'

export type Facts = Pick<Title, 'sortName' | 'folded' | 'foldedGenres'> & {
  readonly kind: ItemKind
  readonly meta: Pick<
    SourceMeta,
    | 'year'
    | 'released'
    | 'certification'
    | 'genres'
    | 'studios'
    | 'people'
    | 'continuing'
    | 'rating'
    | 'description'
    | 'trailers'
    | 'ids'
    | 'poster'
    | 'background'
    | 'logo'
  >
  readonly addedAt: number | null
  readonly index: number | null
  readonly parentIndex: number | null
  readonly aired: boolean
}

export function factsOfTitle(title: Title, addedAt: number | null): Facts {
  const { kind, sortName, folded: name, foldedGenres, meta } = title
  return {
    kind,
    sortName,
    folded: name,
    foldedGenres,
    meta,
    addedAt,
    index: null,
    parentIndex: null,
    aired: true,
  }
}

/** `title`: the item's series. People are the whole series': nothing says in which episodes they appear. */
export function factsOfItem(item: LibraryItem, title: Facts | undefined): Facts {
  const { kind, name, genres, studios, year, premieredAt, certification, people, images } = item
  return {
    kind,
    // A part's own sort name begins with numbers that are not part of its name.
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
    aired: item.aired,
  }
}

export function factsOfName(kind: ItemKind, name: string): Facts {
  return {
    kind,
    sortName: sortNameOf(name),
    folded: folded(name),
    foldedGenres: [],
    meta: nothing,
    addedAt: null,
    index: null,
    parentIndex: null,
    aired: true,
  }
}

const nothing: Facts['meta'] = {
  year: null,
  released: null,
  certification: null,
  genres: [],
  studios: [],
  people: [],
  continuing: null,
  rating: null,
  description: null,
  trailers: [],
  ids: {},
  poster: null,
  background: null,
  logo: null,
}

const detailed = new WeakMap<Details, { readonly title: Title; readonly whole: Title }>()

/** Shown as its source describes it, found by what catalog or source says, so that opening a title never removes it from lists. */
export function withDetails(title: Title, details: Details): Title {
  const known = detailed.get(details)
  if (known?.title === title) return known.whole
  const own = details.meta
  const meta: SourceMeta = {
    ...fillMeta(own, title.meta),
    genres: [...new Set([...own.genres, ...title.meta.genres])],
    studios: [...new Set([...own.studios, ...title.meta.studios])],
    people: [...own.people, ...title.meta.people],
  }
  const whole = {
    ...title,
    meta,
    sortName: sortNameOf(meta.name),
    folded: folded(meta.name),
    foldedGenres: meta.genres.map(folded),
  }
  detailed.set(details, { title, whole })
  return whole
}
