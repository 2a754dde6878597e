import type { AnimeEpisodeMapping, NumberingSpace } from '../model/anime.ts'
import { anySeason } from './claims.ts'
import { numberingUnder } from './index.ts'
import type { AnimeIndex } from './index.ts'
import { episodeMappingsOf } from './mapping.ts'

/** As the entry itself counts: regular episodes from 1, specials from 1. */
export type EntryEpisode = { readonly special: boolean; readonly episode: number }

export type Place = { readonly season: number; readonly episode: number }

export type Spot = { readonly entry: number; readonly space: NumberingSpace; readonly id: number }

type Space = AnimeEpisodeMapping['space']

/** Null where the entry has nothing there. */
export function entryEpisode(index: AnimeIndex, spot: Spot, place: Place): EntryEpisode | null {
  const { entry, space, id } = spot
  const numbering = numberingUnder(index, entry, space, id)
  if (space === 'imdb' || space === 'trakt') {
    const own = numbering?.space === space ? bySeason(numbering, place) : null
    return own ?? entryEpisode(index, { entry, space: 'tvdb', id: index.tvdb[entry]! }, place)
  }
  const mappings = numbering ? mappingsIn(index, entry, space) : []
  return (
    byPair(mappings, place, false) ??
    byRange(mappings, place, false) ??
    (numbering && bySeason(numbering, place)) ??
    byPair(mappings, place, true) ??
    byRange(mappings, place, true)
  )
}

/** Null where the lists do not know, or say that it is not there. */
export function placeOf(index: AnimeIndex, spot: Spot, own: EntryEpisode): Place | null {
  const { entry, space, id } = spot
  const numbering = numberingUnder(index, entry, space, id)
  if (!numbering) return null
  if (space === 'imdb' || space === 'trakt') {
    const tvdb: Spot = { entry, space: 'tvdb', id: index.tvdb[entry]! }
    // Only the start is known here; an entry over several seasons continues as in TVDB.
    const goesOn = numbering.space === 'tvdb' || own.special || isAbsolute(index, tvdb)
    return (goesOn ? placeOf(index, tvdb, own) : null) ?? inSeason(numbering, own)
  }
  const mappings = mappingsIn(index, entry, space).filter(({ special }) => special === own.special)
  for (const { season, pairs } of mappings) {
    const pair = pairs.find(({ episode }) => episode === own.episode)
    if (!pair || season === null) continue
    const [first] = pair.others
    return first === undefined ? null : { season, episode: first }
  }
  const range = latest(mappings.filter((mapping) => holds(mapping, own.episode)))
  if (range) return { season: range.season!, episode: own.episode + range.offset }
  return inSeason(numbering, own)
}

function mappingsIn(index: AnimeIndex, entry: number, space: Space): AnimeEpisodeMapping[] {
  return episodeMappingsOf(index, entry).filter((mapping) => mapping.space === space)
}

function isAbsolute(index: AnimeIndex, { entry, space, id }: Spot): boolean {
  return numberingUnder(index, entry, space, id)?.season === anySeason
}

type Start = { readonly season: number; readonly fromEpisode: number }

/** In an absolute order the episode's number is its own, whatever the season. */
function bySeason({ season, fromEpisode }: Start, place: Place): EntryEpisode | null {
  const fits = season === anySeason ? place.season >= 1 : place.season === season
  const episode = place.episode - (season === anySeason ? 1 : fromEpisode) + 1
  return fits && episode >= 1 ? { special: false, episode } : null
}

function inSeason({ season, fromEpisode }: Start, own: EntryEpisode): Place | null {
  if (own.special) return null
  return season === anySeason
    ? { season: 1, episode: own.episode }
    : { season, episode: fromEpisode + own.episode - 1 }
}

function byPair(
  mappings: readonly AnimeEpisodeMapping[],
  place: Place,
  special: boolean,
): EntryEpisode | null {
  for (const mapping of mappings) {
    if (mapping.special !== special || mapping.season !== place.season) continue
    const pair = mapping.pairs.find(({ others }) => others.includes(place.episode))
    if (pair) return { special, episode: pair.episode }
  }
  return null
}

function byRange(
  mappings: readonly AnimeEpisodeMapping[],
  place: Place,
  special: boolean,
): EntryEpisode | null {
  const range = latest(
    mappings.filter(
      (mapping) =>
        mapping.special === special &&
        mapping.season === place.season &&
        holds(mapping, place.episode - mapping.offset),
    ),
  )
  return range && { special, episode: place.episode - range.offset }
}

function holds({ kind, start, end }: AnimeEpisodeMapping, episode: number): boolean {
  return kind === 'range' && episode >= (start ?? 1) && (end === null || episode <= end)
}

function latest(ranges: readonly AnimeEpisodeMapping[]): AnimeEpisodeMapping | null {
  return ranges.reduce<AnimeEpisodeMapping | null>(
    (best, range) => (best && (best.start ?? 1) >= (range.start ?? 1) ? best : range),
    null,
  )
}
