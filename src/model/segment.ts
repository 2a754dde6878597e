import type { MediaId } from './media-id.ts'

export const segmentTypes = ['Intro', 'Outro', 'Recap', 'Preview'] as const

export type SegmentType = (typeof segmentTypes)[number]

export const segmentServices = ['aniskip', 'theintrodb', 'introdb'] as const

export type SegmentServiceName = (typeof segmentServices)[number]

/** What one service says of one cut of a film or an episode. */
export type SegmentMark = {
  readonly service: SegmentServiceName
  readonly type: SegmentType
  readonly startMs: number
  /** Null: to the end. */
  readonly endMs: number | null
  /** Length of the cut that it belongs to; null if the service does not say. */
  readonly lengthMs: number | null
  /** 0 to 1. */
  readonly confidence: number
}

export type Segment = {
  readonly type: SegmentType
  readonly startMs: number
  readonly endMs: number
  /** 0 to 1; the more services agree, the higher. */
  readonly confidence: number
  readonly services: readonly SegmentServiceName[]
}

/** Where a database has it; databases number episodes differently. */
type Place = Pick<MediaId, 'value' | 'season' | 'episode'>

/** A film or an episode in the databases that services know. */
export type SegmentQuestion = {
  readonly imdb: Place | null
  readonly tmdb: Place | null
  readonly mal: Place | null
  /** Null: unknown, or not to the second. */
  readonly lengthMs: number | null
}

export type SegmentSource = {
  readonly name: SegmentServiceName
  /** Equal for questions with equal answers; null for what it cannot know. */
  keyOf(question: SegmentQuestion): string | null
  /** Fails with an UpstreamError. */
  ask(question: SegmentQuestion, signal: AbortSignal): Promise<readonly SegmentMark[]>
}
