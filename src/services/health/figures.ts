import { unsentFailures } from '../../model/source-health.ts'
import type { FailureKind, HealthArea, HealthBucket } from '../../model/source-health.ts'

type Failures = HealthBucket['failures']

type Counts = Omit<HealthBucket, 'area' | 'subject' | 'from'>

export type HealthFigures = Counts & {
  readonly from: number
  readonly asked: number
  readonly failed: number
  readonly unasked: number
  readonly timedOut: number
  readonly deadLinks: number
}

/** Figures of one bucket, worked out once: a month of ten sources has thousands, and dashboards ask again and again. */
export type TimeFigures = {
  readonly from: number
  readonly bySubject: ReadonlyMap<HealthArea, ReadonlyMap<string, HealthFigures>>
  /** Of it and what holds it, in figures. */
  readonly size: number
}

const nobody: TimeFigures['bySubject'] = new Map()
const sizeOfMap = 2
const noCounts: Counts = {
  answered: 0,
  remembered: 0,
  failures: {},
  results: 0,
  kept: 0,
  p50: null,
  p95: null,
  p99: null,
}

/** For streams with how many of the source's links did not play. */
export function timeFigures(from: number, found: readonly HealthBucket[]): TimeFigures {
  const { asked = [], links = [] } = Object.groupBy(found, ({ area }) =>
    area === 'links' ? 'links' : 'asked',
  )
  const dead = new Map(links.map(({ subject, failures }) => [subject, failuresOf(failures)]))
  const deadOnly = links.map((link) => ({ ...link, ...noCounts, area: 'streams' as const }))
  const byArea = Map.groupBy([...deadOnly, ...asked], ({ area }) => area)
  const figures = (bucket: HealthBucket) =>
    figuresOf(from, bucket, bucket.area === 'streams' ? dead.get(bucket.subject) : 0)
  return {
    from,
    bySubject:
      byArea.size === 0
        ? nobody
        : new Map(
            [...byArea].map(([area, buckets]) => [
              area,
              new Map(buckets.map((bucket) => [bucket.subject, figures(bucket)])),
            ]),
          ),
    size: found.length + sizeOfMap * byArea.size + 1,
  }
}

export function figuresIn(
  times: readonly TimeFigures[],
  area: HealthArea,
  subject: string,
): readonly HealthFigures[] {
  return times.map(
    ({ from, bySubject }) => bySubject.get(area)?.get(subject) ?? figuresOf(from, noCounts),
  )
}

function figuresOf(from: number, counts: Counts, deadLinks = 0): HealthFigures {
  const { answered, remembered, failures, results, kept, p50, p95, p99 } = counts
  const failed = unansweredOf(counts)
  return {
    from,
    answered,
    remembered,
    failures,
    results,
    kept,
    p50,
    p95,
    p99,
    asked: answered + failed,
    failed,
    unasked: unaskedOf(counts),
    timedOut: failures.timeout ?? 0,
    deadLinks,
  }
}

export function failuresOf(failures: Failures): number {
  return Object.values(failures).reduce((sum, count) => sum + count, 0)
}

/** How often a source would have been asked, but nothing was sent. */
export function unaskedOf({ failures }: { readonly failures: Failures }): number {
  return unsentFailures.reduce((sum, kind) => sum + (failures[kind] ?? 0), 0)
}

export function unansweredOf({ failures }: { readonly failures: Failures }): number {
  return failuresOf(failures) - unaskedOf({ failures })
}

export function failureList({ failures }: { readonly failures: Failures }) {
  return Object.entries(failures)
    .map(([kind, count]) => ({ kind: kind as FailureKind, count }))
    .toSorted((a, b) => b.count - a.count)
}
