import { z } from 'zod'
import { ownMessage } from '../../core/plain-issues.ts'
import { suggested, text } from '../word-schemas.ts'
import { maxRules } from './bounds.ts'

const catalogName = text
  .min(1)
  .meta({ examples: ['Popular', 'films/movie/top'] })
  .describe('its name, the id of a merged one, or <source id>/<type>/<catalog id>')

const merged = z.looseObject({
  id: z
    .string()
    .regex(/^[\w-]{1,60}$/, { error: ownMessage('NOT_A_CATALOG_ID') })
    .describe('a name of your choice that stays when the catalog gets another name'),
  name: text.min(1).describe('what it is called in players'),
  type: suggested(['movie', 'series', 'anime'])
    .min(1)
    .optional()
    .describe('the type it is listed under; that of its first catalog by default'),
  catalogs: z.array(catalogName).min(1).max(50).describe('the catalogs, in order'),
  mix: z
    .enum(['interleave', 'append'])
    .optional()
    .describe('interleave: one title of each in turn; append: one catalog after the other')
    .meta({ default: 'interleave' }),
})

const rule = z.looseObject({
  catalog: catalogName,
  name: text.min(1).optional().describe('what it is called instead'),
  genres: z
    .array(text.min(1))
    .max(50)
    .optional()
    .describe('a catalog of its own for each of these genres, beside the whole one'),
  shuffle: z
    .boolean()
    .optional()
    .describe('another order every day, of its first 500 titles')
    .meta({ default: false }),
  limit: z.number().int().min(1).max(10_000).optional().describe('most titles that it lists'),
})

export const catalogs = z
  .looseObject({
    order: z
      .array(catalogName)
      .max(maxRules)
      .optional()
      .describe('catalogs that come first; <source id>/* for those of a source that are not named'),
    hidden: z.array(catalogName).max(maxRules).optional().describe('catalogs that are not listed'),
    merged: z
      .array(merged)
      .max(50)
      .optional()
      .describe('several catalogs as one, each title once; they are not listed alone any more'),
    rules: z.array(rule).max(maxRules).optional().describe('what changes about single catalogs'),
    search: z
      .boolean()
      .optional()
      .describe('whether one search over all sources is offered')
      .meta({ default: true }),
    continueWatching: z
      .boolean()
      .optional()
      .describe("whether a user's own address lists what they have begun")
      .meta({ default: true }),
    nextUp: z
      .boolean()
      .optional()
      .describe("whether a user's own address lists the next episodes of their series")
      .meta({ default: true }),
    watchedMark: z
      .string()
      .max(20)
      .optional()
      .describe("put before the names of what the user has seen, at the user's own address")
      .meta({ examples: ['✓'] }),
  })
  .describe('catalogs as Stremio lists them')
