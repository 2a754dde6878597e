import { folded } from '../../core/folded-text.ts'
import { firstPlace, indexNames } from './name-index.ts'
import type { NameIndex } from './name-index.ts'

export type CatalogOrder = {
  readonly names: NameIndex
  /** Folded ids of sources with the places of their catalogs that have none of their own. */
  readonly sources: ReadonlyMap<string, number>
}

export type OrderedCatalog = {
  readonly names: readonly string[]
  /** Names of the catalog that it stands beside unless it is ordered itself. */
  readonly beside?: readonly string[]
  readonly sourceId?: string | undefined
}

/** How `order` names the catalogs of a source that it does not name themselves. */
const others = '/*'

export function othersOf(sourceId: string): string {
  return sourceId + others
}

export function indexOrder(order: readonly string[]): CatalogOrder {
  const sources = order.flatMap((name, place) =>
    name.endsWith(others) ? [[folded(name.slice(0, -others.length)), place] as const] : [],
  )
  return { names: indexNames(order), sources: new Map(sources.toReversed()) }
}

/** Catalogs in `order` come first; the others keep the order of their sources. */
export function ordered<C extends OrderedCatalog>(
  catalogs: readonly C[],
  { names: index, sources }: CatalogOrder,
): readonly C[] {
  const placeOf = ({ names, beside = names, sourceId }: C): number =>
    firstPlace(index, names) ??
    firstPlace(index, beside) ??
    (sources.size > 0 && sourceId !== undefined ? sources.get(folded(sourceId)) : undefined) ??
    Infinity
  const places = new Map(catalogs.map((catalog) => [catalog, placeOf(catalog)]))
  return catalogs.toSorted((a, b) => {
    const [one, other] = [places.get(a)!, places.get(b)!]
    return one === other ? 0 : one - other
  })
}
