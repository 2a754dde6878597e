import type { ParsedFile } from '../../model/parsed-file.ts'
import type { SearchResult } from '../../model/search-result.ts'
import type { SubtitleTrack } from '../../model/source.ts'
import type { DropCount } from '../../model/search-plan.ts'
import type { SearchFailure, SearchResponse } from '../../services/search.ts'
import type { SourceStatistic, Statistic, StepReport } from '../../services/search-statistics.ts'
import { builder } from '../builder.ts'
import { listCost } from '../cost.ts'

const ParsedFileRef = builder.objectRef<ParsedFile>('ParsedFile').implement({
  description: 'What the release name says.',
  fields: (t) => ({
    title: t.exposeString('title', { nullable: true }),
    year: t.exposeInt('year', { nullable: true }),
    seasons: t.exposeIntList('seasons'),
    episodes: t.exposeIntList('episodes'),
    date: t.exposeString('date', { nullable: true, description: 'YYYY-MM-DD, of daily shows' }),
    resolution: t.exposeString('resolution', { nullable: true }),
    quality: t.exposeString('quality', { nullable: true }),
    encode: t.exposeString('encode', { nullable: true }),
    visualTags: t.exposeStringList('visualTags'),
    audioTags: t.exposeStringList('audioTags'),
    audioChannels: t.exposeStringList('audioChannels'),
    languages: t.exposeStringList('languages'),
    subtitles: t.exposeStringList('subtitles'),
    releaseGroup: t.exposeString('releaseGroup', { nullable: true }),
    container: t.exposeString('container', { nullable: true }),
    network: t.exposeString('network', { nullable: true }),
    edition: t.exposeString('edition', { nullable: true }),
    flags: t.exposeStringList('flags'),
  }),
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
  fields: (t) => ({
    infoHash: t.exposeString('infoHash', { nullable: true }),
    fileIdx: t.exposeInt('fileIdx', { nullable: true }),
    sources: t.exposeStringList('sources', { description: 'trackers and DHT nodes' }),
    url: t.exposeString('url', { nullable: true }),
    nzbUrl: t.exposeString('nzbUrl', { nullable: true }),
    ytId: t.exposeString('ytId', { nullable: true }),
    externalUrl: t.exposeString('externalUrl', { nullable: true }),
    filename: t.exposeString('filename', { nullable: true }),
    folderName: t.exposeString('folderName', { nullable: true }),
    size: t.expose('size', { type: 'SafeInt', nullable: true, description: 'bytes' }),
    folderSize: t.expose('folderSize', { type: 'SafeInt', nullable: true, description: 'bytes' }),
    seeders: t.exposeInt('seeders', { nullable: true }),
    age: t.exposeFloat('age', { nullable: true, description: 'hours' }),
    indexer: t.exposeString('indexer', { nullable: true }),
    addon: t.exposeString('addon', { description: 'name of the source' }),
    type: t.exposeString('type', {
      description: 'debrid, usenet, http, p2p, live, youtube, external, error or statistic',
    }),
    service: t.exposeString('service', { nullable: true, description: 'such as realdebrid' }),
    cached: t.exposeBoolean('cached', { nullable: true }),
    library: t.exposeBoolean('library'),
    proxied: t.exposeBoolean('proxied'),
    message: t.exposeString('message', { nullable: true }),
    duration: t.exposeFloat('duration', { nullable: true, description: 'seconds' }),
    bitrate: t.expose('bitrate', {
      type: 'SafeInt',
      nullable: true,
      description: 'bits per second',
    }),
    languages: t.exposeStringList('languages'),
    subtitles: t.exposeStringList('subtitles'),
    subtitleTracks: t.expose('subtitleTracks', { type: [SubtitleTrackRef] }),
    videoHash: t.exposeString('videoHash', { nullable: true }),
    bingeGroup: t.exposeString('bingeGroup', { nullable: true }),
    notWebReady: t.exposeBoolean('notWebReady'),
    requestHeaders: t.expose('requestHeaders', { type: 'JSONObject', nullable: true }),
    responseHeaders: t.expose('responseHeaders', { type: 'JSONObject', nullable: true }),
    countryWhitelist: t.exposeStringList('countryWhitelist'),
    private: t.exposeBoolean('private'),
    parsedFile: t.expose('parsedFile', { type: ParsedFileRef }),
    name: t.exposeString('name', { nullable: true, description: 'display text, when formatted' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'display text, when formatted',
    }),
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
