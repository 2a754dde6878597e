import { closedBreaker, worstFirst } from '../../model/breaker.ts'
import type { Breaker } from '../../model/breaker.ts'
import type { User } from '../../model/household.ts'
import { sourceAreas, subjectOf } from '../../model/source-health.ts'
import type { HealthArea, HealthStore, SourceArea } from '../../model/source-health.ts'
import type { Source } from '../../model/source.ts'
import { sourcesOf } from '../configured-sources.ts'
import type { TrackerService } from '../trackers/service.ts'
import { refuseApiKeys, requireOwner } from '../users/access.ts'
import { createHealthBuckets, healthStarts } from './buckets.ts'
import type { HealthQuery } from './buckets.ts'
import { figuresIn } from './figures.ts'
import type { HealthFigures } from './figures.ts'
import type { HealthRecorder } from './recorder.ts'

export type SourceHealth = {
  readonly source: Source
  readonly name: string
  /** Of what was asked for, on this process. */
  readonly breaker: Breaker
  /** One for each hour or day, empty ones included, or one for all of the time. */
  readonly buckets: readonly HealthFigures[]
}

export type AreaHealth = Pick<SourceHealth, 'breaker' | 'buckets'> & { readonly area: SourceArea }

export type SourceHealthByArea = Pick<SourceHealth, 'source' | 'name' | 'breaker'> & {
  readonly areas: readonly AreaHealth[]
}

export type TrackerHealth = {
  readonly tracker: string
  readonly breaker: Breaker
  readonly buckets: readonly HealthFigures[]
}

export type HealthService = ReturnType<typeof createHealthService>

type Options = {
  readonly store: Pick<HealthStore, 'list' | 'sum' | 'sumHours'>
  readonly recorder: Pick<HealthRecorder, 'flush'>
  readonly client: { breakerOf(source: Source, area: SourceArea): Breaker }
  readonly trackers: Pick<TrackerService, 'breakersOf'>
  readonly memoryShare?: number
  readonly now?: () => number
}

/** How sources and trackers answer. All throw FORBIDDEN for anybody but the first user, BAD_REQUEST for a wrong time. */
export function createHealthService({
  store,
  recorder,
  client,
  trackers,
  memoryShare = 1,
  now = Date.now,
}: Options) {
  const readBuckets = createHealthBuckets(store, memoryShare)

  async function find(user: User, areas: readonly HealthArea[], query: HealthQuery) {
    refuseApiKeys(user)
    requireOwner(user)
    const at = now()
    const starts = healthStarts(query, at)
    await recorder.flush()
    const asked = {
      configuration: user.configuration,
      areas: areas.includes('streams') ? [...areas, 'links' as const] : areas,
    }
    return readBuckets(asked, query.bucket, starts, at)
  }

  return {
    /** Figures of each enabled source, in the order of the configuration. */
    async sources(
      user: User,
      { area, ...query }: HealthQuery & { readonly area: SourceArea },
    ): Promise<readonly SourceHealth[]> {
      const times = await find(user, [area], query)
      return sourcesOf(user).map((source) => ({
        source,
        name: labelOf(source),
        breaker: client.breakerOf(source, area),
        buckets: figuresIn(times, area, subjectOf(source)),
      }))
    },

    /** The same for all that each source was asked for in this time. */
    async sourcesByArea(user: User, query: HealthQuery): Promise<readonly SourceHealthByArea[]> {
      const times = await find(user, sourceAreas, query)
      return sourcesOf(user).map((source) => {
        const subject = subjectOf(source)
        const breakers = sourceAreas.map((area) => client.breakerOf(source, area))
        const areas = sourceAreas.flatMap((area, index) => {
          if (!times.some(({ bySubject }) => bySubject.get(area)?.has(subject))) return []
          return { area, breaker: breakers[index]!, buckets: figuresIn(times, area, subject) }
        })
        return {
          source,
          name: labelOf(source),
          breaker: breakers.toSorted(worstFirst)[0]!,
          areas,
        }
      })
    },

    async trackers(user: User, query: HealthQuery): Promise<readonly TrackerHealth[]> {
      const times = await find(user, ['tracker'], query)
      const breakers = await trackers.breakersOf(user)
      const asked = times.flatMap(({ bySubject }) => [...(bySubject.get('tracker')?.keys() ?? [])])
      const names = new Set([...asked, ...breakers.keys()])
      return [...names]
        .toSorted((a, b) => (a < b ? -1 : 1))
        .map((tracker) => ({
          tracker,
          breaker: breakers.get(tracker) ?? closedBreaker,
          buckets: figuresIn(times, 'tracker', tracker),
        }))
    },
  }
}

function labelOf({ id, name, url }: Source): string {
  return name ?? URL.parse(url)?.host ?? id
}
