import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import { animeIdTypes } from '../../model/anime.ts'
import type { AnimeQuery } from '../../model/anime.ts'
import { readAnimeQuery } from '../../model/anime-query.ts'
import {
  AnimeEntryDocument,
  AnimeIdDocument,
  AnimeManyDocument,
  AnimeManyIdsDocument,
} from '../documents/documents.ts'
import type { AnimeFieldsFragment } from '../documents/documents.ts'
import { createKeptEnvelopes, successBody } from '../envelope.ts'
import { toAnimeData } from './anime-data.ts'
import { route } from './route.ts'
import type { Route, RouteAnswer } from './route.ts'

const path = '/api/v1/anime'
/** The data changes about once a day, and the ETag shows when a copy is out of date. */
const cacheControl = 'public, max-age=3600, stale-if-error=86400'

/** For cached answers and for cached entries, with memoryShare 1. */
const keptBytes = 16 * 2 ** 20

const nothing = successBody('OK', 'null')

type TextOf = (entry: AnimeFieldsFragment) => string

function found(version: string | null, envelope: string | Buffer): RouteAnswer {
  return { envelope, headers: { etag: `"${version}"`, 'cache-control': cacheControl } }
}

const count = z
  .string()
  .regex(/^\d{0,15}$/, { error: 'must be a whole number from 0' })
  .optional()
  // An empty value counts as missing.
  .transform((text) => (text ? Number(text) : null))

const failure = z.object({ code: z.string(), message: z.string() })

type Wrong = { readonly error: z.output<typeof failure> }

function readQuery(query: unknown): AnimeQuery | Wrong {
  try {
    return readAnimeQuery(query)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { error: { code: error.code, message: error.message } }
  }
}

function isWrong(query: AnimeQuery | Wrong): query is Wrong {
  return 'error' in query
}

function variablesOf({ idType, idValue, season, episode }: AnimeQuery) {
  return { idType, idValue: String(idValue), season, episode }
}

/** The found entries' texts, in the order of the queries. */
function listOf(queries: readonly (AnimeQuery | Wrong)[], entries: readonly string[]): RouteAnswer {
  let at = 0
  const answers = queries.map((query) =>
    isWrong(query) ? JSON.stringify(query) : `{"data":${entries[at++]}}`,
  )
  return { detail: 'OK', json: `[${answers.join(',')}]` }
}

export function createAnimeRoutes(memoryShare: number): readonly Route[] {
  const maxSize = Math.floor(keptBytes * memoryShare)
  const texts = new LRUCache<string, string>({
    maxSize,
    sizeCalculation: (text) => text.length,
  })
  function textOf(entry: AnimeFieldsFragment): string {
    const text = texts.get(entry.id) ?? JSON.stringify(toAnimeData(entry))
    texts.set(entry.id, text)
    return text
  }
  return [
    entryRoute(createKeptEnvelopes('OK', maxSize), textOf),
    manyRoute((id) => texts.get(id), textOf),
  ]
}

function entryRoute(envelopes: ReturnType<typeof createKeptEnvelopes>, textOf: TextOf): Route {
  return route({
    method: 'GET',
    path,
    summary: 'One id to its entry across the databases of anime',
    access: 'none',
    limit: 'anime',
    query: z.object({
      idType: z.enum(animeIdTypes, {
        error: `is invalid; it must be one of ${animeIdTypes.join(', ')}`,
      }),
      idValue: z.string().min(1, { error: 'must not be empty' }),
      season: count,
      episode: count,
    }),
    variables: ({ query }) => query,
    kept: {
      document: AnimeIdDocument,
      answer: ({ animeId, animeState: { version } }) => {
        const envelope = animeId === null ? nothing : envelopes.get(animeId)
        return envelope === undefined ? null : found(version, envelope)
      },
    },
    document: AnimeEntryDocument,
    answer: ({ anime, animeState: { version } }) =>
      found(version, anime === null ? nothing : envelopes.keep(anime.id, textOf(anime))),
    data: z.looseObject({}).nullable(),
  })
}

function manyRoute(knownText: (id: string) => string | undefined, textOf: TextOf): Route {
  return route({
    method: 'POST',
    path,
    summary: 'Up to 100 look-ups, answered in order; a wrong one does not fail the others',
    access: 'none',
    limit: 'anime',
    query: z.looseObject({}),
    body: z.looseObject({
      queries: z
        .array(z.unknown().transform(readQuery), { error: 'must be a list of queries' })
        .max(100, { error: 'may hold at most 100 queries' }),
    }),
    variables: ({ body }) => ({
      queries: body.queries.flatMap((query) => (isWrong(query) ? [] : variablesOf(query))),
    }),
    kept: {
      document: AnimeManyIdsDocument,
      answer: ({ animeMany }, { body }) => {
        const entries = animeMany.map(({ data }) => (data === null ? 'null' : knownText(data.id)))
        return entries.includes(undefined) ? null : listOf(body.queries, entries as string[])
      },
    },
    document: AnimeManyDocument,
    answer: ({ animeMany }, { body }) =>
      listOf(
        body.queries,
        animeMany.map(({ data }) => (data === null ? 'null' : textOf(data))),
      ),
    data: z.array(
      z.union([z.object({ data: z.looseObject({}).nullable() }), z.object({ error: failure })]),
    ),
  })
}
