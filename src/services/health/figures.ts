import { unsentFailures } from '../../model/source-health.ts'
import type { FailureKind, HealthBucket } from '../../model/source-health.ts'

type Failures = HealthBucket['failures']

/** Sums are worked out once: a month of ten sources by the hour has thousands of buckets, and dashboards ask again and again. */
export type SubjectFigures = HealthBucket & {
  readonly asked: number
  readonly failed: number
  readonly unasked: number
  readonly timedOut: number
  readonly deadLinks: number
}

export type HealthFigures = Omit<SubjectFigures, 'area' | 'subject'>

export const noFigures = {
  asked: 0,
  answered: 0,
  failed: 0,
  unasked: 0,
  timedOut: 0,
  remembered: 0,
  failures: {},
  results: 0,
  kept: 0,
  deadLinks: 0,
  p50: null,
  p95: null,
  p99: null,
}

export function figuresOf(bucket: HealthBucket): SubjectFigures {
  const { answered, failures } = bucket
  const failed = unansweredOf(bucket)
  return {
    ...bucket,
    asked: answered + failed,
    failed,
    unasked: unaskedOf(bucket),
    timedOut: failures.timeout ?? 0,
    deadLinks: 0,
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
