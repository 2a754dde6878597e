import { z } from 'zod'
import {
  audioChannels,
  audioTags,
  encodes,
  formatIds,
  languages,
  qualities,
  resolutions,
  services,
  streamTypes,
  visualTags,
} from './vocabulary.ts'
import { oneOf, suggested, text } from './word-schemas.ts'

const maxSources = 100
const maxRules = 500
/** More than there are words for. */
const maxKeys = 50

/** The lists of one attribute; `subject` says what their words are. */
function rules<T extends z.ZodType>(value: T, subject: string) {
  const list = z.array(value).max(maxRules).optional()
  return z
    .looseObject({
      include: list.describe(`${subject}: one of these rescues a result from every other filter`),
      require: list.describe(`${subject}: only results with one of these are kept`),
      exclude: list.describe(`${subject}: results with one of these are dropped`),
      prefer: list.describe(`${subject}, the best first, for sorting`),
    })
    .describe(`what to keep, to drop and to prefer by ${subject}`)
}

function ranges(subject: string, unit: string, example: number) {
  const range = {
    min: z
      .number()
      .min(0)
      .optional()
      .describe(`least ${subject}, in ${unit}`)
      .meta({ examples: [example] }),
    max: z
      .number()
      .min(0)
      .optional()
      .describe(`greatest ${subject}, in ${unit}`)
      .meta({ examples: [example * 20] }),
  }
  const override = (kind: string) =>
    z.looseObject(range).optional().describe(`${subject} of ${kind}, in place of the general one`)
  return z
    .looseObject({
      ...range,
      movies: override('films'),
      series: override('series'),
      anime: override('anime'),
    })
    .describe(`the ${subject} that results must have, in ${unit}; those that do not say it stay`)
}

function matching(subject: string, contains: string, tolerance: string) {
  return z
    .looseObject({
      mode: z
        .enum(['off', 'exact', 'contains'])
        .describe(`off: no check; exact: the same ${subject}; contains: ${contains}`),
      tolerance: z.number().min(0).max(100).optional().describe(tolerance),
    })
    .describe(`drops results whose name speaks of another ${subject}; those that name none stay`)
}

/** Lists of release groups make long expressions. */
const pattern = z
  .string()
  .max(10_000)
  .meta({ examples: [String.raw`\b(REMUX|FraMeSToR)\b`] })

const scoredPattern = z.union([
  pattern,
  z.looseObject({
    pattern: pattern.describe('the regular expression'),
    score: z.number().optional().describe('what a match adds to regexScore').meta({ default: 0 }),
    name: text.optional().describe('what the match is called in formats'),
  }),
])

const language = suggested([...languages, 'Unknown'])

const expression = text.meta({
  examples: ["streamType == 'p2p' && seeders == 0", 'size > 10 * GB && "DV" in visualTags'],
})

const expressions = z
  .looseObject({
    require: z
      .array(expression)
      .max(maxRules)
      .optional()
      .describe('only results for which one of these is true are kept'),
    exclude: z
      .array(expression)
      .max(maxRules)
      .optional()
      .describe('results for which one of these is true are dropped'),
    score: z
      .array(
        z.looseObject({
          expression: expression.describe('a question'),
          score: z.number().describe('what a yes adds to expressionScore'),
        }),
      )
      .max(maxRules)
      .optional()
      .describe('questions that make the expressionScore, for sorting'),
  })
  .describe(
    'yes-or-no questions in CEL over the fields of a result, such as size > 10 * GB && "DV" in visualTags, and query.type, query.season and so on',
  )

