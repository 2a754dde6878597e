import type { FailureKind, HealthArea } from './source-health.ts'

/** Counts over all configurations; nothing in them says whose they are. */
export type ConfigurationFigures = {
  readonly total: number
  readonly lastUsedAt: number | null
}

export type AreaFigures = {
  readonly area: HealthArea
  /** The name of a tracker; null for sources. */
  readonly tracker: string | null
  readonly answered: number
  readonly remembered: number
  readonly failures: Readonly<Partial<Record<FailureKind, number>>>
}

export type InstanceFigures = {
  configurations(): Promise<ConfigurationFigures>
  usedSince(at: number): Promise<number>
  /** Figures of whole hours since then. `trackers`: names that are counted separately. */
  areas(since: number, trackers: readonly string[]): Promise<readonly AreaFigures[]>
  /** Events that wait for a tracker, and those that were given up. */
  trackerEvents(): Promise<{ readonly waiting: number; readonly givenUp: number }>
  devices(): Promise<number>
}
