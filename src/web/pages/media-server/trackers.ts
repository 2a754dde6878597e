import type { Part } from '../../data/configuration-part.ts'
import type { TrackersQuery } from '../../documents.ts'

export const trackersKey = ['trackers']

export type TrackerEntry = TrackersQuery['trackers'][number]

export type TrackerDraft = {
  readonly part: Part
  readonly saved: Part
  readonly change: (part: Part) => void
}