const filters = z
  .looseObject({
    resolution: rules(oneOf(resolutions), 'resolution').optional(),
    quality: rules(oneOf(qualities), 'quality').optional(),
    encode: rules(oneOf(encodes), 'encoding of the picture').optional(),
    visualTag: rules(oneOf(visualTags), 'mark of the picture').optional(),
    audioTag: rules(oneOf(audioTags), 'encoding of the sound').optional(),
    audioChannel: rules(oneOf(audioChannels), 'channels of the sound').optional(),
    language: rules(language, 'language').optional(),
    subtitle: rules(language, 'language of the subtitles').optional(),
    streamType: rules(oneOf(streamTypes), 'way of playing').optional(),
    releaseGroup: rules(text, 'release group').optional(),
    indexer: rules(text, 'indexer').optional(),
    service: rules(suggested([...services, 'Unknown']), 'service').optional(),
    cached: rules(
      z.union([z.boolean(), oneOf(['cached', 'uncached', 'true', 'false'])]),
      'whether the service has it',
    ).optional(),
    keyword: rules(text, 'keyword')
      .describe('whole words in any case, in file name, folder name and label')
      .optional(),
    regex: rules(pattern, 'regular expression')
      .extend({
        prefer: z
          .array(scoredPattern)
          .max(maxRules)
          .optional()
          .describe('regular expressions, the best first, or with a score each, for sorting'),
      })
      .describe("RE2's dialect, on file and folder name, case-sensitive unless it says (?i)")
      .optional(),
    size: ranges('size', 'bytes', 1_000_000_000).optional(),
    bitrate: ranges('bitrate', 'bits per second', 1_000_000).optional(),
    seeders: ranges('number of seeders', 'seeders', 5).optional(),
    age: ranges('age', 'hours', 24).optional(),
    title: matching(
      'title',
      'a name that holds the title as whole words',
      'percent of the characters that may differ',
    ).optional(),
    year: matching('year', 'a year before or after as well', 'years that it may be off').optional(),
    episode: matching(
      'season or episode',
      'names without a season as well',
      'without effect on episodes',
    ).optional(),
    expressions: expressions.optional(),
  })
  .describe('what to keep, to drop and to prefer')

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

const sort = z
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
    .enum(['single', 'perService', 'perSource', 'off'])
    .optional()
    .describe(
      `of equal results ${subject} one is kept in all, for each service or each source; off: all`,
    )
    .meta({ default: 'single' })
}

const dedupe = z
  .looseObject({
    enabled: z
      .boolean()
      .optional()
      .describe('whether equal results become one')
      .meta({ default: true }),
    keys: z
      .array(z.enum(['infoHash', 'filename', 'smart']))
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
      .max(maxKeys)
      .optional()
      .describe('what the winner takes over from the others; everything by default'),
  })
  .describe('how equal results become one')

function limit(subject: string) {
  return z.number().int().min(1).optional().describe(`most results ${subject}`)
}

const limits = z
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

const sourceUrl = text
  .refine(
    (value) =>
      /^(https?|stremio):\/\//i.test(value) && URL.canParse(value.replace(/^stremio:/i, 'https:')),
    { error: 'must be the address of a manifest, such as https://addon.example/manifest.json' },
  )
  .meta({
    pattern: '^([Hh][Tt][Tt][Pp][Ss]?|[Ss][Tt][Rr][Ee][Mm][Ii][Oo])://',
    examples: ['https://addon.example/manifest.json'],
  })

