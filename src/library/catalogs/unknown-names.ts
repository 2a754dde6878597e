import { folded } from '../../core/folded-text.ts'
import type { Source } from '../../model/source.ts'
import type { CatalogSettings } from '../../model/user-data.ts'
import type { CatalogRule, ListedCatalog } from './player-catalog.ts'
import { othersOf } from './catalog-order.ts'
import { namesOf } from './drafts.ts'

/** The names in the settings that mean no catalog, with their paths. `sources` may list none, for now or ever. */
export function unknownNames(
  listed: readonly ListedCatalog[],
  { merged = [], hidden = [], rules = [], order = [] }: CatalogSettings,
  sources: readonly Pick<Source, 'id'>[],
) {
  const names = listed.map(namesOf)
  const alone = new Set(names.flat())
  const known = new Set([...alone, ...merged.flatMap(({ id, name }) => [folded(id), folded(name)])])
  const renamed = rules.flatMap(({ name }) => (name === undefined ? [] : [folded(name)]))
  const isPart = partFinder(
    [
      ...listed.map(({ plainName }, place) => ({ names: names[place]!, shownAs: plainName })),
      ...merged.map(({ id, name }) => ({ names: [folded(id), folded(name)], shownAs: name })),
    ],
    rules,
  )
  const others = sources.map(({ id }) => folded(othersOf(id)))
  const orderable = new Set([...known, ...renamed, ...others])
  const missing = (
    written: readonly string[],
    isKnown: (name: string) => boolean,
    ...path: PropertyKey[]
  ) =>
    written.flatMap((name, index) =>
      isKnown(folded(name)) ? [] : [{ name, path: [...path, index] as readonly PropertyKey[] }],
    )
  return {
    known: [...new Set(listed.flatMap(({ key, name }) => [name, key]))],
    missing: [
      ...missing(order, (name) => orderable.has(name) || isPart(name), 'order'),
      ...missing(hidden, (name) => known.has(name), 'hidden'),
      ...merged.flatMap(({ catalogs }, index) =>
        missing(catalogs, (name) => alone.has(name), 'merged', index, 'catalogs'),
      ),
      ...rules.flatMap(({ catalog }, index) =>
        known.has(folded(catalog)) ? [] : [{ name: catalog, path: ['rules', index, 'catalog'] }],
      ),
    ],
  }
}

const separator = ': '

type Rules = NonNullable<CatalogSettings['rules']>
type Named = { readonly names: readonly string[]; readonly shownAs: string }

/** Knows the names of the catalogs that rules split others into, without making them all: there may be a million. */
function partFinder(catalogs: readonly Named[], rules: Rules): (name: string) => boolean {
  const [naming, splitting] = [lastWith(rules, 'name'), lastWith(rules, 'genres')]
  const endings = new Map<CatalogRule, ReadonlySet<string>>(
    rules.map((rule) => [
      rule,
      new Set(rule.genres?.map((genre) => folded(separator + genre).slice(separator.length))),
    ]),
  )
  const parts = new Map<string, Set<ReadonlySet<string>>>()
  for (const { names, shownAs } of catalogs) {
    const rule = splitting(names)
    if (rule === undefined) continue
    const start = folded(`${naming(names)?.name ?? shownAs}:`)
    const known = parts.get(start) ?? new Set()
    parts.set(start, known.add(endings.get(rule)!))
  }
  return (name) => {
    for (let at = name.indexOf(separator); at >= 0; at = name.indexOf(separator, at + 1)) {
      const ending = name.slice(at + separator.length)
      const genres = parts.get(name.slice(0, at + 1)) ?? []
      for (const own of genres) if (own.has(ending)) return true
    }
    return false
  }
}

/** Finds the last rule that says this of a catalog, by any of its names. */
function lastWith(rules: Rules, key: keyof CatalogRule) {
  const places = new Map(
    rules.flatMap((rule, place) =>
      rule[key] === undefined ? [] : [[folded(rule.catalog), place] as const],
    ),
  )
  return (names: readonly string[]): CatalogRule | undefined =>
    rules[Math.max(...names.map((name) => places.get(name) ?? -1))]
}
