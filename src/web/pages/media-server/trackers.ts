import type { TrackersQuery } from '../../documents.ts'

export const trackersKey = ['trackers']

export type TrackerEntry = TrackersQuery['trackers'][number]
