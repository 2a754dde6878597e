import type { SourceMeta } from './source-meta.ts'
import type { SubtitleTrack } from './source.ts'

export type AddonTitle = SourceMeta & {
  /** The film, or the episode that opens at once; null: the player chooses. */
  readonly defaultVideoId: string | null
}

export type AddonResource = {
  readonly name: string
  readonly types: readonly string[]
  readonly idPrefixes: readonly string[] | null
}

export type AddonCatalog = {
  readonly type: string
  readonly id: string
  readonly name: string
  readonly genres: readonly string[]
  readonly genreRequired: boolean
  readonly isSearch: boolean
}

export type AddonPage = {
  readonly titles: readonly AddonTitle[]
  /** Seconds for which it stays as it is; 0: it may change at any time. */
  readonly freshSeconds: number
}

export type AddonSubtitles = Pick<AddonPage, 'freshSeconds'> & {
  readonly tracks: readonly SubtitleTrack[]
}

/** Titles in the longest page, that of a search. */
export const searchPageMost = 200
