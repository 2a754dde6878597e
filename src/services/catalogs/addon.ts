import { counted } from '../../core/counted.ts'
import type { AddonCatalog, AddonResource } from '../../model/addon.ts'
import type { ManifestResource } from '../../model/source-manifest.ts'
import type { UserData } from '../../model/user-data.ts'
import { spaceOfPrefix } from '../../search/question.ts'
import type { CatalogPlan } from './plans.ts'
import { userRowsOf } from './user-rows.ts'

export type Addon = {
  readonly name: string
  readonly description: string
  readonly logo: string | null
  readonly types: readonly string[]
  /** Of streams; null: any. */
  readonly idPrefixes: readonly string[] | null
  readonly resources: readonly AddonResource[]
  readonly catalogs: readonly AddonCatalog[]
  readonly addonCatalogs: readonly Pick<AddonCatalog, 'type' | 'id' | 'name'>[]
}

const usualTypes = ['movie', 'series']
export const searchId = 'search.all'

type Described = {
  readonly userData: UserData
  readonly plan: CatalogPlan
  readonly isGenreLeft: (genre: string) => boolean
  readonly isUsers: boolean
  readonly serverName: string
  /** Prefixes of ids that are translated for sources that do not know them. */
  readonly translatedPrefixes: readonly string[]
}

export function describeAddon(described: Described): Addon {
  const { userData, plan, serverName } = described
  const streams = offersOf(plan, 'stream')
  const [stream] = resourceOf(described, 'stream', usualTypes, embeddingOf(plan))
  const catalogs = catalogsOf(described)
  const addonCatalogs = addonCatalogsOf(plan)
  return {
    name: userData.name ?? serverName,
    description:
      userData.description ??
      `Streams from ${counted(streams.length, 'source')}, sorted and without duplicates.`,
    logo: userData.logo ?? null,
    types: stream!.types,
    idPrefixes: stream!.idPrefixes,
    resources: [
      stream!,
      ...(catalogs.length > 0 ? [plain('catalog', catalogs)] : []),
      ...resourceOf(described, 'meta'),
      ...resourceOf(described, 'subtitles'),
      ...(addonCatalogs.length > 0 ? [plain('addon_catalog', addonCatalogs)] : []),
    ],
    catalogs,
    addonCatalogs,
  }
}

function plain(name: string, listed: readonly { readonly type: string }[]): AddonResource {
  return { name, types: [...new Set(listed.map(({ type }) => type))], idPrefixes: null }
}

function offersOf({ manifests }: CatalogPlan, resource: string): readonly ManifestResource[] {
  return manifests.flatMap(({ source, manifest }) =>
    (source.resources?.includes(resource) ?? true)
      ? (manifest.resources.find(({ name }) => name === resource) ?? [])
      : [],
  )
}

/** What may have streams inside: titles whose ids are their sources' own. */
function embeddingOf(plan: CatalogPlan): readonly ManifestResource[] {
  const manifests = plan.manifests.filter(
    ({ source }) => source.resources?.includes('stream') ?? true,
  )
  return offersOf({ ...plan, manifests }, 'meta').flatMap((offer) => {
    const idPrefixes = offer.idPrefixes?.filter((prefix) => spaceOfPrefix(prefix) === null) ?? null
    return idPrefixes?.length === 0 ? [] : { ...offer, idPrefixes }
  })
}

/** Nothing where no source offers it; streams are always declared, so that players install the addon. */
function resourceOf(
  { plan, translatedPrefixes }: Described,
  name: string,
  usual: readonly string[] = [],
  more: readonly ManifestResource[] = [],
): readonly AddonResource[] {
  const offers = [...offersOf(plan, name), ...more]
  if (offers.length === 0 && usual.length === 0) return []
  const anyId = offers.length === 0 || offers.some(({ idPrefixes }) => idPrefixes === null)
  const prefixes = [...offers.flatMap(({ idPrefixes }) => idPrefixes ?? []), ...translatedPrefixes]
  const anyType = offers.some(({ types }) => types === null)
  const types = new Set([
    ...usual,
    ...(anyType ? usualTypes : []),
    ...offers.flatMap((offer) => offer.types ?? []),
  ])
  return [{ name, types: [...types], idPrefixes: anyId ? null : [...new Set(prefixes)] }]
}

function catalogsOf({ plan, userData, isUsers, isGenreLeft }: Described): readonly AddonCatalog[] {
  const { catalogs, searchable } = plan
  return [
    ...(isUsers ? userRowsOf(userData.catalogs ?? {}) : []),
    ...catalogs.map(({ type, id, name, genres, genreRequired }) => ({
      type,
      id,
      name,
      genres: genres.filter(isGenreLeft),
      genreRequired,
      isSearch: false,
    })),
    ...Array.from(searchable.keys(), (type) => ({
      type,
      id: searchId,
      name: 'Search',
      genres: [],
      genreRequired: false,
      isSearch: true,
    })),
  ]
}

/** Under the ids that `ofAddons` finds again. */
function addonCatalogsOf(plan: CatalogPlan): Addon['addonCatalogs'] {
  return plan.addonLists.map(({ id, type, name }) => ({ id, type, name }))
}
