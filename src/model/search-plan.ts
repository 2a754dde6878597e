import type { MediaQuery, Stream } from './search-result.ts'

/** How many streams one step dropped for one reason. */
export type DropCount = { readonly reason: string; readonly count: number }

/** What a step gives back: the survivors in order, and why the others are gone. */
export type StepResult = {
  readonly kept: readonly Stream[]
  readonly dropped: readonly { readonly stream: Stream; readonly reason: string }[]
}

/** A pure step of the pipeline, made once per configuration and reused for every search. */
export type Step = (streams: readonly Stream[], query: MediaQuery) => StepResult

/** Display text of one result. */
export type Display = { readonly name: string; readonly description: string }