const stremioSource = z.looseObject({
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
    .array(suggested(['stream', 'catalog', 'meta', 'subtitles', 'watch_state']))
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

/** What a stored secret is shown as. Nothing else is taken with it, so that nobody can send a hash in place of a secret. */
const secretPlaceholder = z.object({
  set: z.literal(true).describe('keeps the secret that is stored'),
})

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
  .meta({ pattern: '^([Hh][Tt][Tt][Pp][Ss]://|[Dd][Aa][Tt][Aa]:[Ii][Mm][Aa][Gg][Ee]/)' })

const profile = {
  avatar: avatar.nullish().describe('a picture: an https address, or a data URL of up to 100 KB'),
  hidden: z
    .boolean()
    .optional()
    .describe('whether others do not see this user in lists')
    .meta({ default: false }),
  pin: pin.nullish().describe('4 to 12 digits that are asked for, or {"set": true} to keep it'),
  private: z
    .boolean()
    .optional()
    .describe(
      'whether the history is for this user and the first one alone; default: where there is a PIN or a password',
    ),
}

const user = z.looseObject({
  id: text.optional().describe('made when it is saved; leave it out for a new user'),
  name: text.min(1).describe('unlike the names of the others'),
  ...profile,
  password: z
    .union([z.string().min(1).max(256), secretPlaceholder], {
      error: 'must be text, or {"set":true} to keep the stored one',
    })
    .nullish()
    .describe('a password of their own, or {"set": true} to keep it'),
  historyOf: suggested(['owner'])
    .nullish()
    .describe('name or id of the user whose history is shared; owner for the first'),
})

const mediaServer = z
  .looseObject({
    enabled: z
      .boolean()
      .optional()
      .describe('whether apps for media servers can sign in')
      .meta({ default: true }),
    owner: z
      .looseObject({
        name: text.min(1).optional().describe('shown in apps'),
        ...profile,
      })
      .optional()
      .describe('the first user, who has the password of the configuration'),
    users: z.array(user).max(50).optional().describe('the other users of the household'),
    libraries: z
      .looseObject({
        order: z
          .array(text)
          .max(maxRules)
          .optional()
          .describe('names of libraries that come first'),
        hidden: z
          .array(text)
          .max(maxRules)
          .optional()
          .describe('names of libraries that are not shown'),
        maxItems: z
          .number()
          .int()
          .min(1)
          .max(100_000)
          .optional()
          .describe('most titles of one library')
          .meta({ default: 1_000 }),
      })
      .optional()
      .describe('catalogs of the sources, as apps show them'),
    versions: z
      .looseObject({
        max: z
          .number()
          .int()
          .min(1)
          .max(1_000)
          .optional()
          .describe('most versions of one title')
          .meta({ default: 25 }),
        resolveOnOpen: z
          .boolean()
          .optional()
          .describe(
            'whether streams are looked up when a title is opened, or only when it is played',
          )
          .meta({ default: true }),
      })
      .optional()
      .describe('streams, as apps show them'),
    proxy: z
      .union([z.boolean(), z.looseObject({})])
      .optional()
      .describe('whether the service carries every stream itself, in place of a redirect')
      .meta({ default: false }),
  })
  .describe('the configuration as a media server')

const template = z
  .string()
  .max(10_000)
  .meta({ examples: ['{{ stream.resolution }} {{ stream.size | bytes }}'] })

const templates =
  'in Liquid, over stream, query, service and addon, such as {{ stream.size | bytes }}'

const formatter = z
  .union([
    z.looseObject({
      id: text.min(1).describe('a built-in format').meta({ enum: formatIds, default: 'default' }),
    }),
    z.looseObject({
      name: template.describe(`the first line, ${templates}`),
      description: template.describe(`the lines below it, ${templates}`),
    }),
  ])
  .describe('how results are written: a built-in format, or templates of your own')

const tracker = z.looseObject({
  id: text.optional().describe('id of the source'),
  source: text.optional().describe('id or name of the source, where it has no id'),
  type: suggested(['source', 'trakt', 'simkl', 'anilist', 'myanimelist'])
    .min(1)
    .describe('source, for one whose manifest declares watch_state, or the name of a tracker'),
  user: suggested(['owner'])
    .optional()
    .describe('name of the user whose tracker it is; the first by default'),
  enabled: z.boolean().optional().describe('whether it hears anything').meta({ default: true }),
})

/** The configuration of one user. Unknown keys are kept; every part is optional, so that `{}` is valid. */
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
    mediaServer: mediaServer.optional(),
    trackers: z
      .array(tracker)
      .max(50)
      .optional()
      .describe('which sources and services hear what is watched, and by whom'),
  })
  .describe('the configuration of the Stream Aggregation Service')

/** A configuration as its owner wrote it: no defaults filled in. */
export type UserData = z.output<typeof userDataSchema>
export type SourceSettings = NonNullable<UserData['sources']>[number]
export type FilterSettings = NonNullable<UserData['filters']>
export type SortSettings = NonNullable<UserData['sort']>
export type DedupeSettings = NonNullable<UserData['dedupe']>
export type LimitSettings = NonNullable<UserData['limits']>
export type FormatterSettings = NonNullable<UserData['formatter']>
