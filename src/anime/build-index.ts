import { animeIdTypes, animeSourceNames, animeTypes, numberingSpaces } from '../model/anime.ts'
import type { AnimeSourceName, KindedId, NumberingSpace } from '../model/anime.ts'
import { anySeason, claimsOn, traktNumbering } from './claims.ts'
import type { Candidate } from './claims.ts'
import { originFields } from './entry.ts'
import type { Entry, OriginField } from './entry.ts'
import { encodeEpisodeMappings } from './episode-mappings.ts'
import {
  imdbText,
  noSeason,
  numberingWidth,
  numberTypes,
  sectionsOf,
  sharedTypes,
  slugTypes,
} from './index.ts'
import type { AnimeIndex, IndexMeta, IndexSections, SharedType } from './index.ts'
import { pack } from './pack.ts'
import type { EntryIdType, Numbering } from './sources/record.ts'
import { buildNumberTable, buildTextTable } from './tables.ts'

const spaceOf: Readonly<Record<SharedType, NumberingSpace | null>> = {
  tvdb: 'tvdb',
  tmdbTv: 'tmdb',
  tmdbMovie: null,
  imdb: 'imdb',
  traktTv: 'trakt',
  traktMovie: null,
}

/** Equal entries always give equal bytes. */
export function buildIndex(entries: readonly Entry[]): Buffer {
  const { groups, sharedTables } = buildGroups(entries)
  const columns: IndexSections = { ...entryColumns(entries), ...groups }
  const tables = {
    numberTables: byName(numberTypes, (type) => buildNumberTable(entriesBy<number>(entries, type))),
    textTables: byName(slugTypes, (type) => buildTextTable(entriesBy<string>(entries, type))),
    sharedTables,
  }
  const meta: IndexMeta = { entries: entries.length, coverage: coverageOf(entries) }
  return pack(meta, sectionsOf(columns, tables))
}

function byName<N extends string, T>(names: readonly N[], make: (name: N) => T): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, T>
}

function entriesBy<T extends number | string>(
  entries: readonly Entry[],
  type: EntryIdType,
): Map<T, number> {
  const found = new Map<T, number>()
  entries.forEach(({ ids }, at) => {
    const id = ids[type]
    if (id) found.set(id.value as T, at)
  })
  return found
}

function coverageOf(entries: readonly Entry[]): IndexMeta['coverage'] {
  const counts = byName(animeIdTypes, () => 0)
  for (const { ids, imdb, tmdb, trakt, tvdb } of entries) {
    for (const type in ids) counts[type as EntryIdType] += 1
    if (imdb.length > 0) counts.imdbId += 1
    if (tmdb.length > 0) counts.themoviedbId += 1
    if (trakt.length > 0) counts.traktId += 1
    if (tvdb) counts.thetvdbId += 1
  }
  return counts
}

function entryColumns(entries: readonly Entry[]) {
  const count = entries.length
  const ids = new Int32Array(count * numberTypes.length)
  const numbering = new Int32Array(count * numberingWidth)
  const numberingIds = new Int32Array(count * numberingSpaces.length)
  const origins = new Uint8Array(count * originFields.length)
  const imdb = createLists()
  const tmdb = createLists()
  const trakt = createLists()
  const mappings = createLists()
  const titles = createTexts()
  const slugs = createTexts()
  entries.forEach((entry, at) => {
    numberTypes.forEach((type, column) => {
      ids[at * numberTypes.length + column] = Number(entry.ids[type]?.value ?? 0)
    })
    numbering.set(numberingRow(entry), at * numberingWidth)
    numberingIds.set(numberingIdRow(entry), at * numberingSpaces.length)
    originFields.forEach((field, column) => {
      const source = originOf(entry, field)
      if (source) origins[at * originFields.length + column] = animeSourceNames.indexOf(source) + 1
    })
    titles.add(entry.title?.value ?? '')
    for (const type of slugTypes) slugs.add(String(entry.ids[type]?.value ?? ''))
    imdb.add(entry.imdb.map(({ value }) => imdbNumber(value)))
    tmdb.add(entry.tmdb.map(({ value }) => signed(value)))
    trakt.add(entry.trakt.map(({ value }) => signed(value)))
    mappings.add(encodeEpisodeMappings(entry.episodeMappings))
  })
  return {
    ids,
    tvdb: Int32Array.from(entries, ({ tvdb }) => tvdb?.value ?? 0),
    imdb: imdb.numbers(),
    imdbEnds: imdb.ends(),
    tmdb: tmdb.numbers(),
    tmdbEnds: tmdb.ends(),
    trakt: trakt.numbers(),
    traktEnds: trakt.ends(),
    numbering,
    numberingIds,
    mappings: mappings.numbers(),
    mappingsEnds: mappings.ends(),
    titles: titles.bytes(),
    titlesEnds: titles.ends(),
    slugs: slugs.bytes(),
    slugsEnds: slugs.ends(),
    types: Uint8Array.from(entries, ({ type }) => (type ? animeTypes.indexOf(type.value) + 1 : 0)),
    years: Uint16Array.from(entries, ({ year }) => year?.value ?? 0),
    sources: Uint16Array.from(entries, ({ sources }) => sources),
    origins,
  }
}

