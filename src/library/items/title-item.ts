import { regularEpisodes } from '../episodes.ts'
import { sortNameOf } from '../names.ts'
import type { Details, Title } from '../title.ts'
import type { ItemImages, LibraryItem, NamedRef } from '../../model/library-item.ts'
import type { Household } from '../../model/household.ts'
import type { SourceMeta } from '../../model/source-meta.ts'
import { contentAddedAtOf } from './added-at.ts'
import { refOf } from './bare-item.ts'

const minute = 60_000

export type Shown = { readonly title: Title; readonly details: Details | null }

/** The details' values come first. */
export type Filled = Shown & { readonly meta: SourceMeta }

export type Numbers = ReadonlyMap<string, number>

/** Null where the title's id cannot be made again. */
export function titleItem(
  household: Household,
  { title, details, meta }: Filled,
  numbers: Numbers,
  libraryNumber: number | null,
  addedAt: number | null,
): LibraryItem | null {
  const { identity, kind } = title
  const number = identity.number ?? numbers.get(`title:${identity.text}`)
  if (number === undefined) return null
  const ref = refOf(household, kind, identity.space, number)
  const refs = (list: readonly string[], of: 'genre' | 'studio') =>
    namedRefs(household, of, list, numbers)
  return {
    ref,
    key: identity.key,
    kind,
    mediaType: title.meta.type,
    name: meta.name,
    sortName: details ? sortNameOf(meta.name) : title.sortName,
    originalName: meta.aliases[0] ?? null,
    overview: meta.description,
    tagline: null,
    year: meta.year,
    endYear: meta.endYear,
    premieredAt: meta.released,
    endedAt: null,
    addedAt,
    contentAddedAt: contentAddedAtOf(addedAt, details?.seasons),
    runtimeMs: meta.runtime === null ? null : meta.runtime * minute,
    rating: meta.rating,
    certification: meta.certification,
    genres: refs(meta.genres, 'genre'),
    studios: refs(meta.studios, 'studio'),
    tags: [],
    countries: meta.countries,
    people: (details ? meta.people : []).flatMap((person) => {
      const own = numbers.get(`person:${person.name}`)
      return own === undefined ? [] : { ...person, ref: refOf(household, 'person', 'opaque', own) }
    }),
    trailers: meta.trailers,
    images: imagesOf(meta),
    aspectRatio: meta.poster === null ? null : (meta.posterRatio ?? 2 / 3),
    ids: meta.ids,
    status: kind === 'series' ? (meta.continuing === false ? 'Ended' : 'Continuing') : null,
    collectionType: null,
    parent: libraryNumber === null ? null : refOf(household, 'library', 'opaque', libraryNumber),
    series: null,
    seasonRef: null,
    seasonName: null,
    season: null,
    episode: null,
    aired: true,
    counts: {
      children: details && kind === 'series' ? details.seasons.length : null,
      episodes: details && kind === 'series' ? regularEpisodes(details.seasons).length : null,
    },
    detailed: details !== null,
  }
}

function namedRefs(
  household: Household,
  kind: 'genre' | 'studio',
  list: readonly string[],
  numbers: Numbers,
): readonly NamedRef[] {
  return list.flatMap((name) => {
    const number = numbers.get(`${kind}:${name}`)
    return number === undefined ? [] : { name, ref: refOf(household, kind, 'opaque', number) }
  })
}

function imagesOf({ poster, background, logo }: SourceMeta): ItemImages {
  return { primary: poster, backdrop: background, logo, thumb: background }
}
