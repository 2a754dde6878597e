import type { CollectionType } from '../../model/library-item.ts'
import type { Household } from '../../model/household.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { CatalogExtra, ManifestCatalog, SourceManifest } from '../../model/source-manifest.ts'
import type { Source } from '../../model/source.ts'
import { folded } from '../../core/folded-text.ts'
import { kindOf } from '../../library/kind.ts'
import { sourcesOf } from '../configured-sources.ts'

export type Catalog = {
  /** `<source id>/<type>/<catalog id>`, which a configuration uses to order and hide catalogs. */
  readonly key: string
  /** Unlike the names of all others. */
  readonly name: string
  /** As its source calls it. */
  readonly plainName: string
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
const collectionTypes = { movie: 'movies', series: 'tvshows', video: null } as const

/** All that sources list, those for searching alone included; `isWhole`: every source's manifest was read. */
export type SourceCatalogs = {
  readonly all: readonly (Catalog & { readonly isLibrary: boolean })[]
  readonly manifests: readonly { readonly source: Source; readonly manifest: SourceManifest }[]
  readonly isWhole: boolean
}

type Reader = Pick<SourceClient, 'manifest'>

export async function readCatalogs(
  client: Reader,
  { configuration, userData }: Pick<Household, 'userData'> & { configuration: number | null },
): Promise<SourceCatalogs> {
  const signal = AbortSignal.timeout(manifestWaitMs)
  const answers = await Promise.all(
    sourcesOf(userData, configuration).map(async (source) => {
      const answer = await client.manifest(source, { signal }).catch(() => null)
      return { source, manifest: answer && answer.value }
    }),
  )
  const manifests = answers.flatMap(({ source, manifest }) =>
    manifest ? { source, manifest } : [],
  )
  const found = manifests.flatMap(({ source, manifest }): readonly Found[] =>
    source.resources && !source.resources.includes('catalog')
      ? []
      : manifest.catalogs
          .filter(({ type }) => source.mediaTypes?.includes(type) ?? true)
          .map((catalog) => ({ catalog, source, sourceName: source.name ?? manifest.name })),
  )
  const names = namesOf(found)
  return {
    all: found.flatMap((one, index) => read(one, names[index]!)),
    manifests,
    isWhole: manifests.length === answers.length,
  }
}

export async function findCatalogs(
  client: Reader,
  { configuration, userData }: Household,
): Promise<Catalogs> {
  const { all } = await readCatalogs(client, { configuration, userData })
  const { order = [], hidden = [] } = userData.mediaServer?.libraries ?? {}
  const unwanted = hidden.map(folded)
  const libraries = all.filter(
    (catalog) => catalog.isLibrary && !unwanted.some((name) => isCalled(catalog, name)),
  )
  return {
    libraries: arranged(libraries, order),
    searchable: all.filter(({ canSearch }) => canSearch),
  }
}

function read(found: Found, name: string): SourceCatalogs['all'] {
  const { source, catalog: own } = found
  const { type, id, extra } = own
  const find = (wanted: string) => extra.find((parameter) => parameter.name === wanted) ?? null
  const unknown = extra.some(({ name, isRequired }) => isRequired && !knownExtras.has(name))
  if (unknown) return []
  const kind = kindOf(type)
  const catalog = {
    key: `${source.id}/${type}/${id}`,
    name,
    plainName: nameOf(found),
    source,
    type,
    id,
    collectionType: collectionTypes[kind],
    canSkip: find('skip') !== null,
    canSearch: find('search') !== null,
    genre: find('genre'),
    isLibrary: find('search')?.isRequired !== true,
  }
  return [catalog]
}

type Found = {
  readonly catalog: ManifestCatalog
  readonly source: Source
  readonly sourceName: string
}

function nameOf({ catalog, sourceName }: Found): string {
  return catalog.name ?? sourceName
}

/** The sources' own names; equal ones get their type or source appended, whichever tells them apart. */
function namesOf(found: readonly Found[]): readonly string[] {
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
