import { z } from 'zod'
import {
  audioChannels,
  audioTags,
  encodes,
  languages,
  qualities,
  resolutions,
  services,
  streamTypes,
  visualTags,
} from '../vocabulary.ts'
import { oneOf, suggested, text } from '../word-schemas.ts'
import { maxRules } from './bounds.ts'

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
    score: z
      .number()
      .optional()
      .describe('what a match adds to regexScore; by default by its place, the last one 1'),
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
      .describe('only results for which each of these is true are kept'),
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

export const filters = z
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
