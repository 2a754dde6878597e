import { sourceAreas } from '../../model/source-health.ts'
import { failureList } from '../../services/health/figures.ts'
import type { HealthFigures } from '../../services/health/figures.ts'
import type {
  AreaHealth,
  SourceHealth,
  SourceHealthByArea,
  TrackerHealth,
} from '../../services/health/service.ts'
import type { Source } from '../../model/source.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { BreakerRef } from './breaker.ts'
import { FailureRef } from './failures.ts'

export const AreaRef = enumOf('HealthArea', sourceAreas, 'What a source is asked for.', {
  streams: 'Streams of a title.',
  metadata: 'Details of a title.',
  catalogs: 'Lists of titles.',
  subtitles: 'Subtitles of a title.',
})

const SpanRef = enumOf(
  'HealthBucketSize',
  ['hour', 'day', 'all'],
  'How much time one bucket covers. Hours are kept for 32 days, days for 400.',
  {
    hour: 'One hour of UTC.',
    day: 'From midnight to midnight.',
    all: 'All of the time that is asked for, whole hours, or whole days where no hours are kept.',
  },
)

const BucketRef = builder.objectRef<HealthFigures>('HealthBucket').implement({
  description: 'Figures of one hour or day.',
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime', description: 'When it begins.' }),
    asked: t.exposeInt('asked', {
      description:
        'Requests to it, `answered` and `failed`; without what the cache answered, and without `unasked`.',
    }),
    answered: t.exposeInt('answered', { description: 'Times that it answered.' }),
    failed: t.exposeInt('failed', {
      description: 'Times that it was asked and did not answer.',
    }),
    unasked: t.exposeInt('unasked', {
      description:
        'Times that nothing was sent to it: `PAUSED`, `BUSY` and `REFUSED_ADDRESS` of `failures`.',
    }),
    timedOut: t.exposeInt('timedOut', { description: 'Requests that timed out.' }),
    failures: t.field({
      type: [FailureRef],
      description: 'Of `failed` and `unasked`, by kind, the most frequent first.',
      resolve: failureList,
    }),
    remembered: t.exposeInt('remembered', {
      description: 'Answers from the cache.',
    }),
    results: t.expose('results', {
      type: 'SafeInt',
      description: 'Streams, titles or subtitles in its answers, those of the cache included.',
    }),
    kept: t.expose('kept', {
      type: 'SafeInt',
      description: 'Streams that were left after filters, duplicates and limits.',
    }),
    deadLinks: t.exposeInt('deadLinks', {
      description:
        'Streams of the source that did not play, each counted once in half an hour; only where it was asked for streams.',
    }),
    p50: t.exposeInt('p50', { nullable: true, description: 'Median of its answers in ms.' }),
    p95: t.exposeInt('p95', { nullable: true, description: '95th percentile in ms.' }),
    p99: t.exposeInt('p99', { nullable: true, description: '99th percentile in ms.' }),
  }),
})

type Pause = { readonly since: number; readonly until: number }

const PauseRef = builder.objectRef<Pause>('SourcePause').implement({
  description: 'Why a source is not asked for a while: it failed several times in a row.',
  fields: (t) => ({
    since: t.field({
      type: 'DateTime',
      description: 'When the failures began.',
      resolve: ({ since }) => since,
    }),
    until: t.field({
      type: 'DateTime',
      description: 'When it is asked again.',
      resolve: ({ until }) => until,
    }),
  }),
})

const SourceRef = builder.objectRef<Source & { label: string }>('HealthSource').implement({
  description: 'A source of the configuration.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'As in `sourceIds` of `User`.' }),
    name: t.exposeString('label', { description: 'As the configuration names it, else its host.' }),
  }),
})

const whichSource = {
  type: SourceRef,
  description: 'Which source.',
  resolve: ({ source, name }: { readonly source: Source; readonly name: string }) => ({
    ...source,
    label: name,
  }),
}

