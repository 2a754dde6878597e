import { Kind } from 'graphql'
import type { GraphQLResolveInfo } from 'graphql'
import type { DropCount, RuleDrops } from '../../model/search-plan.ts'
import type { SearchFailure, SearchResponse } from '../../services/search.ts'
import type { SourceStatistic, Statistic, StepReport } from '../../services/search-statistics.ts'
import { builder } from '../builder.ts'
import { listCost } from '../cost.ts'
import { enumOf } from '../enum-of.ts'
import { FailureKindRef } from '../health/failures.ts'
import { ExplanationRef, SearchStepRef } from './explanation.ts'
import { SearchResultRef } from './result.ts'

const DropCountRef = builder.objectRef<DropCount>('DropCount').implement({
  description: 'Results that one rule dropped.',
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'The rule, such as excluded resolution.' }),
    count: t.exposeInt('count', { description: 'Number of results.' }),
  }),
})

const RuleDropsRef = builder.objectRef<RuleDrops>('RuleDrops').implement({
  description: 'Results that one line of the configuration dropped.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Its place in the configuration, such as `filters.quality.exclude[0]`.',
    }),
    count: t.exposeInt('count', { description: 'Number of results.' }),
  }),
})

const SourceStatisticRef = builder.objectRef<SourceStatistic>('SourceStatistic').implement({
  description: 'What one source answered.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'The id of the source in the configuration.' }),
    name: t.exposeString('name', { description: 'As the configuration or the source says.' }),
    status: t.expose('status', {
      type: enumOf(
        'SourceStatus',
        ['answered', 'failed', 'skipped'],
        'The outcome of a request to a source.',
        {
          answered: 'It answered.',
          failed: 'It failed or took too long.',
          skipped: 'It does not serve the type or id, so it was not asked.',
        },
      ),
      description: 'The outcome.',
    }),
    count: t.exposeInt('count', { description: 'Streams in the answer.' }),
    tookMs: t.exposeFloat('tookMs', { description: 'The duration in milliseconds.' }),
    fromCache: t.expose('fromCache', {
      type: enumOf('KeptAnswer', ['fresh', 'stale'], 'How old a cached answer may be.', {
        fresh: 'Not expired yet.',
        stale: 'Expired, but the source did not answer in time.',
      }),
      nullable: true,
      description: 'Null if the source was asked.',
    }),
    failure: t.expose('failure', {
      type: FailureKindRef,
      nullable: true,
      description: 'Why it failed; null unless it did.',
    }),
  }),
})

const StepStatisticRef = builder.objectRef<StepReport>('StepStatistic').implement({
  description: 'What one step of the pipeline dropped.',
  fields: (t) => ({
    step: t.expose('step', {
      type: SearchStepRef,
      description: 'Which step.',
    }),
    before: t.exposeInt('before', { description: 'Results that came in.' }),
    after: t.exposeInt('after', { description: 'Results that remained.' }),
    tookMs: t.exposeFloat('tookMs', { description: 'The duration in milliseconds.' }),
    dropped: t.expose('dropped', {
      type: [DropCountRef],
      description: 'Dropped results, by reason.',
    }),
    rules: t.expose('rules', {
      type: [RuleDropsRef],
      description:
        'Dropped results, by place in the configuration; without those that no place there drops.',
    }),
  }),
})

const StatisticRef = builder.objectRef<Statistic>('SearchStatistic').implement({
  description: 'One line about the search for people, and its numbers for programs.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What the line is about, for people.' }),
    description: t.exposeString('description', { description: 'One sentence for people.' }),
    source: t.expose('source', {
      type: SourceStatisticRef,
      nullable: true,
      description: 'Only for lines about a source.',
    }),
    step: t.expose('step', {
      type: StepStatisticRef,
      nullable: true,
      description: 'Only for lines about a step.',
    }),
  }),
})

const SearchErrorRef = builder.objectRef<SearchFailure>('SearchError').implement({
  description: 'A source that failed; the search goes on without it.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The name of the source.' }),
    description: t.exposeString('description', { description: 'What went wrong.' }),
    sourceId: t.exposeString('sourceId', {
      nullable: true,
      description: 'The id of the source in the configuration.',
    }),
    failure: t.expose('failure', {
      type: FailureKindRef,
      nullable: true,
      description: 'What went wrong, as a code.',
    }),
  }),
})

const SearchResponseRef = builder.objectRef<SearchResponse>('SearchResponse').implement({
  description: 'The results of a search, with statistics and errors.',
  fields: (t) => ({
    results: t.expose('results', {
      type: [SearchResultRef],
      complexity: listCost(500),
      description: 'Best first.',
    }),
    filtered: t.exposeInt('filtered', { description: 'Results dropped by requiredFields.' }),
    statistics: t.expose('statistics', {
      type: [StatisticRef],
      description: 'A line for each source and step, and one for all.',
    }),
    errors: t.expose('errors', {
      type: [SearchErrorRef],
      description: 'A line for each source that failed.',
    }),
    tookMs: t.exposeFloat('tookMs', {
      description: 'Milliseconds from the first request to the last result.',
    }),
    showStatistics: t.exposeBoolean('showStatistics', {
      description: 'Whether players show them.',
    }),
    showErrors: t.exposeBoolean('showErrors', { description: 'Whether players show them.' }),
    rememberedOrder: t.field({
      type: ['Int'],
      nullable: true,
      complexity: listCost(500),
      description:
        'Places of the results as the addon lists them: the release that the caller watched before first, links that failed last; null where they stay as they are.',
      resolve: (response, _args, ctx) => ctx.services.versions.rememberedOrder(ctx, response),
    }),
    playLinks: t.field({
      type: ['String'],
      nullable: { list: true, items: true },
      complexity: listCost(500),
      description:
        'For each result what opens it at /stremio/play/, where a play is recorded; null for those that stay as they are, and for all unless the configuration records plays in Stremio.',
      resolve: (response, _args, ctx) => ctx.services.stremioPlays.links(ctx, response),
    }),
    explanation: t.expose('explanation', {
      type: ExplanationRef,
      nullable: true,
      description: 'Null unless `explain` asks for it.',
    }),
  }),
})

builder.queryField('search', (t) =>
  t.field({
    authScopes: { public: true },
    rate: 'search',
    type: SearchResponseRef,
    description:
      'Streams for a film or an episode from every source of the configuration, filtered and sorted by its rules.',
    args: {
      type: t.arg.string({ required: true, description: 'usually movie or series' }),
      id: t.arg.string({ required: true, description: 'tt1254207, tt0903747:5:14, tmdb:603 …' }),
      requiredFields: t.arg.stringList({ description: 'fields that a result must have' }),
      format: t.arg.boolean({ description: 'fill in name and description' }),
      explain: t.arg.boolean({
        description:
          'say what became of each stream; FORBIDDEN for tokens, since rules are for the owner alone',
      }),
    },
    resolve: (_root, args, ctx, info) =>
      ctx.services.search.search(args, ctx, hasOneField(info) ? undefined : ctx.sources),
  }),
)

/** A request of one search need not share its sources' answers. */
function hasOneField({ operation }: GraphQLResolveInfo): boolean {
  const { selections } = operation.selectionSet
  return selections.length === 1 && selections[0]?.kind === Kind.FIELD
}
