import { charactersOf } from '../../core/text-size.ts'
import { emptyMeta } from '../../model/source-meta.ts'
import type { SourceMeta } from '../../model/source-meta.ts'

const mostCharacters = 200_000

/** Of an entry with too much text, what lists show; its own answer says the rest. */
export function boundTitle(meta: SourceMeta): SourceMeta {
  if (charactersOf(meta) <= mostCharacters) return meta
  const { id, type, name, year, released, poster, posterRatio, ids, set } = meta
  const shown = { ...emptyMeta, id, type, name, year, released, poster, posterRatio, ids }
  return set ? { ...shown, set: { ...set, items: [] } } : shown
}
