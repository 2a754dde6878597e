import { parse } from 'yaml'
import { z } from 'zod'
import { AppError } from '../core/errors.ts'
import { animeTypes } from '../model/anime.ts'
import type { KindedId } from '../model/anime.ts'

const maxId = 2 ** 31 - 1
const maxCorrections = 10_000

const id = z.number().int().min(1).max(maxId)
const slug = z.union([z.string().regex(/^[^\s,/]{1,500}$/), z.number().int()]).transform(String)
const episode = z.number().int().min(0).max(100_000)
const imdbId = z
  .string()
  .regex(/^tt\d{7,10}$/i, { error: 'must be an IMDb id such as tt0213338' })
  .transform((text) => text.toLowerCase())
const kindedId = z
  .string()
  .regex(/^(tv|movie):\d{1,10}$/, { error: 'must name its kind, such as tv:30991 or movie:11299' })
  .transform((text): KindedId => {
    const [kind, number] = text.split(':')
    return { kind: kind as KindedId['kind'], id: Number(number) }
  })

function oneOrMore<T extends z.ZodType>(value: T) {
  return z
    .union([z.array(value).max(100), value.transform((single) => [single] as z.output<T>[])])
    .transform((list) => list as z.output<T>[])
}

const entryIds = {
  anidbId: id,
  malId: id,
  anilistId: id,
  kitsuId: id,
  livechartId: id,
  anisearchId: id,
  animePlanetId: slug,
  notifyMoeId: slug,
  simklId: id,
  animecountdownId: id,
}

/** `absolute`: the episodes are counted through all seasons. */
const numbering = z
  .strictObject({
    season: z.union([episode, z.literal('absolute').transform(() => null)]),
    fromEpisode: episode.default(1),
  })
  .nullable()

const mapping = z.strictObject({
  space: z.enum(['tvdb', 'tmdb']),
  special: z.boolean().default(false),
  season: episode,
  start: episode.nullable().default(null),
  end: episode.nullable().default(null),
  offset: z.number().int().min(-100_000).max(100_000).default(0),
  pairs: z
    .array(z.strictObject({ episode, others: z.array(episode).max(50) }))
    .max(5_000)
    .default([]),
})

const correction = z.strictObject({
  find: z
    .strictObject(entryIds)
    .partial()
    .refine((ids) => Object.keys(ids).length === 1, {
      error: 'must hold one id of the entry, such as kitsuId: 1376',
    }),
  set: z.strictObject({
    ...z.strictObject(entryIds).partial().shape,
    title: z.string().min(1).max(500).optional(),
    type: z.enum(animeTypes).optional(),
    year: z.number().int().min(1_900).max(2_200).optional(),
    thetvdbId: id.nullable().optional(),
    imdbId: oneOrMore(imdbId).optional(),
    themoviedbId: oneOrMore(kindedId).optional(),
    traktId: oneOrMore(kindedId).optional(),
    numbering: z
      .strictObject({ tvdb: numbering, tmdb: numbering, imdb: numbering, trakt: numbering })
      .partial()
      .optional(),
    episodeMappings: z.array(mapping).max(500).optional(),
  }),
})

export type Correction = z.output<typeof correction>

/** JSON or YAML. Throws an AppError that names the place of a mistake. */
export function readCorrections(text: string): Correction[] {
  let content: unknown
  try {
    content = parse(text)
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    throw new AppError('BAD_REQUEST', `the file is neither JSON nor YAML: ${reason}`)
  }
  const result = z
    .array(correction, { error: 'must be a list of corrections, each with find and set' })
    .max(maxCorrections)
    .safeParse(content ?? [])
  if (result.success) return result.data
  const { path, message } = result.error.issues[0]!
  throw new AppError('BAD_REQUEST', `${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`)
}
