import { healthAreas, spanMs } from '../../model/source-health.ts'
import type { FailureKind, HealthSpan } from '../../model/source-health.ts'
import type { Pause } from '../../model/source-client.ts'
import type { HealthFigures, SourceHealth, TrackerHealth } from '../../services/health/service.ts'
import type { Source } from '../../model/source.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'

const AreaRef = enumOf(
  'HealthArea',
  healthAreas.filter((area) => area !== 'tracker'),
  'What a source is asked for.',
)

const SpanRef = enumOf(
  'HealthBucketSize',
  Object.keys(spanMs) as HealthSpan[],
  'How much time one bucket covers, in UTC. Hours are kept for a month, days for a year.',
)

const kinds = [
  'timeout',
  'connect',
  'reset',
  'status',
  'redirects',
  'invalid',
  'too-large',
  'refused-address',
  'busy',
  'paused',
  'fault',
  'unauthorized',
  'unavailable',
  'aborted',
] as const satisfies readonly FailureKind[]

const FailureKindRef = enumOf('HealthFailureKind', kinds, 'Why something did not answer.', {
  connect: 'No connection: unknown name, closed port, invalid certificate.',
  timeout: 'It took longer than the source may take.',
  redirects: 'It sent the asker on and on.',
  'too-large': 'An answer beyond the allowed size.',
  reset: 'The connection ended before the answer did.',
  status: 'An answer whose HTTP status says no.',
  invalid: 'An answer that cannot be understood.',
  'refused-address': 'An address that this service does not ask, such as a private one.',
  busy: 'Too many servers were being asked at once.',
  paused: 'Not asked, because it failed several times in a row.',
  fault: 'A fault of this service.',
  unauthorized: 'It refused the credentials.',
  unavailable: 'It asked to try again later.',
  aborted: 'Nobody waited for the answer any more.',
})

const FailureRef = builder
  .objectRef<{ kind: FailureKind; count: number }>('HealthFailure')
  .implement({
    description: 'How often something failed in one way.',
    fields: (t) => ({
      kind: t.field({ type: FailureKindRef, resolve: ({ kind }) => kind }),
      count: t.exposeInt('count', { description: 'Times.' }),
    }),
  })

const BucketRef = builder.objectRef<HealthFigures>('HealthBucket').implement({
  description: 'Figures of one hour or day.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'Its beginning.', resolve: ({ from }) => from }),
    asked: t.int({
      description: 'Answers and failures; what the cache answered is not counted.',
      resolve: (figures) => figures.answered + failedOf(figures),
    }),
    answered: t.exposeInt('answered', { description: 'Times that it answered.' }),
    failed: t.int({ description: 'Times that it did not.', resolve: failedOf }),
    timedOut: t.int({
      description: 'Failures for want of time.',
      resolve: ({ failures }) => failures.timeout ?? 0,
    }),
    failures: t.field({
      type: [FailureRef],
      description: 'The failures by kind, the most frequent first.',
      resolve: ({ failures }) =>
        Object.entries(failures)
          .map(([kind, count]) => ({ kind: kind as FailureKind, count }))
          .toSorted((a, b) => b.count - a.count),
    }),
    remembered: t.exposeInt('remembered', {
      description: 'Times that an answer from the cache served.',
    }),
    results: t.field({
      type: 'SafeInt',
      description: 'Streams, titles or subtitles in its answers, those of the cache included.',
      resolve: ({ results }) => results,
    }),
    kept: t.field({
      type: 'SafeInt',
      description: 'Streams that were left after filters, duplicates and limits.',
      resolve: ({ kept }) => kept,
    }),
    p50: t.exposeInt('p50', { nullable: true, description: 'Median of its answers in ms.' }),
    p95: t.exposeInt('p95', { nullable: true, description: '95th percentile in ms.' }),
    p99: t.exposeInt('p99', { nullable: true, description: '99th percentile in ms.' }),
  }),
})

function failedOf({ failures }: HealthFigures): number {
  return Object.values(failures).reduce((sum, count) => sum + count, 0)
}

const PauseRef = builder.objectRef<Pause>('SourcePause').implement({
  description: 'Why a source is not asked for a while: it failed several times in a row.',
  fields: (t) => ({
    since: t.field({
      type: 'DateTime',
      description: 'When the pauses began.',
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
    id: t.exposeID('id', { description: 'As the configuration or its place in it names it.' }),
    name: t.exposeString('label', { description: 'As the configuration names it, else its host.' }),
  }),
})

const SourceHealthRef = builder.objectRef<SourceHealth>('SourceHealth').implement({
  description: 'How one source answers.',
  fields: (t) => ({
    source: t.field({
      type: SourceRef,
      description: 'Which source.',
      resolve: ({ source, name }) => ({ ...source, label: name }),
    }),
    pause: t.expose('pause', {
      type: PauseRef,
      nullable: true,
      description: 'On the node that answers; null: the source is asked.',
    }),
    buckets: t.field({
      type: [BucketRef],
      description: 'In order of time, empty ones included.',
      resolve: ({ buckets }) => [...buckets],
    }),
  }),
})

const TrackerHealthRef = builder.objectRef<TrackerHealth>('TrackerHealth').implement({
  description: 'How one tracker answers.',
  fields: (t) => ({
    tracker: t.exposeString('tracker', { description: 'Its name.' }),
    buckets: t.field({
      type: [BucketRef],
      description: 'In order of time, empty ones included.',
      resolve: ({ buckets }) => [...buckets],
    }),
  }),
})

builder.queryFields((t) => {
  const range = {
    from: t.arg({ type: 'DateTime', required: true, description: 'Its bucket is the first.' }),
    to: t.arg({ type: 'DateTime', description: 'Null: now.' }),
    bucket: t.arg({
      type: SpanRef,
      required: true,
      defaultValue: 'hour',
      description: 'How much time one bucket covers.',
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
