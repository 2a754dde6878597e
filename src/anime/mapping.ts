import { animeSourceNames, animeTypes, numberingSpaces } from '../model/anime.ts'
import type {
  AnimeEpisodeMapping,
  AnimeMapping,
  AnimeNumbering,
  AnimeSourceName,
  KindedId,
  NumberingSpace,
} from '../model/anime.ts'
import { anySeason } from './claims.ts'
import { originFields } from './entry.ts'
import type { OriginField } from './entry.ts'
import { decodeEpisodeMappings } from './episode-mappings.ts'
import { imdbText, numberingUnder, numberingWidth, numberTypes, slugOf, titleOf } from './index.ts'
import type { AnimeIndex, NumberType } from './index.ts'

const column = Object.fromEntries(numberTypes.map((type, at) => [type, at])) as Record<
  NumberType,
  number
>

export function entryIdOf({ version }: AnimeIndex, entry: number): string {
  return `${version}-${entry}`
}

export function mappingOf(index: AnimeIndex, entry: number): AnimeMapping {
  const row = entry * numberTypes.length
  const id = (type: NumberType) => index.ids[row + column[type]] || null
  const imdb = imdbIdsOf(index, entry)
  const tmdb = tmdbIdsOf(index, entry)
  const trakt = traktIdsOf(index, entry)
  const tvdb = index.tvdb[entry] || null
  const type = index.types[entry]!
  const episodeMappings = episodeMappingsOf(index, entry)
  const numbering = (space: NumberingSpace, id: number | null) =>
    id === null ? null : shownNumbering(index, entry, space, id, episodeMappings)
  return {
    id: entryIdOf(index, entry),
    title: titleOf(index, entry),
    type: type === 0 ? null : animeTypes[type - 1]!,
    year: index.years[entry] || null,
    mappings: {
      animePlanetId: slugOf(index, entry, 'animePlanetId'),
      animecountdownId: id('animecountdownId'),
      anidbId: id('anidbId'),
      anilistId: id('anilistId'),
      anisearchId: id('anisearchId'),
      imdbId: imdb[0] ?? null,
      kitsuId: id('kitsuId'),
      livechartId: id('livechartId'),
      malId: id('malId'),
      notifyMoeId: slugOf(index, entry, 'notifyMoeId'),
      simklId: id('simklId'),
      themoviedbId: tmdb[0]?.id ?? null,
      thetvdbId: tvdb,
      traktId: trakt[0]?.id ?? null,
    },
    alternatives: { imdbId: imdb, themoviedbId: tmdb, traktId: trakt },
    numbering: {
      tvdb: numbering('tvdb', tvdb),
      tmdb: numbering('tmdb', firstShow(tmdb)),
      imdb: numbering('imdb', imdb[0] ? Number(imdb[0].slice(2)) : null),
      trakt: numbering('trakt', firstShow(trakt)),
    },
    episodeMappings,
    sources: sourcesOf(index.sources[entry]!),
  }
}

export function imdbIdsOf({ imdb, imdbEnds }: AnimeIndex, entry: number): string[] {
  const found: string[] = []
  for (let at = imdbEnds[entry]!; at < imdbEnds[entry + 1]!; at += 1)
    found.push(imdbText(imdb[at]!))
  return found
}

export function tmdbIdsOf({ tmdb, tmdbEnds }: AnimeIndex, entry: number): KindedId[] {
  return kindedIds(tmdb, tmdbEnds[entry]!, tmdbEnds[entry + 1]!)
}

export function traktIdsOf({ trakt, traktEnds }: AnimeIndex, entry: number): KindedId[] {
  return kindedIds(trakt, traktEnds[entry]!, traktEnds[entry + 1]!)
}

function kindedIds(signed: Int32Array, from: number, to: number): KindedId[] {
  const found: KindedId[] = []
  for (let at = from; at < to; at += 1) found.push(kinded(signed[at]!))
  return found
}

function kinded(signed: number): KindedId {
  return signed < 0 ? { kind: 'movie', id: -signed } : { kind: 'tv', id: signed }
}

export function firstShow(ids: readonly KindedId[]): number | null {
  for (const { kind, id } of ids) if (kind === 'tv') return id
  return null
}

/** A mapping of the first episode knows this better than the season's offset. */
function shownNumbering(
  index: AnimeIndex,
  entry: number,
  space: NumberingSpace,
  id: number,
  mappings: readonly AnimeEpisodeMapping[],
): AnimeNumbering | null {
  const found = numberingUnder(index, entry, space, id)
  if (!found) return null
  const season = found.season === anySeason ? 1 : found.season
  for (const mapping of mappings) {
    if (mapping.space !== found.space || mapping.special || mapping.season !== season) continue
    const first =
      mapping.kind === 'pairs'
        ? mapping.pairs.find(({ episode }) => episode === 1)?.others[0]
        : mapping.start === 1
          ? 1 + mapping.offset
          : undefined
    if (first !== undefined) return { season, fromEpisode: first }
  }
  return { season, fromEpisode: found.fromEpisode }
}

/** Single episodes, after the absolute orders that the numbering implies. */
export function episodeMappingsOf(index: AnimeIndex, entry: number): AnimeEpisodeMapping[] {
  const { mappings, mappingsEnds } = index
  const [from, to] = [mappingsEnds[entry]!, mappingsEnds[entry + 1]!]
  const found = from === to ? [] : decodeEpisodeMappings(mappings.subarray(from, to))
  for (const space of ['tmdb', 'tvdb'] as const) {
    if (isAbsolute(index, entry, space)) found.unshift(absoluteOrder(space))
  }
  return found
}

function isAbsolute(index: AnimeIndex, entry: number, space: 'tvdb' | 'tmdb'): boolean {
  const at = entry * numberingWidth + numberingSpaces.indexOf(space) * 2
  return index.numbering[at] === anySeason
}

function absoluteOrder(space: 'tvdb' | 'tmdb'): AnimeEpisodeMapping {
  const range = { start: 1, end: null, offset: 0 }
  return { kind: 'absolute', space, special: false, season: null, ...range, pairs: [] }
}

const sourceLists = new Map<number, readonly AnimeSourceName[]>()

function sourcesOf(bits: number): readonly AnimeSourceName[] {
  let list = sourceLists.get(bits)
  if (!list) {
    list = animeSourceNames.filter((_, at) => bits & (1 << at))
    sourceLists.set(bits, list)
  }
  return list
}

export function originsOf(
  { origins }: AnimeIndex,
  entry: number,
): Partial<Record<OriginField, AnimeSourceName>> {
  const row = entry * originFields.length
  return Object.fromEntries(
    originFields.flatMap((field, at) => {
      const place = origins[row + at]!
      return place === 0 ? [] : [[field, animeSourceNames[place - 1]!]]
    }),
  )
}
