import type { AnimeIdType, NumberingSpace } from '../model/anime.ts'
import { numberingSpaces } from '../model/anime.ts'
import { unpack } from './pack.ts'
import type { Section, Sections } from './pack.ts'
import { entryIdTypes } from './sources/record.ts'
import type { EntryIdType } from './sources/record.ts'
import type { NumberTable, TextTable } from './tables.ts'

export const slugTypes = ['animePlanetId', 'notifyMoeId'] as const satisfies readonly EntryIdType[]

export type SlugType = (typeof slugTypes)[number]

export type NumberType = Exclude<EntryIdType, SlugType>

export const numberTypes = entryIdTypes.filter(
  (type): type is NumberType => !(slugTypes as readonly EntryIdType[]).includes(type),
)

/** Several entries may share these. TMDB and Trakt count films and shows separately. */
export const sharedTypes = ['tvdb', 'tmdbTv', 'tmdbMovie', 'imdb', 'traktTv', 'traktMovie'] as const

export type SharedType = (typeof sharedTypes)[number]

/** No season, in `numbering`. */
export const noSeason = -1

export const claimWidth = 4
export const numberingWidth = numberingSpaces.length * 2

/**
 * Number lists over one buffer: loaded by reading a file, in no more memory than its size. `…Ends` cuts the list of that
 * name into parts per entry or group: part n lies between ends n and n + 1.
 */
export type IndexSections = {
  readonly ids: Int32Array
  readonly tvdb: Int32Array
  readonly imdb: Int32Array
  readonly imdbEnds: Uint32Array
  /** Ids of films are negative. */
  readonly tmdb: Int32Array
  readonly tmdbEnds: Uint32Array
  readonly trakt: Int32Array
  readonly traktEnds: Uint32Array
  readonly numbering: Int32Array
  readonly numberingIds: Int32Array
  readonly mappings: Int32Array
  readonly mappingsEnds: Uint32Array
  /** UTF-8; the ends count UTF-16 units. */
  readonly titles: Uint8Array
  readonly titlesEnds: Uint32Array
  /** Of `slugTypes`, entry by entry. */
  readonly slugs: Uint8Array
  readonly slugsEnds: Uint32Array
  /** Index in `animeTypes` plus one. */
  readonly types: Uint8Array
  readonly years: Uint16Array
  /** A bit for each of `animeSourceNames`. */
  readonly sources: Uint16Array
  /** Index in `animeSourceNames` plus one, for each of `originFields`. */
  readonly origins: Uint8Array
  readonly groups: Uint32Array
  readonly groupsEnds: Uint32Array
  readonly claims: Int32Array
  readonly claimsEnds: Uint32Array
}

export type IndexMeta = {
  readonly entries: number
  readonly coverage: Readonly<Record<AnimeIdType, number>>
}

export type AnimeIndex = IndexSections &
  IndexMeta & {
    /** Changes with the data. */
    readonly version: string
    readonly titleText: string
    readonly slugText: string
    readonly numberTables: Readonly<Record<NumberType, NumberTable>>
    readonly textTables: Readonly<Record<SlugType, TextTable>>
    /** Values are entries, or the complement of a group. */
    readonly sharedTables: Readonly<Record<SharedType, NumberTable>>
  }

/** Null where the bytes are damaged or of another version. */
export function openIndex(stored: Buffer): AnimeIndex | null {
  const unpacked = unpack(stored)
  if (!unpacked) return null
  const { sections, checksum } = unpacked
  const columns = sections as unknown as IndexSections
  const numberTable = (name: string): NumberTable => ({
    keys: sections[`${name}.keys`] as Int32Array,
    values: sections[`${name}.values`] as Int32Array,
  })
  return {
    ...columns,
    ...(unpacked.meta as IndexMeta),
    version: checksum.slice(0, 16),
    titleText: decode(columns.titles),
    slugText: decode(columns.slugs),
    numberTables: byName(numberTypes, numberTable),
    textTables: byName(slugTypes, (name) => ({ slots: sections[`${name}.slots`] as Int32Array })),
    sharedTables: byName(sharedTypes, numberTable),
  }
}

function byName<N extends string, T>(names: readonly N[], make: (name: N) => T): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, T>
}

export function sectionsOf(
  columns: IndexSections,
  tables: Pick<AnimeIndex, 'numberTables' | 'textTables' | 'sharedTables'>,
): Sections {
  const sections: Record<string, Section> = { ...columns }
  for (const [name, table] of Object.entries({ ...tables.numberTables, ...tables.sharedTables })) {
    sections[`${name}.keys`] = table.keys
    sections[`${name}.values`] = table.values
  }
  for (const [name, table] of Object.entries(tables.textTables)) {
    sections[`${name}.slots`] = table.slots
  }
  return sections
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

export function numberOf(index: AnimeIndex, entry: number, type: NumberType): number | null {
  return index.ids[entry * numberTypes.length + numberTypes.indexOf(type)] || null
}

export function titleOf({ titleText, titlesEnds }: AnimeIndex, entry: number): string | null {
  return titleText.slice(titlesEnds[entry], titlesEnds[entry + 1]) || null
}

export function slugOf(
  { slugText, slugsEnds }: AnimeIndex,
  entry: number,
  type: SlugType,
): string | null {
  const at = entry * slugTypes.length + (type === 'animePlanetId' ? 0 : 1)
  return slugText.slice(slugsEnds[at], slugsEnds[at + 1]) || null
}

export function imdbText(number: number): string {
  return `tt${String(number).padStart(7, '0')}`
}

/** The space's own numbers, else TVDB's. */
export function numberingUnder(
  index: AnimeIndex,
  entry: number,
  space: NumberingSpace,
  id: number,
): {
  readonly space: NumberingSpace
  readonly season: number
  readonly fromEpisode: number
} | null {
  const place = numberingSpaces.indexOf(space)
  const at = entry * numberingWidth + place * 2
  const season = index.numbering[at]!
  if (index.numberingIds[entry * numberingSpaces.length + place] === id && season !== noSeason) {
    return { space, season, fromEpisode: index.numbering[at + 1]! }
  }
  return space === 'imdb' || space === 'trakt'
    ? numberingUnder(index, entry, 'tvdb', index.tvdb[entry]!)
    : null
}
