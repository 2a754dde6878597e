import { z } from 'zod'
import { dedupeKeys, dedupeMerges, dedupeModes, sortKeys } from '../vocabulary.ts'
import { maxKeys } from './bounds.ts'

function criteria(subject: string) {
  return z
    .array(
      z.looseObject({
        by: z
          .enum(sortKeys)
          .describe('an attribute, whose preferred values come first, a number or a score'),
        direction: z
          .enum(['asc', 'desc'])
          .optional()
          .describe(
            'desc, the default, puts the best first; of age asc is the default and puts the newest first',
          ),
      }),
    )
    .max(maxKeys)
    .optional()
    .describe(`the order of ${subject}, the most important first`)
    .meta({ examples: [[{ by: 'cached' }, { by: 'resolution' }, { by: 'size' }]] })
}

export const sort = z
  .looseObject({
    global: criteria('all results'),
    movies: criteria('results for films, in place of the general one'),
    series: criteria('results for series, in place of the general one'),
    anime: criteria('results for anime, in place of the general one'),
    cached: criteria('results that the service has, which then come before all others'),
  })
  .describe('the order of results')

function dedupeMode(subject: string) {
  return z
    .enum(dedupeModes)
    .optional()
    .describe(
      `of equal results ${subject} one is kept in all, for each service or each source; off: all`,
    )
    .meta({ default: 'single' })
}

export const dedupe = z
  .looseObject({
    enabled: z
      .boolean()
      .optional()
      .describe('whether equal results become one')
      .meta({ default: true }),
    keys: z
      .array(z.enum(dedupeKeys))
      .max(maxKeys)
      .optional()
      .describe(
        'by what results are equal: the torrent, the name of the file, or what both names say; none: nothing is equal',
      )
      .meta({ default: ['infoHash', 'filename', 'smart'] }),
    mode: z
      .looseObject({
        p2p: dedupeMode('over peer-to-peer'),
        cached: dedupeMode('that a service has'),
        uncached: dedupeMode('that a service does not have'),
        usenet: dedupeMode('over Usenet'),
        http: dedupeMode('with an address of their own'),
      })
      .optional()
      .describe('how many of equal results are kept, by the way of playing them'),
    prefer: z
      .array(z.enum(sortKeys))
      .max(maxKeys)
      .optional()
      .describe('what makes a winner, the most important first')
      .meta({ default: ['library', 'service', 'source', 'seeders', 'size'] }),
    merge: z
      .array(z.enum(dedupeMerges))
      .max(maxKeys)
      .optional()
      .describe('what the winner takes over from the others; everything by default'),
  })
  .describe('how equal results become one')

function limit(subject: string) {
  return z.number().int().min(1).optional().describe(`most results ${subject}`)
}

export const limits = z
  .looseObject({
    total: limit('in all').meta({ examples: [50] }),
    source: limit('of one source'),
    service: limit('of one service'),
    resolution: limit('of one resolution').meta({ examples: [15] }),
    quality: limit('of one quality'),
    indexer: limit('of one indexer'),
    releaseGroup: limit('of one release group'),
    streamType: limit('of one way of playing'),
  })
  .describe('how many results are kept, after sorting')
