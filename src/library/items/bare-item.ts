import { sortNameOf } from '../names.ts'
import type { ItemKind, ItemRef } from '../../model/item-ref.ts'
import type { CollectionType, ItemImages, LibraryItem } from '../../model/library-item.ts'
import type { Household } from '../../model/household.ts'
import type { Title } from '../title.ts'

export const noImages: ItemImages = { primary: null, backdrop: null, logo: null, thumb: null }

export function bare(ref: ItemRef, kind: ItemKind, name: string): LibraryItem {
  return {
    ref,
    key: '',
    kind,
    mediaType: '',
    name,
    sortName: sortNameOf(name),
    originalName: null,
    overview: null,
    tagline: null,
    year: null,
    endYear: null,
    premieredAt: null,
    endedAt: null,
    addedAt: null,
    contentAddedAt: null,
    runtimeMs: null,
    rating: null,
    certification: null,
    genres: [],
    studios: [],
    tags: [],
    countries: [],
    people: [],
    trailers: [],
    images: noImages,
    aspectRatio: null,
    ids: {},
    status: null,
    collectionType: null,
    parent: null,
    series: null,
    seasonRef: null,
    seasonName: null,
    season: null,
    episode: null,
    aired: true,
    counts: { children: null, episodes: null },
    detailed: false,
  }
}

export function refOf(
  { configuration }: Household,
  kind: ItemKind,
  space: ItemRef['space'],
  number: number,
): ItemRef {
  return { configuration, kind, space, number, season: null, episode: null, version: 0 }
}

type Library = {
  readonly catalog: {
    readonly key: string
    readonly name: string
    readonly type: string
    readonly collectionType: CollectionType | null
    readonly genre: { readonly isRequired: boolean } | null
  }
  readonly number: number
  readonly titles: readonly Title[]
  readonly sets?: readonly Title[]
}

export function libraryItem(
  household: Household,
  { catalog, number, titles, sets = [] }: Library,
): LibraryItem {
  const picture = titles.find(({ meta }) => meta.background !== null)?.meta.background ?? null
  return {
    ...bare(refOf(household, 'library', 'opaque', number), 'library', catalog.name),
    key: catalog.key,
    mediaType: catalog.type,
    collectionType: sets.length > titles.length ? 'boxsets' : catalog.collectionType,
    images: { ...noImages, primary: picture, backdrop: picture },
    aspectRatio: 16 / 9,
    counts: { children: titles.length + sets.length, episodes: null },
    genreRequired: catalog.genre?.isRequired ?? false,
  }
}

export function nameItem(
  household: Household,
  kind: 'genre' | 'studio' | 'person' | 'year',
  name: string,
  number: number,
  image: string | null = null,
): LibraryItem {
  return {
    ...bare(refOf(household, kind, 'opaque', number), kind, name),
    key: `${kind}:${name}`,
    images: { ...noImages, primary: image },
    aspectRatio: image === null ? null : 2 / 3,
  }
}

/** Without what only a title's own page shows. */
export function summaryOf(item: LibraryItem): LibraryItem {
  return item.detailed ? { ...item, people: [], detailed: false } : item
}
