import { animeQueryOf, translateMediaId } from '../anime/id-translator.ts'
import type { AnimeIndex } from '../anime/index.ts'
import { findCandidates, findEntry } from '../anime/lookup.ts'
import { createKeptMappings } from '../anime/kept-mappings.ts'
import { entryIdOf, originsOf } from '../anime/mapping.ts'
import { relatedEntries } from '../anime/related.ts'
import { translateEpisode } from '../anime/translate.ts'
import { AppError } from '../core/errors.ts'
import type { ErrorCode } from '../core/errors.ts'
import type { AnimeEpisode, AnimeMapping } from '../model/anime.ts'
import { readAnimeQuery, readIdType } from '../model/anime-query.ts'
import type { AnimeQueryInput } from '../model/anime-query.ts'
import type { IdTranslator } from '../model/id-translator.ts'
import { animeSpaces } from '../model/media-id.ts'
import type { MediaId } from '../model/media-id.ts'

const maxQueries = 100

/** One answer of many: a wrong query does not fail the others. */
export type AnimeAnswer =
  | { readonly data: AnimeMapping | null }
  | { readonly error: { readonly code: ErrorCode; readonly message: string } }

type Loaded = {
  readonly index: AnimeIndex
  readonly mappingOf: ReturnType<typeof createKeptMappings>
}

/**
 * Look-ups in the anime database. Its data is put in whole with `use`: a call works on the old or on
 * the new data, never on both. All look-ups throw BAD_REQUEST on a query that cannot be one, and
 * SERVICE_UNAVAILABLE while there is no data.
 */
export function createAnimeLookups() {
  let loaded: Loaded | null = null

  function data(): Loaded {
    if (loaded) return loaded
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'The anime database has no data yet; the operator can fetch it with npm run anime:refresh.',
      { retryAfter: 60 },
    )
  }

  function use(index: AnimeIndex): void {
    loaded = { index, mappingOf: createKeptMappings(index) }
  }

  /** The entry that a query means; null where nothing matches. */
  function lookup(input: AnimeQueryInput): AnimeMapping | null {
    const query = readAnimeQuery(input)
    const { index, mappingOf } = data()
    const entry = findEntry(index, query)
    return entry < 0 ? null : mappingOf(entry)
  }

  /** The id of that entry alone. */
  function entryId(input: AnimeQueryInput): string | null {
    const query = readAnimeQuery(input)
    const { index } = data()
    const entry = findEntry(index, query)
    return entry < 0 ? null : entryIdOf(index, entry)
  }

  /** Answers in the order of the queries, at most 100. */
  function lookupMany(queries: unknown): AnimeAnswer[] {
    data()
    return readQueries(queries).map((query) => answerOf(query as AnimeQueryInput))
  }

  function answerOf(query: AnimeQueryInput): AnimeAnswer {
    try {
      return { data: lookup(query) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { error: { code: error.code, message: error.message } }
    }
  }

  /** Which list each field of the entry came from; null where nothing matches. */
  function origins(input: AnimeQueryInput): ReturnType<typeof originsOf> | null {
    const query = readAnimeQuery(input)
    const { index } = data()
    const entry = findEntry(index, query)
    return entry < 0 ? null : originsOf(index, entry)
  }

  /** Every entry that shares a show or a film with those an id may mean, in the order of seasons: all parts of a series. */
  function related(input: AnimeQueryInput): AnimeMapping[] {
    return relatedEntries(data().index, readAnimeQuery(input))
  }

  /** The same episode under another id; null where it is not known there. */
  function translate(from: AnimeQueryInput, to: unknown): AnimeEpisode | null {
    return translateEpisode(data().index, readAnimeQuery(from), readIdType(to))
  }

  /** For the search, which never waits or fails for want of anime data. */
  const idTranslator: IdTranslator = {
    translate: async (id, type, wanted) =>
      loaded ? translateMediaId(loaded.index, id, type, wanted) : [],
  }

  /** Whether an upstream id is an anime's. */
  function isAnime(id: MediaId, type: string): boolean {
    const query = animeQueryOf(id, type)
    return loaded !== null && query !== null && findCandidates(loaded.index, query).length > 0
  }

  /** The film or series of IMDb that an entry of an anime list is the whole of; null where it is a part of one, or unknown. */
  function sameTitle(id: MediaId, type: string): MediaId | null {
    const query = animeSpaces.has(id.space) ? animeQueryOf(id, type) : null
    if (loaded === null || query === null) return null
    const [entry, ...others] = relatedEntries(loaded.index, query)
    const imdb = entry?.mappings.imdbId
    if (!imdb || others.length > 0) return null
    return { raw: imdb, space: 'imdb', value: imdb, season: null, episode: null }
  }

  /** The data in use; null while there is none. */
  function current(): AnimeIndex | null {
    return loaded?.index ?? null
  }

  return {
    use,
    lookup,
    entryId,
    lookupMany,
    origins,
    related,
    translateEpisode: translate,
    idTranslator,
    isAnime,
    sameTitle,
    current,
  }
}

function readQueries(queries: unknown): readonly unknown[] {
  if (!Array.isArray(queries)) throw new AppError('BAD_REQUEST', 'queries must be a list')
  if (queries.length <= maxQueries) return queries
  throw new AppError('BAD_REQUEST', `queries may hold at most ${maxQueries} queries`)
}
