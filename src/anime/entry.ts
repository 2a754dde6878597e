import { animeSourceNames } from '../model/anime.ts'
import type {
  AnimeEpisodeMapping,
  AnimeIdType,
  AnimeSourceName,
  AnimeType,
  KindedId,
} from '../model/anime.ts'
import { entryIdTypes } from './sources/record.ts'
import type { EntryIdType, Numbering } from './sources/record.ts'

/** Fields whose source is remembered. */
export const originFields = [
  ...entryIdTypes,
  'title',
  'type',
  'year',
  'imdbId',
  'themoviedbId',
  'thetvdbId',
  'traktId',
  'tvdb',
  'tmdb',
  'imdb',
  'trakt',
  'episodeMappings',
] as const satisfies readonly (AnimeIdType | (string & {}))[]

export type OriginField = (typeof originFields)[number]

export type Sourced<T> = {
  readonly value: T
  readonly source: AnimeSourceName
  /** From a second or later file of its list, which only fills gaps. */
  readonly late?: boolean
}

/** Id and numbering belong together and come from one list. */
export type Numbered = Sourced<number> & { readonly numbering: Sourced<Numbering> | null }

export type Entry = {
  readonly ids: { [K in EntryIdType]?: Sourced<number | string> }
  title: Sourced<string> | null
  type: Sourced<AnimeType> | null
  year: Sourced<number> | null
  readonly imdb: Sourced<string>[]
  readonly tmdb: Sourced<KindedId>[]
  readonly trakt: Sourced<KindedId>[]
  tvdb: Numbered | null
  tmdbShow: Numbered | null
  /** `id`: the IMDb id that the numbers belong to. */
  imdbNumbering: Sourced<Numbering & { readonly id: string }> | null
  /** Without `fromEpisode` only the season is known. */
  traktShow: {
    readonly id: number
    readonly season: Sourced<number>
    readonly fromEpisode?: number
  } | null
  episodeMappings: readonly AnimeEpisodeMapping[]
  mappingsSource: AnimeSourceName | null
  /** Bits from `sourceBit`. */
  sources: number
}

export function emptyEntry(): Entry {
  return {
    ids: {},
    title: null,
    type: null,
    year: null,
    imdb: [],
    tmdb: [],
    trakt: [],
    tvdb: null,
    tmdbShow: null,
    imdbNumbering: null,
    traktShow: null,
    episodeMappings: [],
    mappingsSource: null,
    sources: 0,
  }
}

export function sourceBit(source: AnimeSourceName): number {
  return 1 << animeSourceNames.indexOf(source)
}

export type AnimeConflict = {
  readonly entry: string
  readonly field: OriginField
  readonly kept: { readonly source: AnimeSourceName; readonly value: string }
  readonly other: { readonly source: AnimeSourceName; readonly value: string }
  /** `beside`: both values find the entry; the kept one is shown first. */
  readonly outcome: 'refused' | 'beside'
}

/** Reports that a list has another value than the one kept. */
export type Disagree = (
  entry: Entry,
  field: OriginField,
  kept: Sourced<unknown>,
  other: Sourced<unknown>,
  outcome?: AnimeConflict['outcome'],
) => void

export function describeEntry({ ids, title, imdb }: Entry): string {
  const type = entryIdTypes.find((type) => ids[type])
  const id = type ? `${type.replace(/Id$/, '')} ${ids[type]!.value}` : (imdb[0]?.value ?? 'no id')
  return title ? `${id}, ${title.value}` : id
}
