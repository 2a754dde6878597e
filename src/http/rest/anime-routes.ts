import { z } from 'zod'
import { animeIdTypes } from '../../model/anime.ts'
import { createKeptEnvelopes } from '../envelope.ts'
import { AnimeDocument, AnimeManyDocument } from '../documents/documents.ts'
import { route } from './route.ts'

const path = '/api/v1/anime'
/** The data changes about once a day, and a version that is out of date is noticed by its ETag. */
const cacheControl = 'public, max-age=3600, stale-if-error=86400'

/** Megabytes of answers, where the same come again and again. */
const envelopeOf = createKeptEnvelopes('OK', 16)

const count = z
  .string()
  .regex(/^\d{0,15}$/, { error: 'must be a whole number from 0' })
  .optional()
  // Empty is not given.
  .transform((text) => text || undefined)

const failure = z.object({ code: z.string(), message: z.string() })

export const animeRoutes = [
  route({
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
    document: AnimeDocument,
    variables: ({ query }) => ({ query }),
    answer: ({ animeJson, animeState }) => ({
      envelope: envelopeOf(animeJson),
      headers: { etag: `"${animeState.version}"`, 'cache-control': cacheControl },
    }),
    data: z.looseObject({}).nullable(),
  }),
  route({
    method: 'POST',
    path,
    summary: 'Up to 100 look-ups, answered in order; a wrong one does not fail the others',
    access: 'none',
    limit: 'anime',
    query: z.looseObject({}),
    body: z.looseObject({
      queries: z.array(z.unknown(), { error: 'must be a list of queries' }).max(100, {
        error: 'may hold at most 100 queries',
      }),
    }),
    document: AnimeManyDocument,
    variables: ({ body }) => ({ queries: body.queries }),
    answer: ({ animeManyJson }) => ({ detail: 'OK', json: animeManyJson }),
    data: z.array(
      z.union([z.object({ data: z.looseObject({}).nullable() }), z.object({ error: failure })]),
    ),
  }),
]
