import type { NumberingSpace } from '../model/anime.ts'
import type { Entry } from './entry.ts'
import type { Numbering } from './sources/record.ts'

/** A claim for every season from 1. */
export const anySeason = -2

export const openEnd = 2 ** 31 - 1

const ranks = { pair: 0, range: 1, season: 2, absolute: 3, specialPair: 4 } as const

export type Claim = {
  readonly rank: number
  readonly season: number
  readonly from: number
  readonly to: number
}

export type EntryClaim = Claim & { readonly entry: number }

/** In the order of the merged list. */
export type Candidate = { readonly position: number; readonly entry: Entry }

/** The first claim that holds an episode wins. */
export function claimsOn(
  space: NumberingSpace,
  id: number | string,
  candidates: readonly Candidate[],
): EntryClaim[] {
  const numbered = candidates.map((candidate) => ({
    own: placed(candidate, ownClaims(space, id, candidate)),
    asTvdb: placed(candidate, tvdbClaims(candidate.entry)),
  }))
  const own = numbered.flatMap(({ own }) => own)
  if (space === 'tvdb' || space === 'tmdb') return own.sort(byFit)
  const asTvdb = numbered.flatMap(({ asTvdb }) => asTvdb).sort(byFit)
  if (own.length === 0) return asTvdb
  // The IMDb and Trakt lists only know where some entries begin: TVDB's numbers fill the gaps. Trakt's seasons are TVDB's;
  // IMDb may order specials differently, so there only seasons are filled.
  const standIns = numbered
    .filter(({ own }) => own.length === 0)
    .flatMap(({ asTvdb }) => (space === 'trakt' ? asTvdb : asTvdb.filter(isRegularSeason)))
  return [...[...own, ...standIns].sort(byFit), ...asTvdb]
}

function placed({ position }: Candidate, claims: readonly Claim[]): EntryClaim[] {
  return claims.map((claim) => ({ ...claim, entry: position }))
}

function isRegularSeason({ rank, season }: Claim): boolean {
  return rank === ranks.season && season >= 1
}

/** Better kind first, then later start; the sort is stable. */
function byFit(a: Claim, b: Claim): number {
  return a.rank - b.rank || b.from - a.from
}

function ownClaims(space: NumberingSpace, id: number | string, { entry }: Candidate): Claim[] {
  if (space === 'tvdb') return tvdbClaims(entry)
  if (space === 'tmdb') {
    const show = entry.tmdbShow
    return show?.value === id ? spaceClaims(entry, 'tmdb', show.numbering?.value ?? null) : []
  }
  if (space === 'imdb') {
    const numbering = entry.imdbNumbering?.value
    return numbering?.id === id ? seasonClaims(numbering) : []
  }
  const numbering = entry.traktShow?.id === id ? traktNumbering(entry) : null
  return numbering ? seasonClaims(numbering) : []
}

function tvdbClaims(entry: Entry): Claim[] {
  return entry.tvdb ? spaceClaims(entry, 'tvdb', entry.tvdb.numbering?.value ?? null) : []
}

/** AniTrakt names only the season; within it Trakt counts as TVDB or TMDB do, where they have the same season. */
export function traktNumbering({ traktShow, tvdb, tmdbShow }: Entry): Numbering | null {
  if (!traktShow) return null
  const { season, fromEpisode } = traktShow
  if (fromEpisode !== undefined) return { season: season.value, fromEpisode }
  const same = [tvdb, tmdbShow].find((show) => show?.numbering?.value.season === season.value)
  return same?.numbering?.value ?? { season: season.value, fromEpisode: 1 }
}

function seasonClaims({ season, fromEpisode }: Numbering): Claim[] {
  return season === null
    ? [{ rank: ranks.absolute, season: anySeason, from: 1, to: openEnd }]
    : [{ rank: ranks.season, season, from: fromEpisode, to: openEnd }]
}

function spaceClaims(entry: Entry, space: 'tvdb' | 'tmdb', numbering: Numbering | null): Claim[] {
  const claims = numbering ? seasonClaims(numbering) : []
  for (const mapping of entry.episodeMappings) {
    const { season, special } = mapping
    if (mapping.space !== space || season === null) continue
    if (mapping.kind === 'range') {
      const { start, end, offset } = mapping
      const to = end === null ? openEnd : end + offset
      const rank = special ? ranks.specialPair : ranks.range
      claims.push({ rank, season, from: (start ?? 1) + offset, to })
    }
    for (const other of mapping.pairs.flatMap(({ others }) => others)) {
      const rank = special ? ranks.specialPair : ranks.pair
      claims.push({ rank, season, from: other, to: other })
    }
  }
  return claims
}
