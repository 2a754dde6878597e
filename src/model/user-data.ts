import { z } from 'zod'
import { catalogs } from './user-data/catalogs.ts'
import { filters } from './user-data/filters.ts'
import { formatter } from './user-data/formatter.ts'
import { mediaServer } from './user-data/media-server.ts'
import { dedupe, limits, sort } from './user-data/ordering.ts'
import { stremioSource } from './user-data/sources.ts'
import { stremio } from './user-data/stremio.ts'
import { nativeTrackerNames } from './tracker-names.ts'
import { suggested, text } from './word-schemas.ts'

export const maxSources = 100

const tracker = z.looseObject({
  id: text.optional().describe('id of the source'),
  source: text.optional().describe('id or name of the source, where it has no id'),
  type: suggested(['source', ...nativeTrackerNames])
    .min(1)
    .describe('source, for one whose manifest declares watch_state, or the name of a tracker'),
  user: suggested(['owner'])
    .optional()
    .describe('name of the user whose tracker it is; the first by default'),
  enabled: z.boolean().optional().describe('whether it hears anything').meta({ default: true }),
})

/** Unknown keys are kept; every part is optional, so `{}` is valid. */
export const userDataSchema = z
  .looseObject({
    $schema: text.optional().describe('address of this description, for editors'),
    addonPassword: text.optional().describe('required where the instance is protected'),
    name: text.optional().describe('what the configuration is called in Stremio and in apps'),
    description: text.optional().describe('a line about it'),
    logo: text.optional().describe('address of a picture for it'),
    parentConfig: z
      .looseObject({
        uuid: text.min(1).describe('UUID or alias of the parent'),
        password: z.string().min(1).max(1_000).describe('its password, or its encrypted password'),
      })
      .nullish()
      .describe('a stored configuration that this one is merged over'),
    sources: z
      .array(z.discriminatedUnion('type', [stremioSource]))
      .max(maxSources)
      .optional()
      .describe('where streams, catalogs and subtitles come from'),
    filters: filters.optional(),
    sort: sort.optional(),
    dedupe: dedupe.optional(),
    limits: limits.optional(),
    formatter: formatter.optional(),
    statistics: z
      .boolean()
      .optional()
      .describe('whether players show what each source and step did')
      .meta({ default: false }),
    hideErrors: z
      .boolean()
      .optional()
      .describe('whether players do not show the failures of sources')
      .meta({ default: false }),
    searchLog: z
      .boolean()
      .optional()
      .describe('whether the last searches are kept, with who asked and what each step dropped')
      .meta({ default: false }),
    catalogs: catalogs.optional(),
    stremio: stremio.optional(),
    mediaServer: mediaServer.optional(),
    trackers: z
      .array(tracker)
      .max(50)
      .optional()
      .describe('which sources and services hear what is watched, and by whom'),
  })
  .describe('the configuration of the Stream Aggregation Service')

export type UserData = z.output<typeof userDataSchema>
export type SourceSettings = NonNullable<UserData['sources']>[number]
export type CatalogSettings = NonNullable<UserData['catalogs']>
export type FilterSettings = NonNullable<UserData['filters']>
export type SortSettings = NonNullable<UserData['sort']>
export type DedupeSettings = NonNullable<UserData['dedupe']>
export type LimitSettings = NonNullable<UserData['limits']>
export type FormatterSettings = NonNullable<UserData['formatter']>
