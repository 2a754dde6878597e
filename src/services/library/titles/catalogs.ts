import type { CollectionType } from '../../../model/library-item.ts'
import type { Household } from '../../../model/household.ts'
import type { SourceClient } from '../../../model/source-client.ts'
import { knownExtras } from '../../../model/source-manifest.ts'
import type {
  CatalogExtra,
  ManifestCatalog,
  SourceManifest,
} from '../../../model/source-manifest.ts'
import type { CatalogFailure, Source } from '../../../model/source.ts'
import { capitalised } from '../../../core/capitalised.ts'
import { folded } from '../../../core/folded-text.ts'
import { untilAborted } from '../../../core/until-aborted.ts'
import { problemOf } from '../../../core/upstream-error.ts'
import type { UpstreamProblem } from '../../../core/upstream-error.ts'
import { indexOrder, ordered } from '../../../library/catalogs/catalog-order.ts'
import { kindOf } from '../../../library/kind.ts'
import { sourcesOf } from '../../configured-sources.ts'

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

export type FoundCatalogs = {
  readonly catalogs: Catalogs
  /** Sources whose catalogs are missing in it. */
  readonly failures: readonly CatalogFailure[]
}

const manifestWaitMs = 3_000
const manifestAskedMs = 10_000
const collectionTypes = { movie: 'movies', series: 'tvshows', video: null } as const

export type SourceCatalogs = {
  readonly all: readonly (Catalog & { readonly isLibrary: boolean })[]
  readonly manifests: readonly { readonly source: Source; readonly manifest: SourceManifest }[]
  readonly isWhole: boolean
  readonly sources: readonly Source[]
  /** Sources whose manifest is missing. */
  readonly failures: readonly CatalogFailure[]
  readonly waiting: readonly Source[]
}

type Asked = Pick<Household, 'userData' | 'sourceIds'> & { readonly configuration: number | null }
type Reader = Pick<SourceClient, 'manifest'>

export async function readCatalogs(client: Reader, asked: Asked): Promise<SourceCatalogs> {
  const { done, soFar } = askCatalogs(client, asked)
  await done
  return soFar()
}

/** `soFar`: what the sources have said until now. */
export function askCatalogs(
  client: Reader,
  asked: Asked,
  signal = AbortSignal.timeout(manifestWaitMs),
) {
  const sources = sourcesOf(asked)
  const answers = new Map<Source, SourceManifest | UpstreamProblem>()
  const done = Promise.all(
    sources.map(async (source) => {
      const isSaved = source.configuration !== null
      const asking = isSaved ? AbortSignal.timeout(manifestAskedMs) : signal
      const manifest = untilAborted(client.manifest(source, { signal: asking }), signal)
      answers.set(source, await manifest.then(({ value }) => value, problemOf))
    }),
  )
  return { done, soFar: () => catalogsOf(sources, answers) }
}

function catalogsOf(
  sources: readonly Source[],
  answers: ReadonlyMap<Source, SourceManifest | UpstreamProblem>,
): SourceCatalogs {
  const manifests: SourceCatalogs['manifests'][number][] = []
  const failures: CatalogFailure[] = []
  for (const source of sources) {
    const answer = answers.get(source)
    if (answer === undefined) continue
    if ('problem' in answer) failures.push({ source, ...answer })
    else manifests.push({ source, manifest: answer })
  }
  const found = manifests.flatMap(({ source, manifest }): readonly Found[] =>
    maySupplyCatalogs(source)
      ? manifest.catalogs
          .filter(({ type }) => source.mediaTypes?.includes(type) ?? true)
          .map((catalog) => ({ catalog, source, sourceName: source.name ?? manifest.name }))
      : [],
  )
  const names = namesOf(found)
  return {
    all: found.flatMap((one, index) => read(one, names[index]!)),
    manifests,
    sources,
    isWhole: manifests.length === sources.length,
    failures,
    waiting: sources.filter((source) => !answers.has(source)),
  }
}

export function maySupplyCatalogs({ resources }: Source): boolean {
  return resources?.includes('catalog') ?? true
}

export async function findCatalogs(client: Reader, household: Household): Promise<FoundCatalogs> {
  const { all, failures } = await readCatalogs(client, household)
  const { order = [], hidden = [] } = household.userData.mediaServer?.libraries ?? {}
  const unwanted = hidden.map(folded)
  const libraries = all.filter(
    (catalog) => catalog.isLibrary && !unwanted.some((name) => isCalled(catalog, name)),
  )
  return {
    catalogs: {
      libraries: inOrder(libraries, order),
      searchable: all.filter(({ canSearch }) => canSearch),
    },
    failures: failures.filter(({ source }) => maySupplyCatalogs(source)),
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
  const groups = [...Map.groupBy(found, nameOf)]
  const endings = new Map(groups.map(([name, group]) => [name, endingsOf(group)]))
  return found.map((one) => {
    const name = nameOf(one)
    return name + endings.get(name)!(one)
  })
}

function endingsOf(group: readonly Found[]): (found: Found) => string {
  const typeOf = ({ catalog }: Found): string => capitalised(catalog.type)
  const sourceOf = ({ sourceName }: Found): string => sourceName
  if (group.length === 1) return () => ''
  if (areDistinct(group, typeOf)) return (found) => ` (${typeOf(found)})`
  if (areDistinct(group, sourceOf)) return (found) => ` (${sourceOf(found)})`
  return (found) => ` (${typeOf(found)}, ${sourceOf(found)})`
}

function areDistinct(group: readonly Found[], of: (found: Found) => string): boolean {
  return new Set(group.map(of)).size === group.length
}

function inOrder(catalogs: readonly Catalog[], order: readonly string[]): readonly Catalog[] {
  const named = catalogs.map((catalog) => ({
    catalog,
    names: [folded(catalog.key), folded(catalog.name)],
    sourceId: catalog.source.id,
  }))
  return ordered(named, indexOrder(order)).map(({ catalog }) => catalog)
}

function isCalled({ key, name }: Catalog, wanted: string): boolean {
  return folded(key) === wanted || folded(name) === wanted
}
