import { z } from 'zod'
import { ownMessage } from '../../core/plain-issues.ts'
import { suggested, text } from '../word-schemas.ts'
import { maxKeys } from './bounds.ts'

const sourceUrl = text
  .refine(
    (value) =>
      /^(https?|stremio):\/\//i.test(value) && URL.canParse(value.replace(/^stremio:/i, 'https:')),
    { error: ownMessage('NOT_A_MANIFEST') },
  )
  .meta({
    pattern: '^([Hh][Tt][Tt][Pp][Ss]?|[Ss][Tt][Rr][Ee][Mm][Ii][Oo])://',
    examples: ['https://addon.example/manifest.json'],
  })

export const stremioSource = z.looseObject({
  id: text.min(1).optional().describe('a name of your choice that stays when the address changes'),
  type: z.literal('stremio').describe('the protocol that the source speaks'),
  name: text.optional().describe('shown in place of the name that the source gives itself'),
  url: sourceUrl.describe('address of its manifest'),
  enabled: z.boolean().optional().describe('whether it is asked').meta({ default: true }),
  timeout: z
    .number()
    .int()
    .min(100)
    .max(120_000)
    .optional()
    .describe('milliseconds for one answer')
    .meta({ examples: [5_000] }),
  resources: z
    .array(suggested(['stream', 'catalog', 'meta', 'subtitles', 'addon_catalog', 'watch_state']))
    .max(maxKeys)
    .optional()
    .describe('what it is asked for; everything that it offers by default'),
  mediaTypes: z
    .array(suggested(['movie', 'series', 'anime', 'tv', 'channel']))
    .max(maxKeys)
    .optional()
    .describe('types of media that it is asked for; all by default'),
  options: z.looseObject({}).optional().describe('kept for other programs'),
})
