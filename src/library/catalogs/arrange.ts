import { folded } from '../../core/folded-text.ts'
import type { CatalogSettings } from '../../model/user-data.ts'

/** What the rules need to know of a source's catalog. */
export type ListedCatalog = {
  readonly key: string
  readonly name: string
  readonly plainName: string
  readonly type: string
  readonly canSkip: boolean
  readonly genre: { readonly isRequired: boolean; readonly options: readonly string[] } | null
}

/** A catalog as players see it: one or several of the sources', and what the rules say of it. */
export type ArrangedCatalog<C extends ListedCatalog> = {
  /** Without any meaning; the same as long as its source and the source's own id are. */
  readonly id: string
  readonly type: string
  readonly name: string
  readonly members: readonly C[]
  readonly mix: 'interleave' | 'append'
  /** That all its titles have; null: any. */
  readonly genre: string | null
  readonly genres: readonly string[]
  readonly genreRequired: boolean
  readonly shuffle: boolean
  readonly limit: number
}

type Rule = NonNullable<CatalogSettings['rules']>[number]
/** `names`: by which rules may call it. */
type Draft<C extends ListedCatalog> = ArrangedCatalog<C> & { readonly names: readonly string[] }

export const mostTitles = 10_000
const mostShuffled = 500
const mostCatalogs = 300

/** The rules of a configuration, applied in this order: merge, hide, rename, shuffle, limit, split, order. */
export function arrangeCatalogs<C extends ListedCatalog>(
  listed: readonly C[],
  settings: CatalogSettings,
  idOf: (first: string, ...rest: readonly string[]) => string,
): readonly ArrangedCatalog<C>[] {
  const { merged = [], hidden = [], rules = [], order = [] } = settings
  const drafts = [...mergedOf(listed, merged), ...aloneOf(listed, merged, idOf)]
  const shown = drafts.filter(({ names }) => !hidden.some((name) => isNamed(names, name)))
  const split = shown.flatMap((draft) => {
    const own = rules.filter(({ catalog }) => isNamed(draft.names, catalog))
    return own.length === 0 ? [draft] : ruled(draft, Object.assign({}, ...own) as Rule, idOf)
  })
  return ordered(split, order)
    .slice(0, mostCatalogs)
    .map(({ names: _names, ...catalog }) => catalog)
}

/** The names in rules that no catalog has. */
export function unknownNames(
  listed: readonly ListedCatalog[],
  { merged = [], hidden = [], rules = [], order = [] }: CatalogSettings,
) {
  const alone = listed.flatMap(namesOf)
  const known = [...alone, ...merged.flatMap(({ id, name }) => [folded(id), folded(name)])]
  const renamed = rules.flatMap(({ name }) => (name === undefined ? [] : [folded(name)]))
  const missing = (names: readonly string[], among: readonly string[], ...path: PropertyKey[]) =>
    names.flatMap((name, index) =>
      isNamed(among, name) ? [] : [{ name, path: [...path, index] as readonly PropertyKey[] }],
    )
  return {
    known: [...new Set(listed.flatMap(({ key, name }) => [name, key]))],
    missing: [
      ...missing(order, [...known, ...renamed], 'order'),
      ...missing(hidden, known, 'hidden'),
      ...merged.flatMap(({ catalogs }, index) =>
        missing(catalogs, alone, 'merged', index, 'catalogs'),
      ),
      ...rules.flatMap(({ catalog }, index) =>
        isNamed(known, catalog) ? [] : [{ name: catalog, path: ['rules', index, 'catalog'] }],
      ),
    ],
  }
}

function mergedOf<C extends ListedCatalog>(
  listed: readonly C[],
  merged: NonNullable<CatalogSettings['merged']>,
): readonly Draft<C>[] {
  const once = new Map(merged.map((own) => [own.id, own]))
  return [...once.values()].flatMap(({ id, name, type, catalogs, mix = 'interleave' }) => {
    const members = [
      ...new Set(
        catalogs.flatMap((wanted) => listed.filter((own) => isNamed(namesOf(own), wanted))),
      ),
    ]
    if (members.length === 0) return []
    const draft = draftOf(id, name, type ?? members[0]!.type, members)
    return [{ ...draft, mix, names: [folded(id), folded(name)] }]
  })
}

function aloneOf<C extends ListedCatalog>(
  listed: readonly C[],
  merged: NonNullable<CatalogSettings['merged']>,
  idOf: (first: string, ...rest: readonly string[]) => string,
): readonly Draft<C>[] {
  const inside = merged.flatMap(({ catalogs }) => catalogs)
  return listed.flatMap((own) => {
    const names = namesOf(own)
    if (inside.some((name) => isNamed(names, name))) return []
    return [{ ...draftOf(idOf(own.key), own.plainName, own.type, [own]), names }]
  })
}

function draftOf<C extends ListedCatalog>(
  id: string,
  name: string,
  type: string,
  members: readonly C[],
): ArrangedCatalog<C> {
  const genres = new Map(
    members.flatMap(({ genre }) => (genre?.options ?? []).map((one) => [folded(one), one])),
  )
  return {
    id,
    type,
    name,
    members,
    mix: 'interleave',
    genre: null,
    genres: [...genres.values()],
    genreRequired: members.every(({ genre }) => genre?.isRequired === true),
    shuffle: false,
    limit: mostTitles,
  }
}

function ruled<C extends ListedCatalog>(
  draft: Draft<C>,
  { name = draft.name, genres = [], shuffle = false, limit = mostTitles }: Rule,
  idOf: (first: string, ...rest: readonly string[]) => string,
): readonly Draft<C>[] {
  const names = [...draft.names, folded(name)]
  const most = shuffle ? Math.min(limit, mostShuffled) : limit
  const whole = { ...draft, name, names, shuffle, limit: most }
  const parts = genres.map((genre): Draft<C> => {
    const id = idOf(draft.id, folded(genre))
    const own = `${name}: ${genre}`
    return {
      ...whole,
      id,
      name: own,
      names: [folded(own)],
      genre,
      genres: [],
      genreRequired: false,
    }
  })
  // One that lists nothing without a genre is its genres.
  return draft.genreRequired && parts.length > 0 ? parts : [whole, ...parts]
}

/** Those that are named first; the others as the sources list them. */
function ordered<C extends { readonly names: readonly string[] }>(
  catalogs: readonly C[],
  order: readonly string[],
): readonly C[] {
  const place = ({ names }: C): number => {
    const found = order.findIndex((name) => isNamed(names, name))
    return found < 0 ? order.length : found
  }
  const places = new Map(catalogs.map((catalog) => [catalog, place(catalog)]))
  return catalogs.toSorted((a, b) => places.get(a)! - places.get(b)!)
}

function namesOf({ key, name, plainName }: ListedCatalog): readonly string[] {
  return [folded(key), folded(name), folded(plainName)]
}

function isNamed(names: readonly string[], wanted: string): boolean {
  return names.includes(folded(wanted))
}
