import { z } from 'zod'
import {
  audioChannels,
  audioTags,
  encodes,
  qualities,
  resolutions,
  streamTypes,
  visualTags,
} from './vocabulary.ts'

const maxSources = 100
const maxRules = 500
const maxText = 2_000

const text = z.string().max(maxText)

/** Words of a closed vocabulary in any case; `Unknown` stands for results that say nothing of it. */
function oneOf(values: readonly string[]) {
  const known = new Set([...values, 'Unknown'].map((value) => value.toLowerCase()))
  return text.refine((value) => known.has(value.toLowerCase()), {
    error: `must be one of ${values.join(', ')} or Unknown`,
  })
}

function rules<T extends z.ZodType>(value: T) {
  const list = z.array(value).max(maxRules).optional()
  return z.looseObject({
    include: list.describe('rescues a result from every other filter'),
    require: list.describe('keeps only results that match one of these'),
    exclude: list.describe('drops results that match one of these'),
    prefer: list.describe('feeds sorting, best first'),
  })
}

function ranges(unit: string) {
  const range = { min: z.number().min(0).optional(), max: z.number().min(0).optional() }
  const override = z.looseObject(range).optional()
  return z
    .looseObject({ ...range, movies: override, series: override, anime: override })
    .describe(
      `${unit}; the overrides win over min and max for their kind; results that do not say it stay`,
    )
}

function matching(tolerance: string) {
  return z.looseObject({
    mode: z.enum(['off', 'exact', 'contains']),
    tolerance: z.number().min(0).max(100).optional().describe(tolerance),
  })
}

/** Lists of release groups make long expressions. */
const pattern = z.string().max(10_000)

const scoredPattern = z.union([
  pattern,
  z.looseObject({ pattern, score: z.number().optional(), name: text.optional() }),
])

const filters = z.looseObject({
  resolution: rules(oneOf(resolutions)).optional(),
  quality: rules(oneOf(qualities)).optional(),
  encode: rules(oneOf(encodes)).optional(),
  visualTag: rules(oneOf(visualTags)).optional(),
  audioTag: rules(oneOf(audioTags)).optional(),
  audioChannel: rules(oneOf(audioChannels)).optional(),
  language: rules(text).optional(),
  subtitle: rules(text).optional(),
  streamType: rules(oneOf(streamTypes)).optional(),
  releaseGroup: rules(text).optional(),
  indexer: rules(text).optional(),
  service: rules(text).optional(),
  cached: rules(z.union([z.boolean(), oneOf(['cached', 'uncached', 'true', 'false'])])).optional(),
  keyword: rules(text)
    .describe('whole words in any case, in file name, folder name and label')
    .optional(),
  regex: rules(pattern)
    .extend({ prefer: z.array(scoredPattern).max(maxRules).optional() })
    .describe("RE2's dialect, on file and folder name, case-sensitive unless it says (?i)")
    .optional(),
  size: ranges('bytes').optional(),
  bitrate: ranges('bits per second').optional(),
  seeders: ranges('seeders').optional(),
  age: ranges('hours').optional(),
  title: matching('percent of the characters that may differ').optional(),
  year: matching('years').optional(),
  episode: matching('without effect on episodes').optional(),
  expressions: z
    .looseObject({
      require: z.array(text).max(maxRules).optional(),
      exclude: z.array(text).max(maxRules).optional(),
      score: z
        .array(z.looseObject({ expression: text, score: z.number() }))
        .max(maxRules)
        .optional(),
    })
    .describe(
      'yes-or-no questions in CEL over the fields of a result, such as size > 10 * GB && "DV" in visualTags, and query.type, query.season and so on',
    )
    .optional(),
})

/** Everything that results can be sorted by. */
export const sortKeys = [
  'resolution',
  'quality',
  'encode',
  'visualTag',
  'audioTag',
  'audioChannel',
  'language',
  'subtitle',
  'streamType',
  'releaseGroup',
  'indexer',
  'service',
  'cached',
  'keyword',
  'regex',
  'size',
  'seeders',
  'age',
  'bitrate',
  'source',
  'library',
  'regexScore',
  'expressionScore',
] as const

export type SortKey = (typeof sortKeys)[number]

const criteria = z
  .array(
    z.looseObject({
      by: z.enum(sortKeys),
      direction: z
        .enum(['asc', 'desc'])
        .optional()
        .describe(
          'desc, the default, puts the best first; of age asc is the default and puts the newest first',
        ),
    }),
  )
  .max(50)

const dedupeMode = z.enum(['single', 'perService', 'perSource', 'off'])

const dedupe = z.looseObject({
  enabled: z.boolean().optional(),
  keys: z.array(z.enum(['infoHash', 'filename', 'smart'])).optional(),
  mode: z
    .looseObject({
      p2p: dedupeMode.optional(),
      cached: dedupeMode.optional(),
      uncached: dedupeMode.optional(),
      usenet: dedupeMode.optional(),
      http: dedupeMode.optional(),
    })
    .optional(),
  prefer: z
    .array(z.enum(sortKeys))
    .optional()
    .describe('what makes a winner, the most important first'),
  merge: z
    .array(
      z.enum([
        'sources',
        'seeders',
        'languages',
        'subtitles',
        'subtitleTracks',
        'size',
        'indexer',
        'parsedFile',
      ]),
    )
    .optional()
    .describe('what the winner takes over from the others'),
})

