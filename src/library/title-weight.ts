import { charactersOf } from '../core/text-size.ts'
import type { SourceMeta } from '../model/source-meta.ts'

const charactersOfOne = 2_000

/** How many usual titles take as much memory; an episode counts as one of them. */
export function weightOf(meta: SourceMeta): number {
  return 1 + Math.max(meta.videos.length, Math.floor(charactersOf(meta) / charactersOfOne))
}

export function weightOfUnread(count: number, bytes: number): number {
  return Math.max(count, Math.ceil(bytes / charactersOfOne))
}

export function weightOfAll(titles: readonly { readonly meta: SourceMeta }[]): number {
  return titles.reduce((sum, { meta }) => sum + weightOf(meta), 0)
}
