import type { AddonQuery } from '../documents/documents.ts'

type Addon = AddonQuery['addon']

export type Presented = {
  readonly id: string
  readonly version: string
  /** The name of the user whose personal address it is. */
  readonly userName: string | null
  readonly baseUrl: string
}

export type Manifest = ReturnType<typeof manifestOf>

/** These list their types with each of their catalogs. */
const listed = new Set(['catalog', 'addon_catalog'])

export function manifestOf(addon: Addon, { id, version, userName, baseUrl }: Presented) {
  const types = new Set(addon.resources.flatMap((resource) => resource.types))
  return {
    id,
    version,
    name: userName === null ? addon.name : `${addon.name} · ${userName}`,
    description: addon.description,
    logo: addon.logo ?? `${baseUrl}/logo.svg`,
    types: [...types],
    resources: addon.resources.map(({ name, types: own, idPrefixes }) =>
      listed.has(name)
        ? name
        : { name, types: own, ...(idPrefixes === null ? {} : { idPrefixes }) },
    ),
    catalogs: addon.catalogs.map(({ type, id: catalog, name, ...rest }) => ({
      type,
      id: catalog,
      name,
      extra: extraOf(rest),
    })),
    ...(addon.lists.length > 0 ? { addonCatalogs: addon.lists } : {}),
    behaviorHints: { configurable: true, configurationRequired: false },
  }
}

type CatalogExtras = Pick<Addon['catalogs'][number], 'genres' | 'genreRequired' | 'isSearch'>

function extraOf({ genres, genreRequired, isSearch }: CatalogExtras) {
  if (isSearch) return [{ name: 'search', isRequired: true }]
  const genre = { name: 'genre', options: genres, ...(genreRequired ? { isRequired: true } : {}) }
  return [...(genres.length > 0 || genreRequired ? [genre] : []), { name: 'skip' }]
}

/** At an address without a configuration: players offer to set it up. */
export function unconfiguredManifest(version: string, baseUrl: string) {
  return {
    id: 'service',
    version,
    name: 'Stream Aggregation Service',
    description: 'Streams, catalogs and subtitles from the sources of your configuration.',
    logo: `${baseUrl}/logo.svg`,
    types: ['movie', 'series'],
    resources: [],
    catalogs: [],
    behaviorHints: { configurable: true, configurationRequired: true },
  }
}