const bucketList = {
  type: [BucketRef] as [typeof BucketRef],
  description: 'In order of time, empty ones included.',
  resolve: ({ buckets }: { readonly buckets: readonly HealthFigures[] }) => [...buckets],
}

const SourceHealthRef = builder.objectRef<SourceHealth>('SourceHealth').implement({
  description: 'How one source answers.',
  fields: (t) => ({
    source: t.field(whichSource),
    breaker: t.expose('breaker', {
      type: BreakerRef,
      description: 'For what the source was asked for, on the process that answers.',
    }),
    pause: t.field({
      type: PauseRef,
      nullable: true,
      description: 'The open `breaker`; null: the source is asked.',
      resolve: ({ breaker: { since, until } }) => (since && until ? { since, until } : null),
    }),
    buckets: t.field(bucketList),
  }),
})

const AreaHealthRef = builder.objectRef<AreaHealth>('AreaHealth').implement({
  description: 'How a source answers what it is asked for.',
  fields: (t) => ({
    area: t.expose('area', { type: AreaRef, description: 'What it was asked for.' }),
    breaker: t.expose('breaker', {
      type: BreakerRef,
      description: 'For this alone, on the process that answers.',
    }),
    buckets: t.field(bucketList),
  }),
})

const ByAreaRef = builder.objectRef<SourceHealthByArea>('SourceHealthByArea').implement({
  description: 'How one source answers all that it is asked for.',
  fields: (t) => ({
    source: t.field(whichSource),
    breaker: t.expose('breaker', {
      type: BreakerRef,
      description: 'The worst of all areas, also of those for which it was not asked in this time.',
    }),
    areas: t.field({
      type: [AreaHealthRef],
      description: 'What it was asked for in this time.',
      resolve: ({ areas }) => [...areas],
    }),
  }),
})

const TrackerHealthRef = builder.objectRef<TrackerHealth>('TrackerHealth').implement({
  description: 'How one tracker answers.',
  fields: (t) => ({
    tracker: t.exposeString('tracker', { description: 'The name of the tracker.' }),
    breaker: t.expose('breaker', {
      type: BreakerRef,
      description: 'The worst state among the connections of all users.',
    }),
    buckets: t.field(bucketList),
  }),
})

builder.queryFields((t) => {
  const range = {
    from: t.arg({ type: 'DateTime', required: true, description: 'Its bucket is the first.' }),
    to: t.arg({ type: 'DateTime', description: 'The end of the time; default: now.' }),
    bucket: t.arg({
      type: SpanRef,
      required: true,
      defaultValue: 'hour',
      description: 'How much time one bucket covers.',
    }),
    timeZone: t.arg.string({
      required: true,
      defaultValue: 'UTC',
      description:
        'Name of an IANA time zone, at whose midnight days begin; hours count where they begin. Days of which no hours are kept are those of UTC, and the first day after them is shorter.',
    }),
  }
  return {
    sourceHealth: t.field({
      authScopes: { reads: 'health' },
      type: [SourceHealthRef],
      description: 'How the sources answered; for the first user alone. At most 800 buckets.',
      args: {
        ...range,
        area: t.arg({
          type: AreaRef,
          required: true,
          defaultValue: 'streams',
          description: 'What the sources were asked for.',
        }),
      },
      resolve: async (_root, args, ctx) => [...(await ctx.services.health.sources(ctx.user, args))],
    }),
    sourceHealthByArea: t.field({
      authScopes: { reads: 'health' },
      type: [ByAreaRef],
      description:
        'How the sources answered each thing that they were asked for; for the first user alone. At most 800 buckets.',
      args: range,
      resolve: async (_root, args, ctx) => [
        ...(await ctx.services.health.sourcesByArea(ctx.user, args)),
      ],
    }),
    trackerHealth: t.field({
      authScopes: { reads: 'health' },
      type: [TrackerHealthRef],
      description: 'How the trackers answered; for the first user alone. At most 800 buckets.',
      args: range,
      resolve: async (_root, args, ctx) => [
        ...(await ctx.services.health.trackers(ctx.user, args)),
      ],
    }),
  }
})
