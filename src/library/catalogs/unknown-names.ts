import { folded } from '../../core/folded-text.ts'
import type { Source } from '../../model/source.ts'
import type { CatalogSettings } from '../../model/user-data.ts'
import type { ListedCatalog } from './player-catalog.ts'
import { othersOf } from './catalog-order.ts'
import { namesOf } from './drafts.ts'

/** The names in the settings that mean no catalog, with their paths. `sources` may list none, for now or ever. */
export function unknownNames(
  listed: readonly ListedCatalog[],
  { merged = [], hidden = [], rules = [], order = [] }: CatalogSettings,
  sources: readonly Pick<Source, 'id'>[],
) {
  const alone = new Set(listed.flatMap(namesOf))
  const known = new Set([...alone, ...merged.flatMap(({ id, name }) => [folded(id), folded(name)])])
  const renamed = rules.flatMap(({ name }) => (name === undefined ? [] : [folded(name)]))
  const others = sources.map(({ id }) => folded(othersOf(id)))
  const missing = (names: readonly string[], among: ReadonlySet<string>, ...path: PropertyKey[]) =>
    names.flatMap((name, index) =>
      among.has(folded(name)) ? [] : [{ name, path: [...path, index] as readonly PropertyKey[] }],
    )
  return {
    known: [...new Set(listed.flatMap(({ key, name }) => [name, key]))],
    missing: [
      ...missing(order, new Set([...known, ...renamed, ...others]), 'order'),
      ...missing(hidden, known, 'hidden'),
      ...merged.flatMap(({ catalogs }, index) =>
        missing(catalogs, alone, 'merged', index, 'catalogs'),
      ),
      ...rules.flatMap(({ catalog }, index) =>
        known.has(folded(catalog)) ? [] : [{ name: catalog, path: ['rules', index, 'catalog'] }],
      ),
    ],
  }
}