/** Many short lists in one, with the end of each. */
function createLists() {
  const all: number[] = []
  const ends = [0]
  return {
    add(list: readonly number[]): void {
      for (const number of list) all.push(number)
      ends.push(all.length)
    },
    numbers: () => Int32Array.from(all),
    unsigned: () => Uint32Array.from(all),
    ends: () => Uint32Array.from(ends),
  }
}

function imdbNumber(id: string): number {
  return Number(id.slice(2))
}

function signed({ kind, id }: KindedId): number {
  return kind === 'movie' ? -id : id
}

function numberingRow(entry: Entry): number[] {
  const row: Record<NumberingSpace, Numbering | null> = {
    tvdb: entry.tvdb?.numbering?.value ?? null,
    tmdb: entry.tmdbShow?.numbering?.value ?? null,
    imdb: entry.imdbNumbering?.value ?? null,
    trakt: traktNumbering(entry),
  }
  return numberingSpaces.flatMap((space) => {
    const numbering = row[space]
    return numbering ? [numbering.season ?? anySeason, numbering.fromEpisode] : [noSeason, 0]
  })
}

function numberingIdRow({ tvdb, tmdbShow, imdbNumbering, traktShow }: Entry): number[] {
  const imdb = imdbNumbering ? imdbNumber(imdbNumbering.value.id) : 0
  return [tvdb?.value ?? 0, tmdbShow?.value ?? 0, imdb, traktShow?.id ?? 0]
}

function createTexts() {
  const all: string[] = []
  const ends = [0]
  let length = 0
  return {
    add(text: string): void {
      all.push(text)
      length += text.length
      ends.push(length)
    },
    bytes: () => new Uint8Array(Buffer.from(all.join(''))),
    ends: () => Uint32Array.from(ends),
  }
}

function originOf(entry: Entry, field: OriginField): AnimeSourceName | null | undefined {
  switch (field) {
    case 'title':
    case 'type':
    case 'year':
      return entry[field]?.source
    case 'imdbId':
      return entry.imdb[0]?.source
    case 'themoviedbId':
      return entry.tmdb[0]?.source
    case 'traktId':
      return entry.trakt[0]?.source
    case 'thetvdbId':
      return entry.tvdb?.source
    case 'tvdb':
      return entry.tvdb?.numbering?.source
    case 'tmdb':
      return entry.tmdbShow?.numbering?.source
    case 'imdb':
      return entry.imdbNumbering?.source
    case 'trakt':
      return entry.traktShow?.season.source
    case 'episodeMappings':
      return entry.mappingsSource
    default:
      return entry.ids[field]?.source
  }
}

/** Entries that share an id, and which episodes each of them has. */
function buildGroups(entries: readonly Entry[]) {
  const members = createLists()
  const claims = createLists()
  let count = 0
  const table = (type: SharedType) => {
    const values = new Map<number, number>()
    for (const [id, candidates] of candidatesOf(type, entries)) {
      if (candidates.length === 1) {
        values.set(id, candidates[0]!.position)
        continue
      }
      values.set(id, ~count)
      count += 1
      members.add(candidates.map(({ position }) => position))
      const space = spaceOf[type]
      const found = space ? claimsOn(space, type === 'imdb' ? imdbText(id) : id, candidates) : []
      claims.add(found.flatMap(({ entry, season, from, to }) => [entry, season, from, to]))
    }
    return buildNumberTable(values)
  }
  const sharedTables: AnimeIndex['sharedTables'] = byName(sharedTypes, table)
  return {
    sharedTables,
    groups: {
      groups: members.unsigned(),
      groupsEnds: members.ends(),
      claims: claims.numbers(),
      claimsEnds: claims.ends(),
    },
  }
}

function candidatesOf(type: SharedType, entries: readonly Entry[]): Map<number, Candidate[]> {
  const found = new Map<number, Candidate[]>()
  entries.forEach((entry, position) => {
    for (const id of sharedIds(type, entry)) {
      const list = found.get(id)
      if (list) list.push({ position, entry })
      else found.set(id, [{ position, entry }])
    }
  })
  return found
}

function sharedIds(type: SharedType, { tvdb, imdb, tmdb, trakt }: Entry): number[] {
  if (type === 'tvdb') return tvdb ? [tvdb.value] : []
  if (type === 'imdb') return imdb.map(({ value }) => imdbNumber(value))
  const kind = type === 'tmdbTv' || type === 'traktTv' ? 'tv' : 'movie'
  const list = type === 'tmdbTv' || type === 'tmdbMovie' ? tmdb : trakt
  return list.flatMap(({ value }) => (value.kind === kind ? [value.id] : []))
}
