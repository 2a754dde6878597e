import type { SearchStep } from './search-plan.ts'

/** `mediaServer`: a look-up of versions for apps. */
export const searchInterfaces = ['rest', 'graphql', 'mediaServer', 'stremio'] as const
export type SearchInterface = (typeof searchInterfaces)[number]

/** One search, as it is kept: what was asked and what became of it, without the results. */
export type LoggedSearch = {
  readonly at: number
  readonly interface: SearchInterface
  /** The user who asked; null: whoever knows its password, or an id of a title. */
  readonly profileId: string | null
  readonly type: string
  readonly id: string
  readonly received: number
  readonly results: number
  /** Only steps that dropped results. */
  readonly dropped: readonly { readonly step: SearchStep; readonly count: number }[]
  readonly failedSources: number
  /** From the first request to the last result. */
  readonly tookMs: number
}
