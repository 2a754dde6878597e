import type { MediaQuery, Stream } from './search-result.ts'

export type DropCount = { readonly reason: string; readonly count: number }

/** The survivors in order, and why the others are gone. */
export type StepResult = {
  readonly kept: readonly Stream[]
  readonly dropped: readonly { readonly stream: Stream; readonly reason: string }[]
}

export type Step = (streams: readonly Stream[], query: MediaQuery) => StepResult

export type Display = { readonly name: string; readonly description: string }
