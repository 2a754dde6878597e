import { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import { jsonBytes } from '../../core/json.ts'
import { animeIdTypes } from '../../model/anime.ts'
import type { AnimeQuery } from '../../model/anime.ts'
import { readAnimeQuery } from '../../model/anime-query.ts'
import {
  AnimeEntryDocument,
  AnimeIdDocument,
  AnimeIdsDocument,
  AnimeManyDocument,
} from '../documents/documents.ts'
import { createKeptEnvelopes, successBody, successListBody } from '../envelope.ts'
import { createAnimeAnswers } from './anime-answers.ts'
import { toAnimeData } from './anime-data.ts'
import { route } from './route.ts'
import type { Route, RouteAnswer } from './route.ts'

const path = '/api/v1/anime'
/** The data changes about once a day, and the ETag shows when a copy is out of date. */
const cacheControl = 'public, max-age=3600, stale-if-error=86400'

/** For the cached answers of each route, with memoryShare 1. */
const keptBytes = 16 * 2 ** 20

const nothing = successBody('OK', 'null')

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
type Valid = Omit<AnimeQuery, 'idValue'> & { readonly idValue: string }
type Read = Valid | Wrong

function readQuery(input: unknown): Read {
  try {
    const { idType, idValue, season, episode } = readAnimeQuery(input)
    return { idType, idValue: String(idValue), season, episode }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { error: { code: error.code, message: error.message } }
  }
}

function isValid(query: Read): query is Valid {
  return 'idType' in query
}

/** The answers for the valid queries among the queries of the other ones. */
function listOf(queries: readonly Read[], answers: readonly Buffer[]): RouteAnswer {
  let at = 0
  const all = queries.map((query) => (isValid(query) ? answers[at++]! : jsonBytes(query)))
  return { envelope: successListBody('OK', all) }
}

export function createAnimeRoutes(memoryShare: number): readonly Route[] {
  const maxSize = Math.floor(keptBytes * memoryShare)
  return [entryRoute(createKeptEnvelopes('OK', maxSize)), manyRoute(createAnimeAnswers(maxSize))]
}

function entryRoute(envelopes: ReturnType<typeof createKeptEnvelopes>): Route {
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
      found(
        version,
        anime === null ? nothing : envelopes.keep(anime.id, JSON.stringify(toAnimeData(anime))),
      ),
    data: z.looseObject({}).nullable(),
  })
}

function manyRoute(answers: ReturnType<typeof createAnimeAnswers>): Route {
  return route({
    method: 'POST',
    path,
    summary: 'Up to 100 look-ups, answered in order; a wrong one does not fail the others',
    access: 'none',
    limit: 'anime',
    query: z.looseObject({}),
    body: z.looseObject({
      queries: z
        .array(z.unknown(), { error: 'must be a list of queries' })
        .max(100, { error: 'may hold at most 100 queries' })
        .transform((queries) => queries.map(readQuery)),
    }),
    variables: ({ body }) => ({ queries: body.queries.filter(isValid) }),
    kept: {
      document: AnimeIdsDocument,
      answer: ({ animeIds }, { body }) => {
        const known = animeIds.map((id) => answers.get(id))
        return known.includes(undefined) ? null : listOf(body.queries, known as Buffer[])
      },
    },
    document: AnimeManyDocument,
    answer: ({ animeMany }, { body }) =>
      listOf(
        body.queries,
        animeMany.map(({ data }) => answers.keep(data)),
      ),
    data: z.array(
      z.union([z.object({ data: z.looseObject({}).nullable() }), z.object({ error: failure })]),
    ),
  })
}
