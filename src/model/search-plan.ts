import type { MediaQuery, Stream } from './search-result.ts'
import type { SortKey } from './vocabulary.ts'

export type DropCount = { readonly reason: string; readonly count: number }
/** Drops of one rule, by its place in the configuration. */
export type RuleDrops = { readonly path: string; readonly count: number }

/** Why a rule drops a stream, and where the configuration says so: `filters.quality.exclude[0]`. Null: nowhere. */
export type Rejection = { readonly reason: string; readonly path: string | null }

export type Drop = Rejection & {
  readonly stream: Stream
  /** The equal stream that is preferred. */
  readonly winner?: Stream
}

export type ExplainedDrop = Drop & {
  readonly step: SearchStep
  /** What a later step drops the winner for; null: nothing. */
  readonly winnerDrop: (Rejection & { readonly step: SearchStep }) | null
}

/** The survivors in order, and why the others are gone. */
export type StepResult = {
  readonly kept: readonly Stream[]
  readonly dropped: readonly Drop[]
}

export type Lead = {
  /** `note`: the next one cannot be played; `arrival`: equal in every key, so that the sources' order decides. */
  readonly by: SortKey | 'cachedFirst' | 'note' | 'arrival'
  /** Null for what no list of the configuration says. */
  readonly path: string | null
  /** What decides, of both; null where a stream does not say. */
  readonly own: string | null
  readonly other: string | null
}

export type Explanation = {
  /** Best first; `lead` is null for the last. */
  readonly kept: readonly { readonly stream: Stream; readonly lead: Lead | null }[]
  /** In the order of the steps. */
  readonly dropped: readonly ExplainedDrop[]
}

export const searchSteps = ['filter', 'dedupe', 'limit', 'requiredFields', 'maxResults'] as const
export type SearchStep = (typeof searchSteps)[number]

export type Step = (streams: readonly Stream[], query: MediaQuery) => StepResult

export type Display = { readonly name: string; readonly description: string }
