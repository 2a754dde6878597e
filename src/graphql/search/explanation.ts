import { searchSteps, type ExplainedDrop, type Lead } from '../../model/search-plan.ts'
import { sortKeys } from '../../model/vocabulary.ts'
import {
  selectStreams,
  type ExplainedStream,
  type SearchExplanation,
  type StreamDrop,
} from '../../services/rules/explanation.ts'
import type { RulesPreview } from '../../services/rules/service.ts'
import { builder } from '../builder.ts'
import { pageCost } from '../cost.ts'
import { enumOf } from '../enum-of.ts'
import { WarningRef } from '../user/warning.ts'
import { SearchResultRef } from './result.ts'

export const SearchStepRef = enumOf(
  'SearchStep',
  searchSteps,
  'A step of the pipeline that drops results.',
  {
    filter: 'Removes results that the filters exclude.',
    dedupe: 'Removes results that are equal to better ones.',
    limit: 'Removes results beyond the limits of the configuration.',
    requiredFields: 'Removes results that lack a field that the request requires.',
    maxResults: 'Removes results beyond the maximum of the server (`MAX_RESULTS`).',
  },
)

const rulePath = 'Of the rule in the configuration, such as `filters.quality.exclude[0]`'

const LeadRef = builder.objectRef<Lead>('StreamLead').implement({
  description: 'What puts a stream before the next one.',
  fields: (t) => ({
    by: t.expose('by', {
      type: enumOf(
        'LeadKey',
        [...sortKeys, 'cachedFirst', 'note', 'arrival'],
        'What decides between two streams.',
        {
          resolution: 'The resolution of the video.',
          quality: 'The quality of the release.',
          encode: 'The codec of the video.',
          visualTag: 'Visual tags, such as HDR.',
          audioTag: 'Audio tags, such as Atmos.',
          audioChannel: 'The audio channels.',
          language: 'The languages of the audio.',
          subtitle: 'The languages of the subtitles.',
          streamType: 'The type of the stream.',
          releaseGroup: 'The release group.',
          indexer: 'The indexer that found it.',
          service: 'The service that holds the file.',
          cached: 'Whether a service has it cached.',
          keyword: 'The preferred keywords.',
          regex: 'The preferred regular expressions.',
          size: 'The size of the file.',
          seeders: 'The number of seeders.',
          age: 'The age of the release.',
          bitrate: 'The bitrate.',
          source: 'The order of the sources.',
          library: "Whether it is in the library of the user's service.",
          regexScore: 'The score by regular expressions.',
          expressionScore: 'The score by expressions.',
          cachedFirst:
            'A service has this stream cached, and not the other; such streams come first.',
          note: 'The other is a note of its source, which cannot be played.',
          arrival: 'They are equal in every key, so that the order of the sources decides.',
        },
      ),
      description: 'The first key in which they differ.',
    }),
    path: t.exposeString('path', {
      nullable: true,
      description: 'Of the key in the configuration, such as `sort.global[2]`; null: by default.',
    }),
    own: t.exposeString('own', {
      nullable: true,
      description: 'What this stream says; null: nothing.',
    }),
    other: t.exposeString('other', {
      nullable: true,
      description: 'What the next one says; null: nothing.',
    }),
  }),
})

const WinnerDropRef = builder
  .objectRef<NonNullable<ExplainedDrop['winnerDrop']>>('WinnerDrop')
  .implement({
    description: 'What a later step dropped a preferred stream for.',
    fields: (t) => ({
      step: t.expose('step', { type: SearchStepRef, description: 'The step that dropped it.' }),
      path: t.exposeString('path', {
        nullable: true,
        description: `${rulePath}; null: no rule of it.`,
      }),
      reason: t.exposeString('reason', { description: 'The reason in a sentence for people.' }),
    }),
  })

const DropRef = builder.objectRef<StreamDrop>('StreamDrop').implement({
  description: 'What dropped a stream.',
  fields: (t) => ({
    step: t.expose('step', { type: SearchStepRef, description: 'The step that dropped it.' }),
    path: t.exposeString('path', {
      nullable: true,
      description: `${rulePath}; null: no rule of it, such as duplicates by default.`,
    }),
    reason: t.exposeString('reason', { description: 'The reason in a sentence for people.' }),
    winner: t.exposeString('winner', {
      nullable: true,
      description: 'Name of the equal stream that is preferred.',
    }),
    winnerDrop: t.expose('winnerDrop', {
      type: WinnerDropRef,
      nullable: true,
      description: 'What a later step dropped the winner for; null: it is kept, or there is none.',
    }),
  }),
})

