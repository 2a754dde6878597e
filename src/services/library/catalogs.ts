import type { CollectionType } from '../../model/library-item.ts'
import type { Household } from '../../model/household.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { CatalogExtra, ManifestCatalog } from '../../model/source-manifest.ts'
import type { Source } from '../../model/source.ts'
import { folded } from '../../core/folded-text.ts'
import { kindOf } from '../../library/kind.ts'
import { sourcesOf } from '../caller.ts'

export type Catalog = {
  /** `<source id>/<type>/<catalog id>`, which a configuration uses to order and hide catalogs. */
  readonly key: string
  readonly name: string
  readonly source: Source
  readonly type: string
  readonly id: string
  readonly collectionType: CollectionType | null
  readonly canSkip: boolean
  readonly canSearch: boolean
  readonly genre: CatalogExtra | null
}

export type Catalogs = {
  readonly libraries: readonly Catalog[]
  readonly searchable: readonly Catalog[]
}

const manifestWaitMs = 3_000
const knownExtras = new Set(['skip', 'search', 'genre'])

export async function findCatalogs(
  client: Pick<SourceClient, 'manifest'>,
  { configuration, userData }: Household,
): Promise<Catalogs> {
  const signal = AbortSignal.timeout(manifestWaitMs)
  const lists = await Promise.all(
    sourcesOf(userData, configuration).map(async (source) => {
      if (source.resources && !source.resources.includes('catalog')) return []
      try {
        const { value } = await client.manifest(source, { signal })
        return value.catalogs
          .filter(({ type }) => source.mediaTypes?.includes(type) ?? true)
          .map((catalog) => ({ catalog, source, sourceName: source.name ?? value.name }))
      } catch {
        return []
      }
    }),
  )
  const found = lists.flat()
  const names = namesOf(found)
  const all = found.flatMap(({ catalog, source }, index) => read(catalog, source, names[index]!))
  const { order = [], hidden = [] } = userData.mediaServer?.libraries ?? {}
  const unwanted = hidden.map(folded)
  const libraries = all
    .filter(
      ({ isLibrary, catalog }) => isLibrary && !unwanted.some((name) => isCalled(catalog, name)),
    )
    .map(({ catalog }) => catalog)
  return {
    libraries: arranged(libraries, order),
    searchable: all.map(({ catalog }) => catalog).filter(({ canSearch }) => canSearch),
  }
}

function read(
  { type, id, extra }: ManifestCatalog,
  source: Source,
  name: string,
): { catalog: Catalog; isLibrary: boolean }[] {
  const find = (wanted: string) => extra.find((parameter) => parameter.name === wanted) ?? null
  const unknown = extra.some(({ name: own, isRequired }) => isRequired && !knownExtras.has(own))
  if (unknown) return []
  const kind = kindOf(type)
  const catalog: Catalog = {
    key: `${source.id}/${type}/${id}`,
    name,
    source,
    type,
    id,
    collectionType: kind === 'movie' ? 'movies' : kind === 'series' ? 'tvshows' : null,
    canSkip: find('skip') !== null,
    canSearch: find('search') !== null,
    genre: find('genre'),
  }
  return [{ catalog, isLibrary: find('search')?.isRequired !== true }]
}

type Found = {
  readonly catalog: ManifestCatalog
  readonly source: Source
  readonly sourceName: string
}

/** The sources' own names; equal ones get their type or source appended, whichever tells them apart. */
function namesOf(found: readonly Found[]): readonly string[] {
  const nameOf = ({ catalog, sourceName }: Found): string => catalog.name ?? sourceName
  const groups = Map.groupBy(found, nameOf)
  return found.map((one) => {
    const name = nameOf(one)
    const group = groups.get(name)!
    if (group.length === 1) return name
    const typeOf = ({ catalog }: Found): string => capitalised(catalog.type)
    const sourceOf = ({ sourceName }: Found): string => sourceName
    if (tellsApart(group, typeOf)) return `${name} (${typeOf(one)})`
    if (tellsApart(group, sourceOf)) return `${name} (${sourceOf(one)})`
    return `${name} (${typeOf(one)}, ${sourceOf(one)})`
  })
}

function tellsApart(group: readonly Found[], of: (found: Found) => string): boolean {
  return new Set(group.map(of)).size === group.length
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function arranged(catalogs: readonly Catalog[], order: readonly string[]): readonly Catalog[] {
  const wanted = order.map(folded)
  const place = (catalog: Catalog): number => {
    const found = wanted.findIndex((name) => isCalled(catalog, name))
    return found < 0 ? wanted.length : found
  }
  return catalogs.toSorted((a, b) => place(a) - place(b))
}

function isCalled({ key, name }: Catalog, wanted: string): boolean {
  return folded(key) === wanted || folded(name) === wanted
}
