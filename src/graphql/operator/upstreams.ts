import type { AreaFigures } from '../../model/instance-figures.ts'
import type { OperatorService } from '../../services/operator/service.ts'
import { sourceAreas } from '../../model/source-health.ts'
import { failureList, unansweredOf, unaskedOf } from '../../services/health/figures.ts'
import { builder } from '../builder.ts'
import { enumOf } from '../enum-of.ts'
import { FailureRef } from '../health/failures.ts'

type Limit = ReturnType<OperatorService['limits']>[number]
type TrackerEvents = Awaited<ReturnType<OperatorService['trackerEvents']>>

const UpstreamAreaRef = enumOf(
  'UpstreamArea',
  [...sourceAreas, 'tracker', 'links'] as const,
  'What an upstream is asked for.',
  {
    streams: 'Streams of a title.',
    metadata: 'Details of a title.',
    catalogs: 'Lists of titles.',
    subtitles: 'Subtitles of a title.',
    tracker: 'Reading or sending what was watched.',
    links: 'Links of streams.',
  },
)

export const UpstreamRef = builder.objectRef<AreaFigures>('UpstreamFigures').implement({
  description: 'How one kind of upstream answered, over all configurations.',
  fields: (t) => ({
    area: t.expose('area', { type: UpstreamAreaRef, description: 'What was asked for.' }),
    tracker: t.exposeString('tracker', {
      nullable: true,
      description: 'A tracker that the service itself speaks to, such as Trakt; null: sources.',
    }),
    answered: t.exposeInt('answered', { description: 'Requests that were answered.' }),
    remembered: t.exposeInt('remembered', {
      description: 'Answers from the cache.',
    }),
    failed: t.int({
      description: 'Requests that were sent and failed.',
      resolve: unansweredOf,
    }),
    unasked: t.int({
      description: 'Times that nothing was sent, as `unasked` of `HealthBucket`.',
      resolve: unaskedOf,
    }),
    failures: t.field({
      type: [FailureRef],
      description: 'Of `failed` and `unasked`, by kind, the most frequent first.',
      resolve: failureList,
    }),
  }),
})

export const LimitRef = builder.objectRef<Limit>('RateLimitFigures').implement({
  description: 'A limit, and how often it refused.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What is limited, such as search or sign-in.' }),
    points: t.int({
      nullable: true,
      description: 'How many are allowed in one window; null: any number.',
      resolve: ({ limit }) => limit?.points ?? null,
    }),
    windowMs: t.int({
      nullable: true,
      description: 'Length of a window; null: there is no limit.',
      resolve: ({ limit }) => limit?.windowMs ?? null,
    }),
    refused: t.exposeInt('refused', { description: 'Since the process was started.' }),
  }),
})

export const TrackerEventsRef = builder.objectRef<TrackerEvents>('TrackerEventCounts').implement({
  description: 'Events for trackers, of all configurations.',
  fields: (t) => ({
    waiting: t.exposeInt('waiting', { description: 'Not accepted yet; tried again.' }),
    givenUp: t.exposeInt('givenUp', { description: 'Refused for good, and kept to be shown.' }),
  }),
})
