import { withoutAccents } from '../core/folded-text.ts'
import { emptyMeta } from '../model/source-meta.ts'
import type { SetItem, SourceMeta, SourceSet } from '../model/source-meta.ts'

/** `key`: equal wherever sources mean the same set. */
export type TitleSet = SourceSet & { readonly key: string }

const maxSets = 2_000
const maxItems = 500

/** All sets in the answers; a set without an id equals the one with its name. */
export function gatherSets(said: readonly SourceSet[]): ReadonlyMap<string, TitleSet> {
  const found = new Map<string, { set: TitleSet; items: Map<string, SetItem> }>()
  const keyOfName = new Map<string, string>()
  for (const set of said.toSorted((a, b) => Number(a.id === null) - Number(b.id === null))) {
    const name = withoutAccents(set.name)
    const key = set.id === null ? (keyOfName.get(name) ?? `name ${name}`) : keyOfId(set.id)
    if (!keyOfName.has(name)) keyOfName.set(name, key)
    const known = found.get(key) ?? { set: { ...set, key }, items: new Map<string, SetItem>() }
    if (!found.has(key) && found.size >= maxSets) continue
    found.set(key, known)
    known.set = filled(known.set, set)
    for (const item of set.items) {
      const before = known.items.get(item.id)
      if (before) known.items.set(item.id, filledItem(before, item))
      else if (known.items.size < maxItems) known.items.set(item.id, item)
    }
  }
  return new Map(
    Array.from(found, ([key, { set, items }]) => [key, { ...set, items: [...items.values()] }]),
  )
}

const none: readonly SourceSet[] = []
const read = new WeakMap<SourceMeta, readonly SourceSet[]>()

/** What one answer says of sets, the title itself included; cached. */
export function setsIn(meta: SourceMeta): readonly SourceSet[] {
  if (!meta.set && !meta.sets) return none
  const known = read.get(meta) ?? readSets(meta)
  read.set(meta, known)
  return known
}

function readSets(meta: SourceMeta): readonly SourceSet[] {
  if (meta.set) return [meta.set]
  const { id, type, name, year, released, poster, ids } = meta
  const own: SetItem = { id, type, name, year, released, poster, ids }
  return (meta.sets ?? []).map((set) => ({ ...set, items: [own, ...set.items] }))
}

function filled(first: TitleSet, second: SourceSet): TitleSet {
  return {
    ...first,
    overview: first.overview ?? second.overview,
    poster: first.poster ?? second.poster,
    background: first.background ?? second.background,
    catalogs: first.catalogs.length > 0 ? first.catalogs : second.catalogs,
  }
}

function filledItem(first: SetItem, second: SetItem): SetItem {
  return {
    ...first,
    name: first.name ?? second.name,
    year: first.year ?? second.year,
    released: first.released ?? second.released,
    poster: first.poster ?? second.poster,
    ids: { ...second.ids, ...first.ids },
  }
}

/** Sources write the collections of TMDB with prefixes of their own. */
function keyOfId(id: string): string {
  const number = /^(?:ctmdb|tmdbc(?:dev)?|tmdb[-_.]collection)[.:](\d+)$/i.exec(id)?.[1]
  return number === undefined ? `id ${id}` : `tmdb ${number}`
}

/** A title of which a set alone tells. */
export function metaOfItem(item: SetItem & { readonly name: string }): SourceMeta {
  return { ...emptyMeta, ...item }
}
