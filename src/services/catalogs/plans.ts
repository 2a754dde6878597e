import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Scheduler, Work } from '../../core/scheduler.ts'
import { charactersIn } from '../../core/text-size.ts'
import { applyCatalogRules } from '../../library/catalogs/apply-rules.ts'
import { firstOfEachId } from '../../library/catalogs/first-of-each-id.ts'
import type { PlayerCatalog } from '../../library/catalogs/player-catalog.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { Source } from '../../model/source.ts'
import type { SearchConfiguration } from '../configurations/configurations.ts'
import { askCatalogs } from '../library/titles/catalogs.ts'
import type { Catalog, SourceCatalogs } from '../library/titles/catalogs.ts'

/** What a configuration offers to players, from the manifests of its sources and its rules. */
export type CatalogPlan = Omit<SourceCatalogs, 'all'> & {
  /** Equal keys mean equal content, but for what its sources answer. */
  readonly key: string
  readonly catalogs: readonly PlayerCatalog<Catalog>[]
  /** What the sources list, before any rule. */
  readonly listed: readonly Catalog[]
  /** Short ids that stay as long as the source and its own ids do. */
  readonly idOf: (first: string, ...rest: readonly string[]) => string
  readonly searchable: ReadonlyMap<string, readonly Catalog[]>
  readonly addonLists: readonly AddonList[]
  readonly byId: ReadonlyMap<string, PlayerCatalog<Catalog>>
  readonly weight: number
}

export type AddonList = {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly source: Source
  readonly ownId: string
}

export type CatalogPlanOptions = {
  readonly client: Pick<SourceClient, 'manifest'>
  readonly scheduler: Scheduler
  readonly memoryShare?: number
}

type Known = {
  readonly plan: Promise<CatalogPlan>
  readonly soFar: () => Promise<CatalogPlan>
  readonly readAt: number
  readonly weight: number
}

const freshMs = 60_000
/** While a source's manifest is missing. */
const retryMs = 5_000
const soonMs = 200
/** Characters of all plans, with memoryShare 1. */
const mostCharacters = 16 * 2 ** 20
const charactersOfCatalog = 1_000

/** Reads anew behind what it has, so that only the first reader of a configuration waits. */
export function createCatalogPlans({ client, scheduler, memoryShare = 1 }: CatalogPlanOptions) {
  const maxSize = Math.floor(mostCharacters * memoryShare)
  const mostOfOne = Math.floor(maxSize / 8)
  const known = new LRUCache<string, Known>({
    maxSize,
    sizeCalculation: ({ weight }) => Math.min(mostOfOne, charactersOfCatalog + weight),
  })

  function read(key: string, configuration: SearchConfiguration): Known {
    const asking = askCatalogs(client, configuration)
    const planNow = () => planOf(scheduler, key, configuration, asking.soFar())
    const reading = {
      plan: asking.done.then(planNow),
      soFar: planNow,
      readAt: Date.now(),
      weight: 0,
    }
    const before = known.get(key)
    if (!before) known.set(key, reading)
    reading.plan.then(
      ({ isWhole, weight }) => {
        const readAt = Date.now() - (isWhole ? 0 : freshMs - retryMs)
        known.set(key, { plan: reading.plan, soFar: always(reading.plan), readAt, weight })
      },
      () => known.delete(key),
    )
    return reading
  }

  function find(configuration: SearchConfiguration): Known {
    const key = `${configuration.configuration} ${configuration.cacheKey}`
    const found = known.get(key)
    if (!found) return read(key, configuration)
    if (Date.now() - found.readAt > freshMs) {
      known.set(key, { ...found, readAt: Date.now() })
      read(key, configuration)
    }
    return found
  }

  return {
    /** Once every source has answered or failed. */
    whole: (configuration: SearchConfiguration): Promise<CatalogPlan> => find(configuration).plan,

    /** Soon, perhaps without the sources that are slow. */
    async soon(configuration: SearchConfiguration): Promise<CatalogPlan> {
      const { plan, soFar } = find(configuration)
      return (await Promise.race([plan, pause(soonMs, null)])) ?? soFar()
    },
  }
}

/** Made here, it does not hold the configuration, which may be large. */
function always<T>(value: T): () => T {
  return () => value
}

async function planOf(
  scheduler: Scheduler,
  key: string,
  { userData }: SearchConfiguration,
  { all, ...asked }: SourceCatalogs,
): Promise<CatalogPlan> {
  const listed = all.filter(({ isLibrary }) => isLibrary)
  const places = new Map(listed.map((catalog) => [catalog.key, stableKeyOf(catalog)]))
  const idOf = (first: string, ...rest: readonly string[]): string =>
    shortHash([places.get(first) ?? first, ...rest].join('\n'))
  const catalogs = await scheduler.run(applyCatalogRules(listed, userData.catalogs ?? {}, idOf))
  const searches = all.filter(({ canSearch }) => canSearch)
  return {
    ...asked,
    key,
    listed,
    idOf,
    catalogs,
    searchable:
      userData.catalogs?.search === false ? new Map() : Map.groupBy(searches, ({ type }) => type),
    addonLists: addonListsOf(asked.manifests),
    byId: new Map(catalogs.map((catalog) => [`${catalog.type} ${catalog.id}`, catalog])),
    weight: all.length * charactersOfCatalog + (await scheduler.run(weigh(asked.manifests))),
  }
}

function* weigh(manifests: CatalogPlan['manifests']): Work<number> {
  let weight = 0
  for (const { manifest } of manifests) {
    weight += charactersIn(manifest)
    yield
  }
  return weight
}

function addonListsOf(manifests: CatalogPlan['manifests']): readonly AddonList[] {
  const lists = manifests.flatMap(({ source, manifest }) =>
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
  return firstOfEachId(lists)
}

/** A source without an id of its own is known by its address, since its number changes with the order of the sources. */
function stableKeyOf({ source, type, id }: Pick<Catalog, 'source' | 'type' | 'id'>): string {
  const place = source.id.startsWith('#') ? source.url : source.id
  return [place, type, id].join('\n')
}

function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16)
}
