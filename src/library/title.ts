import type { SourceMeta } from '../model/source-meta.ts'
import type { Season } from './episodes.ts'
import { kindOf } from './kind.ts'
import { identityOf } from './identity.ts'
import type { Identity, SameTitle } from './identity.ts'
import { folded } from '../core/folded-text.ts'
import { sortNameOfFolded } from './names.ts'

/** With the keys that lists sort and search by, computed once. */
export type Title = {
  readonly identity: Identity
  readonly kind: 'movie' | 'series' | 'video'
  readonly meta: SourceMeta
  readonly sortName: string
  readonly folded: string
  readonly foldedGenres: readonly string[]
}

export type Details = { readonly meta: SourceMeta; readonly seasons: readonly Season[] }

export function createTitle(meta: SourceMeta, sameTitle: SameTitle): Title {
  const name = folded(meta.name)
  return {
    identity: identityOf(meta, sameTitle),
    kind: kindOf(meta.type),
    meta,
    sortName: sortNameOfFolded(name),
    folded: name,
    foldedGenres: meta.genres.map(folded),
  }
}

/** The second fills what the first does not say. */
export function fillTitle(first: Title, second: Title): Title {
  const meta = fillMeta(first.meta, second.meta)
  return meta === first.meta ? first : { ...first, meta, foldedGenres: meta.genres.map(folded) }
}

export function fillMeta(first: SourceMeta, second: SourceMeta): SourceMeta {
  const filled: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(first)) {
    const other = second[name as keyof SourceMeta]
    if (isAbsent(value) && !isAbsent(other)) filled[name] = other
  }
  const ids = { ...second.ids, ...first.ids }
  if (Object.keys(ids).length > Object.keys(first.ids).length) filled['ids'] = ids
  for (const name of ['sets', 'links', 'hasScheduledVideos'] as const) {
    if (!first[name] && second[name]) filled[name] = second[name]
  }
  return Object.keys(filled).length === 0 ? first : { ...first, ...filled }
}

function isAbsent(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

export function unique(titles: readonly Title[]): readonly Title[] {
  return [...new Map(titles.map((title) => [title.identity.text, title])).values()]
}

/** The first of each list, then the second of each; each title once. */
export function interleaved(lists: readonly (readonly Title[])[]): readonly Title[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const mixed: Title[] = []
  for (let place = 0; place < longest; place++) {
    for (const list of lists) {
      const title = list[place]
      if (title) mixed.push(title)
    }
  }
  return unique(mixed)
}
