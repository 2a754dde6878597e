import { sourceAreas } from '../../model/source-health.ts'
import type { FailureKind } from '../../model/source-health.ts'
import { breakerStates } from '../../model/breaker.ts'
import type { Breaker } from '../../model/breaker.ts'
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
  'reported',
] as const satisfies readonly FailureKind[]

export const FailureKindRef = enumOf('HealthFailureKind', kinds, 'Why something did not answer.', {
  connect: 'No connection: unknown name, closed port, invalid certificate.',
  timeout: 'It took longer than the source may take.',
  redirects: 'Too many redirects, or one to an address that this service does not ask.',
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
  reported: 'An app said that a link did not play.',
})

export const FailureRef = builder
  .objectRef<{ kind: FailureKind; count: number }>('HealthFailure')
  .implement({
    description: 'How often something failed in one way.',
    fields: (t) => ({
      kind: t.field({
        type: FailureKindRef,
        description: 'Why it failed.',
        resolve: ({ kind }) => kind,
      }),
      count: t.exposeInt('count', { description: 'How often it happened.' }),
    }),
  })

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

const BreakerStateRef = enumOf(
  'BreakerState',
  breakerStates,
  'Whether something that failed is asked.',
  {
    closed: 'It is asked.',
    open: 'It failed several times in a row, and is left alone for a while.',
    'half-open': 'The pause is over: the next request shows whether it answers again.',
  },
)

const BreakerRef = builder.objectRef<Breaker>('HealthBreaker').implement({
  description: 'Whether a source or tracker that failed is asked.',
  fields: (t) => ({
    state: t.field({
      type: BreakerStateRef,
      description: 'Whether it is asked.',
      resolve: ({ state }) => state,
    }),
    since: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the failures began, or when it answered again; null: it never failed.',
      resolve: ({ since }) => since,
    }),
    until: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When it is asked again; null unless open, or where a person has to connect it again.',
      resolve: ({ until }) => until,
    }),
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

const SourceHealthRef = builder.objectRef<SourceHealth>('SourceHealth').implement({
  description: 'How one source answers.',
  fields: (t) => ({
    source: t.field({
      type: SourceRef,
      description: 'Which source.',
      resolve: ({ source, name }) => ({ ...source, label: name }),
    }),
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
    buckets: t.field({
      type: [BucketRef],
      description: 'In order of time, empty ones included.',
      resolve: ({ buckets }) => [...buckets],
    }),
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
    buckets: t.field({
      type: [BucketRef],
      description: 'In order of time, empty ones included.',
      resolve: ({ buckets }) => [...buckets],
    }),
  }),
})

const ByAreaRef = builder.objectRef<SourceHealthByArea>('SourceHealthByArea').implement({
  description: 'How one source answers all that it is asked for.',
  fields: (t) => ({
    source: t.field({
      type: SourceRef,
      description: 'Which source.',
      resolve: ({ source, name }) => ({ ...source, label: name }),
    }),
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
