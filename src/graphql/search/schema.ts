import { parsedFileFields, type ParsedFile } from '../../model/parsed-file.ts'
import { resultFields } from '../../model/result-fields.ts'
import type { SearchResult } from '../../model/search-result.ts'
import type { SubtitleTrack } from '../../model/source.ts'
import type { DropCount } from '../../model/search-plan.ts'
import type { SearchFailure, SearchResponse } from '../../services/search.ts'
import type { SourceStatistic, Statistic, StepReport } from '../../services/search-statistics.ts'
import { builder } from '../builder.ts'
import { listCost } from '../cost.ts'
import { exposedFields } from './exposed-fields.ts'

const ParsedFileRef = builder.objectRef<ParsedFile>('ParsedFile').implement({
  description: 'What the release name says.',
  fields: (t) => exposedFields(t, parsedFileFields, { Headers: 'JSONObject' }),
})

const SubtitleTrackRef = builder.objectRef<SubtitleTrack>('SubtitleTrack').implement({
  description: 'An external subtitle file that came with a stream.',
  fields: (t) => ({
    id: t.exposeString('id', { nullable: true }),
    url: t.exposeString('url'),
    lang: t.exposeString('lang', { nullable: true }),
  }),
})

export const SearchResultRef = builder.objectRef<SearchResult>('SearchResult').implement({
  description: 'One stream.',
  fields: (t) =>
    exposedFields(t, resultFields, {
      Headers: 'JSONObject',
      ParsedFile: ParsedFileRef,
      SubtitleTrack: SubtitleTrackRef,
    }),
})

const DropCountRef = builder.objectRef<DropCount>('DropCount').implement({
  fields: (t) => ({ reason: t.exposeString('reason'), count: t.exposeInt('count') }),
})

const SourceStatisticRef = builder.objectRef<SourceStatistic>('SourceStatistic').implement({
  description: 'What one source answered.',
  fields: (t) => ({
    id: t.exposeString('id'),
    name: t.exposeString('name'),
    status: t.exposeString('status', { description: 'answered, failed or skipped' }),
    count: t.exposeInt('count', { description: 'streams in the answer' }),
    tookMs: t.exposeFloat('tookMs'),
    fromCache: t.exposeString('fromCache', {
      nullable: true,
      description: 'fresh or stale where no request was made',
    }),
  }),
})

const StepStatisticRef = builder.objectRef<StepReport>('StepStatistic').implement({
  description: 'What one step of the pipeline dropped.',
  fields: (t) => ({
    step: t.exposeString('step'),
    before: t.exposeInt('before'),
    after: t.exposeInt('after'),
    tookMs: t.exposeFloat('tookMs'),
    dropped: t.expose('dropped', { type: [DropCountRef] }),
  }),
})

const StatisticRef = builder.objectRef<Statistic>('SearchStatistic').implement({
  description: 'One line about the search, for people and, in the other fields, for programs.',
  fields: (t) => ({
    title: t.exposeString('title'),
    description: t.exposeString('description'),
    source: t.expose('source', { type: SourceStatisticRef, nullable: true }),
    step: t.expose('step', { type: StepStatisticRef, nullable: true }),
  }),
})

const SearchErrorRef = builder.objectRef<SearchFailure>('SearchError').implement({
  description: 'A source that failed; the search goes on without it.',
  fields: (t) => ({
    title: t.exposeString('title'),
    description: t.exposeString('description'),
    sourceId: t.exposeString('sourceId', { nullable: true }),
  }),
})

const SearchResponseRef = builder.objectRef<SearchResponse>('SearchResponse').implement({
  fields: (t) => ({
    results: t.expose('results', { type: [SearchResultRef], complexity: listCost(500) }),
    filtered: t.exposeInt('filtered', { description: 'results dropped by requiredFields' }),
    statistics: t.expose('statistics', { type: [StatisticRef] }),
    errors: t.expose('errors', { type: [SearchErrorRef] }),
    tookMs: t.exposeFloat('tookMs'),
    showStatistics: t.exposeBoolean('showStatistics', { description: 'whether players show them' }),
    showErrors: t.exposeBoolean('showErrors', { description: 'whether players show them' }),
  }),
})

builder.queryField('search', (t) =>
  t.field({
    type: SearchResponseRef,
    description:
      'Streams for a film or an episode from every source of the configuration, filtered and sorted by it.',
    args: {
      type: t.arg.string({ required: true, description: 'usually movie or series' }),
      id: t.arg.string({ required: true, description: 'tt1254207, tt0903747:5:14, tmdb:603 …' }),
      requiredFields: t.arg.stringList({ description: 'fields that a result must have' }),
      format: t.arg.boolean({ description: 'fill name and description' }),
    },
    resolve: async (_root, args, ctx) => {
      await ctx.take('search')
      return ctx.services.search.search(
        {
          type: args.type,
          id: args.id,
          requiredFields: args.requiredFields ?? [],
          format: args.format ?? false,
        },
        ctx,
      )
    },
  }),
)