const limit = z.number().int().min(1).optional()

const limits = z.looseObject({
  total: limit,
  source: limit,
  service: limit,
  resolution: limit,
  quality: limit,
  indexer: limit,
  releaseGroup: limit,
  streamType: limit,
})

const sourceUrl = text.refine(
  (value) =>
    /^(https?|stremio):\/\//i.test(value) && URL.canParse(value.replace(/^stremio:/i, 'https:')),
  { error: 'must be the address of a manifest, such as https://addon.example/manifest.json' },
)

const stremioSource = z.looseObject({
  id: text.min(1).optional(),
  type: z.literal('stremio'),
  name: text.optional(),
  url: sourceUrl,
  enabled: z.boolean().optional(),
  timeout: z
    .number()
    .int()
    .min(100)
    .max(120_000)
    .optional()
    .describe('milliseconds for one answer'),
  resources: z.array(text).optional(),
  mediaTypes: z.array(text).optional(),
  options: z.looseObject({}).optional(),
})

/** What a stored secret is shown as. Nothing else is taken with it, so that nobody can send a hash in place of a secret. */
const secretPlaceholder = z.object({ set: z.literal(true) })

const pin = z.union(
  [z.string().regex(/^\d{4,12}$/, { error: 'must be 4 to 12 digits' }), secretPlaceholder],
  { error: 'must be text of 4 to 12 digits, or {"set":true} to keep the stored one' },
)

const avatar = z
  .string()
  .refine(
    (value) =>
      (/^https:\/\//i.test(value) && URL.canParse(value)) ||
      (/^data:image\//i.test(value) && value.length <= 140_000),
    { error: 'must be an https address or an image data URL of at most 100 KB' },
  )

const profile = {
  avatar: avatar.nullish(),
  hidden: z.boolean().optional(),
  pin: pin.nullish(),
  private: z
    .boolean()
    .optional()
    .describe(
      'whether the history is for this user and the first one alone; default: where there is a PIN or a password',
    ),
}

const mediaServer = z.looseObject({
  enabled: z.boolean().optional(),
  owner: z.looseObject({ name: text.min(1).optional(), ...profile }).optional(),
  users: z
    .array(
      z.looseObject({
        id: text.optional(),
        name: text.min(1),
        ...profile,
        password: z
          .union([z.string().min(1).max(256), secretPlaceholder], {
            error: 'must be text, or {"set":true} to keep the stored one',
          })
          .nullish(),
        historyOf: text
          .nullish()
          .describe('name or id of the user whose history is shared; owner for the first'),
      }),
    )
    .max(50)
    .optional(),
  libraries: z
    .looseObject({
      order: z.array(text).optional(),
      hidden: z.array(text).optional(),
      maxItems: z.number().int().min(1).max(100_000).optional(),
    })
    .optional(),
  versions: z
    .looseObject({
      max: z.number().int().min(1).max(1_000).optional(),
      resolveOnOpen: z.boolean().optional(),
    })
    .optional(),
  proxy: z.union([z.boolean(), z.looseObject({})]).optional(),
})

const template = z
  .string()
  .max(10_000)
  .describe('in Liquid, over stream, query, service and addon, such as {{ stream.size | bytes }}')

const formatter = z.union([
  z
    .looseObject({ id: text.min(1) })
    .describe('a built-in format: default, minimal, detailed, technical or plain'),
  z.looseObject({ name: template, description: template }),
])

/** The configuration of one user. Unknown keys are kept; every part is optional, so that `{}` is valid. */
export const userDataSchema = z.looseObject({
  addonPassword: text.optional().describe('required where the instance is protected'),
  name: text.optional(),
  description: text.optional(),
  logo: text.optional(),
  parentConfig: z
    .looseObject({ uuid: text.min(1), password: z.string().min(1).max(1_000) })
    .nullish()
    .describe('a stored configuration that this one is merged over'),
  sources: z
    .array(z.discriminatedUnion('type', [stremioSource]))
    .max(maxSources)
    .optional(),
  filters: filters.optional(),
  sort: z
    .looseObject({
      global: criteria.optional(),
      movies: criteria.optional(),
      series: criteria.optional(),
      anime: criteria.optional(),
      cached: criteria.optional(),
    })
    .optional(),
  dedupe: dedupe.optional(),
  limits: limits.optional(),
  formatter: formatter.optional(),
  statistics: z.boolean().optional(),
  hideErrors: z.boolean().optional(),
  mediaServer: mediaServer.optional(),
  trackers: z
    .array(
      z.looseObject({
        id: text.optional(),
        type: text.min(1),
        user: text.optional(),
        enabled: z.boolean().optional(),
      }),
    )
    .max(50)
    .optional(),
})

/** A configuration as its owner wrote it: no defaults filled in. */
export type UserData = z.output<typeof userDataSchema>
export type SourceSettings = NonNullable<UserData['sources']>[number]
export type FilterSettings = NonNullable<UserData['filters']>
export type SortSettings = NonNullable<UserData['sort']>
export type DedupeSettings = NonNullable<UserData['dedupe']>
export type LimitSettings = NonNullable<UserData['limits']>
export type FormatterSettings = NonNullable<UserData['formatter']>
