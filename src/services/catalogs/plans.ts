import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { arrangeCatalogs } from '../../library/catalogs/arrange.ts'
import type { ArrangedCatalog } from '../../library/catalogs/arrange.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { Source } from '../../model/source.ts'
import type { SearchConfiguration } from '../configurations/configurations.ts'
import { readCatalogs } from '../library/catalogs.ts'
import type { Catalog, SourceCatalogs } from '../library/catalogs.ts'

/** What a configuration offers to players, from the manifests of its sources and its rules. */
export type CatalogPlan = Pick<SourceCatalogs, 'manifests' | 'isWhole'> & {
  /** Equal keys mean equal content, but for what its sources answer. */
  readonly key: string
  readonly catalogs: readonly ArrangedCatalog<Catalog>[]
  /** By type of media. */
  readonly searchable: ReadonlyMap<string, readonly Catalog[]>
  /** The sources' lists of other addons. */
  readonly addonLists: readonly AddonList[]
  readonly byId: ReadonlyMap<string, ArrangedCatalog<Catalog>>
}

export type AddonList = {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly source: Source
  readonly ownId: string
}

type Known = { readonly plan: Promise<CatalogPlan>; readonly readAt: number }

const freshMs = 60_000
/** While a source's manifest is missing. */
const retryMs = 5_000
const mostPlans = 500

/** Reads anew behind what it has, so that only the first reader of a configuration waits. */
export function createCatalogPlans(client: Pick<SourceClient, 'manifest'>) {
  const known = new LRUCache<string, Known>({ max: mostPlans })

  function read(key: string, configuration: SearchConfiguration): Promise<CatalogPlan> {
    const reading = readPlan(client, key, configuration)
    const plan = { plan: reading, readAt: Date.now() }
    const before = known.get(key)
    if (!before) known.set(key, plan)
    reading.then(
      ({ isWhole }) => {
        const readAt = Date.now() - (isWhole ? 0 : freshMs - retryMs)
        known.set(key, { plan: reading, readAt })
      },
      () => known.delete(key),
    )
    return reading
  }

  return (configuration: SearchConfiguration): Promise<CatalogPlan> => {
    const key = `${configuration.configuration} ${configuration.cacheKey}`
    const found = known.get(key)
    if (!found) return read(key, configuration)
    if (Date.now() - found.readAt > freshMs) {
      known.set(key, { ...found, readAt: Date.now() })
      void read(key, configuration).catch(() => {})
    }
    return found.plan
  }
}

async function readPlan(
  client: Pick<SourceClient, 'manifest'>,
  key: string,
  { userData, configuration }: SearchConfiguration,
): Promise<CatalogPlan> {
  const { all, manifests, isWhole } = await readCatalogs(client, { userData, configuration })
  const listed = all.filter(({ isLibrary }) => isLibrary)
  const places = new Map(listed.map((catalog) => [catalog.key, stableKeyOf(catalog)]))
  const catalogs = arrangeCatalogs(listed, userData.catalogs ?? {}, (first: string, ...rest) =>
    shortHash([places.get(first) ?? first, ...rest].join('\n')),
  )
  const searches = all.filter(({ canSearch }) => canSearch)
  return {
    key,
    manifests,
    isWhole,
    catalogs,
    searchable:
      userData.catalogs?.search === false ? new Map() : Map.groupBy(searches, ({ type }) => type),
    addonLists: addonListsOf(manifests),
    byId: new Map(catalogs.map((catalog) => [`${catalog.type} ${catalog.id}`, catalog])),
  }
}

function addonListsOf(manifests: CatalogPlan['manifests']): readonly AddonList[] {
  return manifests.flatMap(({ source, manifest }) =>
    (source.resources?.includes('addon_catalog') ?? true)
      ? manifest.addonCatalogs.map(({ type, id, name }) => ({
          id: shortHash(stableKeyOf({ source, type, id })),
          type,
          name: name ?? source.name ?? manifest.name,
          source,
          ownId: id,
        }))
      : [],
  )
}

/** A source without an id of its own is known by its address, since its number changes with the order of the sources. */
function stableKeyOf({ source, type, id }: Pick<Catalog, 'source' | 'type' | 'id'>): string {
  const place = source.id.startsWith('#') ? source.url : source.id
  return [place, type, id].join('\n')
}

function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16)
}
