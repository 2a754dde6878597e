import { closedBreaker } from '../../model/breaker.ts'
import type { Breaker } from '../../model/breaker.ts'
import type { User } from '../../model/household.ts'
import { subjectOf } from '../../model/source-health.ts'
import type {
  FailureKind,
  HealthArea,
  HealthBucket,
  HealthStore,
  SourceArea,
} from '../../model/source-health.ts'
import type { Source } from '../../model/source.ts'
import { sourcesOf } from '../configured-sources.ts'
import type { TrackerService } from '../trackers/service.ts'
import { refuseApiKeys, requireOwner } from '../users/access.ts'
import { createHealthBuckets, healthStarts } from './buckets.ts'
import type { HealthQuery } from './buckets.ts'
import type { HealthRecorder } from './recorder.ts'

export type HealthFigures = Omit<HealthBucket, 'area' | 'subject'> & {
  readonly deadLinks: number
}

export type SourceHealth = {
  readonly source: Source
  readonly name: string
  /** Of what was asked for, on this process. */
  readonly breaker: Breaker
  /** One for each hour or day, empty ones included. */
  readonly buckets: readonly HealthFigures[]
}

export type TrackerHealth = {
  readonly tracker: string
  readonly breaker: Breaker
  readonly buckets: readonly HealthFigures[]
}

export type HealthService = ReturnType<typeof createHealthService>

type Options = {
  readonly store: Pick<HealthStore, 'list' | 'sumHours'>
  readonly recorder: Pick<HealthRecorder, 'flush'>
  readonly client: { breakerOf(source: Source, area: SourceArea): Breaker }
  readonly trackers: Pick<TrackerService, 'breakersOf'>
  readonly now?: () => number
}

/** How sources and trackers answer. All throw FORBIDDEN for anybody but the first user, BAD_REQUEST for a wrong time. */
export function createHealthService({
  store,
  recorder,
  client,
  trackers,
  now = Date.now,
}: Options) {
  const readBuckets = createHealthBuckets(store)

  async function find(user: User, area: HealthArea, query: HealthQuery) {
    refuseApiKeys(user)
    requireOwner(user)
    const at = now()
    const starts = healthStarts(query, at)
    await recorder.flush()
    const { configuration } = user
    const listed = (of: HealthArea) =>
      readBuckets({ configuration, area: of }, query.bucket, starts, at)
    const [found, links] = await Promise.all([
      listed(area),
      area === 'streams' ? listed('links') : [],
    ])
    const ofSubject = withDeadLinks(found, links)
    return { starts, bySubject: Map.groupBy(ofSubject, ({ subject }) => subject) }
  }

  return {
    /** Figures of each enabled source, in the order of the configuration. */
    async sources(
      user: User,
      { area, ...query }: HealthQuery & { readonly area: SourceArea },
    ): Promise<readonly SourceHealth[]> {
      const { starts, bySubject } = await find(user, area, query)
      return sourcesOf(user.userData, user.configuration).map((source) => ({
        source,
        name: source.name ?? URL.parse(source.url)?.host ?? source.id,
        breaker: client.breakerOf(source, area),
        buckets: filled(bySubject.get(subjectOf(source)) ?? [], starts),
      }))
    },

    async trackers(user: User, query: HealthQuery): Promise<readonly TrackerHealth[]> {
      const { starts, bySubject } = await find(user, 'tracker', query)
      const breakers = await trackers.breakersOf(user)
      const names = new Set([...bySubject.keys(), ...breakers.keys()])
      return [...names]
        .toSorted((a, b) => (a < b ? -1 : 1))
        .map((tracker) => ({
          tracker,
          breaker: breakers.get(tracker) ?? closedBreaker,
          buckets: filled(bySubject.get(tracker) ?? [], starts),
        }))
    },
  }
}

function withDeadLinks(
  found: readonly HealthBucket[],
  links: readonly HealthBucket[],
): (HealthFigures & Pick<HealthBucket, 'subject'>)[] {
  const keyOf = ({ subject, from }: HealthBucket): string => `${from} ${subject}`
  const dead = new Map(links.map((bucket) => [keyOf(bucket), failedOf(bucket)]))
  const known = new Set(found.map(keyOf))
  const unasked = links.filter((bucket) => !known.has(keyOf(bucket)))
  return [
    ...found.map((bucket) => ({ ...bucket, deadLinks: dead.get(keyOf(bucket)) ?? 0 })),
    ...unasked.map((bucket) => ({
      ...nothing,
      subject: bucket.subject,
      from: bucket.from,
      deadLinks: failedOf(bucket),
    })),
  ]
}

export function failedOf({ failures }: Pick<HealthBucket, 'failures'>): number {
  return Object.values(failures).reduce((sum, count) => sum + count, 0)
}

export function failureList({ failures }: Pick<HealthBucket, 'failures'>) {
  return Object.entries(failures)
    .map(([kind, count]) => ({ kind: kind as FailureKind, count }))
    .toSorted((a, b) => b.count - a.count)
}

function filled(found: readonly HealthFigures[], starts: readonly number[]): HealthFigures[] {
  const known = new Map(found.map((figures) => [figures.from, figures]))
  return starts.slice(0, -1).map((from) => known.get(from) ?? { ...nothing, from })
}

const nothing = {
  answered: 0,
  remembered: 0,
  failures: {},
  results: 0,
  kept: 0,
  deadLinks: 0,
  p50: null,
  p95: null,
  p99: null,
}