const ExplainedStreamRef = builder.objectRef<ExplainedStream>('ExplainedStream').implement({
  description: 'What became of a stream.',
  fields: (t) => ({
    result: t.field({
      type: SearchResultRef,
      description: 'The stream itself.',
      resolve: ({ stream }) => stream,
    }),
    place: t.exposeInt('place', { nullable: true, description: 'From 1; null: dropped.' }),
    lead: t.expose('lead', {
      type: LeadRef,
      nullable: true,
      description: 'What puts it before the next one; null for the last and for dropped ones.',
    }),
    drop: t.expose('drop', {
      type: DropRef,
      nullable: true,
      description: 'What dropped it; null: it is kept.',
    }),
  }),
})

const usualFirst = 100
const mostFirst = 1_000

export const ExplanationRef = builder.objectRef<SearchExplanation>('SearchExplanation').implement({
  description: 'What became of the streams of a search.',
  fields: (t) => ({
    kept: t.int({ description: 'How many are kept.', resolve: ({ kept }) => kept.length }),
    dropped: t.int({
      description: 'How many are dropped.',
      resolve: ({ dropped }) => dropped.length,
    }),
    held: t.exposeID('held', {
      nullable: true,
      description:
        'Names the streams to `previewRules` for some minutes; null where there are too many, or no stored configuration.',
    }),
    streams: t.field({
      type: [ExplainedStreamRef],
      description: 'Kept ones in their order, then dropped ones in the order of the steps.',
      args: {
        outcome: t.arg({
          type: enumOf('StreamOutcome', ['kept', 'dropped'], 'What became of a stream.', {
            kept: 'It is in the answer.',
            dropped: 'A step removed it.',
          }),
          description: 'Lists only streams with this outcome.',
        }),
        named: t.arg.string({
          description: 'Only those whose names hold each of these words, in any case.',
        }),
        first: t.arg.int({
          description: `How many, ${usualFirst} by default, ${mostFirst} at most.`,
        }),
      },
      complexity: (args) => pageCost(args, { usual: usualFirst, most: mostFirst }),
      resolve: (explanation, { first, ...selection }) =>
        selectStreams(explanation, {
          ...selection,
          first: Math.min(first ?? usualFirst, mostFirst),
        }),
    }),
  }),
})

const PreviewRef = builder.objectRef<RulesPreview>('RulesPreview').implement({
  description: 'What rules would do that are not saved.',
  fields: (t) => ({
    explanation: t.expose('explanation', {
      type: ExplanationRef,
      nullable: true,
      description: 'Null if the rules cannot be used.',
    }),
    problems: t.expose('problems', {
      type: [WarningRef],
      description: 'Why the rules cannot be used, as saving them would say.',
    }),
    warnings: t.expose('warnings', {
      type: [WarningRef],
      description: 'What would have no effect as it is written.',
    }),
    tookMs: t.exposeFloat('tookMs', { description: 'The duration in milliseconds.' }),
  }),
})

builder.queryField('previewRules', (t) =>
  t.field({
    type: PreviewRef,
    description:
      'Tries rules on a search that was made with `explain`, or on a sample, without asking a source. NOT_FOUND if the search is not held any more; RATE_LIMIT_EXCEEDED if newer rules of the configuration are tried meanwhile.',
    authScopes: { configuration: true },
    rate: 'preview',
    // Work on thousands of streams, whatever is answered of it.
    complexity: 100_000,
    args: {
      rules: t.arg({
        type: 'SearchRules',
        required: true,
        description: 'In place of the stored filters, sort, dedupe, limits and formatter.',
      }),
      held: t.arg.id({ description: '`held` of the explanation; the sample without one.' }),
    },
    resolve: (_root, { rules, held }, { services, account, signal }) =>
      services.rules.preview(account, { rules, held }, signal),
  }),
)
