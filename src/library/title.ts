import type { SourceMeta } from '../model/source-meta.ts'
import { kindOf } from './kind.ts'
import { identityOf } from './identity.ts'
import type { Identity, SameTitle } from './identity.ts'
import { folded, sortNameOf } from './names.ts'

/** A film or series of a library, with what lists are sorted and searched by worked out once. */
export type Title = {
  readonly identity: Identity
  readonly kind: 'movie' | 'series' | 'video'
  readonly meta: SourceMeta
  readonly sortName: string
  readonly folded: string
  /** Of the genres. */
  readonly foldedGenres: readonly string[]
}

export function createTitle(meta: SourceMeta, sameTitle: SameTitle): Title {
  return {
    identity: identityOf(meta, sameTitle),
    kind: kindOf(meta.type),
    meta,
    sortName: sortNameOf(meta.name),
    folded: folded(meta.name),
    foldedGenres: meta.genres.map(folded),
  }
}

export { kindOf } from './kind.ts'

/** The first knows best; what it does not say is taken from the second. */
export function fillTitle(first: Title, second: Title): Title {
  const meta = fillMeta(first.meta, second.meta)
  return meta === first.meta ? first : { ...first, meta, foldedGenres: meta.genres.map(folded) }
}

/** The same for what sources say; details win over what a catalog says when they come first. */
export function fillMeta(first: SourceMeta, second: SourceMeta): SourceMeta {
  const filled: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(first)) {
    const other = second[name as keyof SourceMeta]
    if (isAbsent(value) && !isAbsent(other)) filled[name] = other
  }
  const ids = { ...second.ids, ...first.ids }
  if (Object.keys(ids).length > Object.keys(first.ids).length) filled['ids'] = ids
  return Object.keys(filled).length === 0 ? first : { ...first, ...filled }
}

function isAbsent(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}
