import { charactersIn } from '../core/text-size.ts'
import type { SourceMeta } from '../model/source-meta.ts'

const charactersOfOne = 2_000
const weights = new WeakMap<SourceMeta, number>()

/** How many usual titles take as much memory; an episode counts as one of them. */
export function weightOf(meta: SourceMeta): number {
  const known = weights.get(meta)
  if (known !== undefined) return known
  const characters = Math.floor(charactersIn(meta) / charactersOfOne)
  const weight = 1 + Math.max(meta.videos.length, characters)
  weights.set(meta, weight)
  return weight
}

export function weightOfAll(titles: readonly { readonly meta: SourceMeta }[]): number {
  return titles.reduce((sum, { meta }) => sum + weightOf(meta), 0)
}
