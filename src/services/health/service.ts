import { AppError } from '../../core/errors.ts'
import type { User } from '../../model/household.ts'
import { spanMs, subjectOf } from '../../model/source-health.ts'
import type {
  HealthArea,
  HealthBucket,
  HealthSpan,
  HealthStore,
} from '../../model/source-health.ts'
import type { Pause } from '../../model/source-client.ts'
import type { Source } from '../../model/source.ts'
import { sourcesOf } from '../configured-sources.ts'
import { refuseApiKeys, requireOwner } from '../users/access.ts'
import type { HealthRecorder } from './recorder.ts'

export type HealthQuery = {
  /** Epoch milliseconds. */
  readonly from: number
  /** Null: now. */
  readonly to?: number | null | undefined
  readonly bucket: HealthSpan
}

export type HealthFigures = Omit<HealthBucket, 'area' | 'subject'>

export type SourceHealth = {
  readonly source: Source
  readonly name: string
  /** Null: it is asked. */
  readonly pause: Pause | null
  /** One for each hour or day, empty ones included. */
  readonly buckets: readonly HealthFigures[]
}

export type TrackerHealth = { readonly tracker: string; readonly buckets: readonly HealthFigures[] }

export type HealthService = ReturnType<typeof createHealthService>

type Options = {
  readonly store: Pick<HealthStore, 'list'>
  readonly recorder: Pick<HealthRecorder, 'flush'>
  readonly client: { pauseOf(source: Source): Pause | null }
}

/** Hours and days are kept for a month and a year; more than that in one answer helps nobody. */
const maxBuckets = 800

/** How sources and trackers answer. All throw FORBIDDEN for anybody but the first user, BAD_REQUEST for a wrong time. */
export function createHealthService({ store, recorder, client }: Options) {
  async function find(user: User, area: HealthArea, query: HealthQuery) {
    refuseApiKeys(user)
    requireOwner(user)
    const range = rangeOf(query)
    await recorder.flush()
    const { from, to, bucket } = range
    const found = await store.list(user.configuration, area, bucket, from, to)
    return { range, bySubject: Map.groupBy(found, ({ subject }) => subject) }
  }

  return {
    /** Of each source of the configuration that is switched on, in its order. */
    async sources(
      user: User,
      { area, ...query }: HealthQuery & { readonly area: Exclude<HealthArea, 'tracker'> },
    ): Promise<readonly SourceHealth[]> {
      const { range, bySubject } = await find(user, area, query)
      return sourcesOf(user.userData, user.configuration).map((source) => ({
        source,
        name: source.name ?? URL.parse(source.url)?.host ?? source.id,
        pause: client.pauseOf(source),
        buckets: filled(bySubject.get(subjectOf(source)) ?? [], range),
      }))
    },

    /** Of each tracker that was asked in the time. */
    async trackers(user: User, query: HealthQuery): Promise<readonly TrackerHealth[]> {
      const { range, bySubject } = await find(user, 'tracker', query)
      return [...bySubject]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([tracker, buckets]) => ({ tracker, buckets: filled(buckets, range) }))
    },
  }
}

type Range = { readonly from: number; readonly to: number; readonly bucket: HealthSpan }

/** From the beginning of the first bucket. */
function rangeOf({ from: asked, to: until, bucket }: HealthQuery): Range {
  const ms = spanMs[bucket]
  const to = until ?? Date.now()
  const from = asked - (asked % ms)
  if (to <= asked) throw new AppError('BAD_REQUEST', 'to must be later than from.')
  if ((to - from) / ms > maxBuckets) {
    throw new AppError(
      'BAD_REQUEST',
      `From ${new Date(asked).toISOString()} on there are more than ${maxBuckets} buckets: ask for a shorter time${bucket === 'hour' ? ', or for days' : ''}.`,
    )
  }
  return { from, to, bucket }
}

function filled(found: readonly HealthFigures[], { from, to, bucket }: Range): HealthFigures[] {
  const known = new Map(found.map((figures) => [figures.from, figures]))
  const count = Math.ceil((to - from) / spanMs[bucket])
  return Array.from({ length: count }, (_, index) => {
    const start = from + index * spanMs[bucket]
    return known.get(start) ?? { ...nothing, from: start }
  })
}

const nothing = {
  answered: 0,
  remembered: 0,
  failures: {},
  results: 0,
  kept: 0,
  p50: null,
  p95: null,
  p99: null,
}
