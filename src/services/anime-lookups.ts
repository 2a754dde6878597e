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

export const maxQueries = 100

/** One of many answers: an invalid query does not fail the others. */
type Answer<Data> =
  | { readonly data: Data | null }
  | { readonly error: { readonly code: ErrorCode; readonly message: string } }

export type AnimeAnswer = Answer<AnimeMapping>

type Loaded = {
  readonly index: AnimeIndex
  readonly mappingOf: ReturnType<typeof createKeptMappings>
  readonly askedIds: (string | undefined)[]
}

function attempt<Data>(
  find: (query: AnimeQueryInput) => Data | null,
  query: AnimeQueryInput,
): Answer<Data> {
  try {
    return { data: find(query) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { error: { code: error.code, message: error.message } }
  }
}

/** Each call uses one version of the data. Throws BAD_REQUEST for an invalid query, SERVICE_UNAVAILABLE without data. */
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
    const askedIds = Array.from<undefined>({ length: index.entries })
    loaded = { index, mappingOf: createKeptMappings(index), askedIds }
  }

  function lookup(input: AnimeQueryInput): AnimeMapping | null {
    const query = readAnimeQuery(input)
    const { index, mappingOf } = data()
    const entry = findEntry(index, query)
    return entry < 0 ? null : mappingOf(entry)
  }

  function entryId(input: AnimeQueryInput): string | null {
    const query = readAnimeQuery(input)
    const { index, askedIds } = data()
    const entry = findEntry(index, query)
    return entry < 0 ? null : (askedIds[entry] ??= entryIdOf(index, entry))
  }

  /** Null where nothing matches or the query is invalid. */
  function entryIds(queries: unknown): (string | null)[] {
    requireMany(queries)
    return queries.map((query) => {
      const answer = attempt(entryId, query as AnimeQueryInput)
      return 'data' in answer ? answer.data : null
    })
  }

  function lookupMany(queries: unknown): AnimeAnswer[] {
    requireMany(queries)
    return queries.map((query) => attempt(lookup, query as AnimeQueryInput))
  }

  /** Throws where no answer can be given to any of them. */
  function requireMany(queries: unknown): asserts queries is readonly unknown[] {
    data()
    if (!Array.isArray(queries)) throw new AppError('BAD_REQUEST', 'queries must be a list')
    if (queries.length <= maxQueries) return
    throw new AppError('BAD_REQUEST', `queries may hold at most ${maxQueries} queries`)
  }

  function origins(input: AnimeQueryInput): ReturnType<typeof originsOf> | null {
    const query = readAnimeQuery(input)
    const { index } = data()
    const entry = findEntry(index, query)
    return entry < 0 ? null : originsOf(index, entry)
  }

  /** All parts of the shows or films that an id may mean, in the order of seasons. */
  function related(input: AnimeQueryInput): AnimeMapping[] {
    return relatedEntries(data().index, readAnimeQuery(input))
  }

  /** Null if the episode is unknown under the other id. */
  function translate(from: AnimeQueryInput, to: unknown): AnimeEpisode | null {
    return translateEpisode(data().index, readAnimeQuery(from), readIdType(to))
  }

  /** Never waits or throws without anime data. */
  const idTranslator: IdTranslator = {
    translate: async (id, type, wanted) =>
      loaded ? translateMediaId(loaded.index, id, type, wanted) : [],
  }

  function isAnime(id: MediaId, type: string): boolean {
    const query = animeQueryOf(id, type)
    return loaded !== null && query !== null && findCandidates(loaded.index, query).length > 0
  }

  /** The IMDb title that an anime entry is the whole of; null for a part of one. */
  function sameTitle(id: MediaId, type: string): MediaId | null {
    const query = animeSpaces.has(id.space) ? animeQueryOf(id, type) : null
    if (loaded === null || query === null) return null
    const [entry, ...others] = relatedEntries(loaded.index, query)
    const imdb = entry?.mappings.imdbId
    if (!imdb || others.length > 0) return null
    return { raw: imdb, space: 'imdb', value: imdb, season: null, episode: null }
  }

  function current(): AnimeIndex | null {
    return loaded?.index ?? null
  }

  return {
    use,
    lookup,
    entryId,
    entryIds,
    lookupMany,
    requireMany,
    origins,
    related,
    translateEpisode: translate,
    idTranslator,
    isAnime,
    sameTitle,
    current,
  }
}
