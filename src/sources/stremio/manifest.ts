import { knownExtras } from '../../model/source-manifest.ts'
import type {
  CatalogExtra,
  ManifestCatalog,
  ManifestResource,
  SourceManifest,
  WatchStateSupport,
} from '../../model/source-manifest.ts'
import { isRecord, listOf, recordOf, type JsonRecord } from '../../core/json.ts'
import { textOf, textsOf } from '../read-value.ts'

const maxResources = 50
const maxCatalogs = 200
const maxParameters = 50
const maxTexts = 200

/** Drops what makes no sense. Null where the answer is no manifest at all. */
export function readManifest(json: unknown, host: string): SourceManifest | null {
  if (!isRecord(json)) return null
  if (!Array.isArray(json['resources']) && !Array.isArray(json['catalogs'])) return null
  const hints = recordOf(json['behaviorHints'])
  const types = someTexts(json['types'])
  const idPrefixes = someTexts(json['idPrefixes'])
  return {
    id: textOf(json['id']) ?? host,
    name: textOf(json['name']) ?? textOf(json['id']) ?? host,
    version: textOf(json['version']),
    description: textOf(json['description']),
    logo: textOf(json['logo']),
    types,
    resources: listOf(json['resources'])
      .slice(0, maxResources)
      .flatMap((entry) => readResource(entry, types, idPrefixes)),
    catalogs: readCatalogs(json['catalogs']),
    addonCatalogs: readCatalogs(json['addonCatalogs']).map(({ type, id, name }) => ({
      type,
      id,
      name,
    })),
    watchState: readWatchState(json),
    behaviorHints: {
      adult: hints['adult'] === true,
      p2p: hints['p2p'] === true,
      configurable: hints['configurable'] === true,
      configurationRequired: hints['configurationRequired'] === true,
    },
  }
}

function someTexts(value: unknown): readonly string[] {
  return textsOf(listOf(value).slice(0, maxTexts))
}

/** An empty list restricts nothing: addons write one where they mean "any". */
function readResource(
  entry: unknown,
  types: readonly string[],
  idPrefixes: readonly string[],
): ManifestResource[] {
  const own = recordOf(entry)
  const name = textOf(entry) ?? textOf(own['name'])
  if (name === null) return []
  const restriction = (list: readonly string[], general: readonly string[]) =>
    [list, general].find((values) => values.length > 0) ?? null
  return [
    {
      name,
      types: restriction(someTexts(own['types']), types),
      idPrefixes: restriction(someTexts(own['idPrefixes']), idPrefixes),
    },
  ]
}

function readWatchState(json: JsonRecord): WatchStateSupport | null {
  const own = recordOf(json['watchState'])
  const declares = listOf(json['resources']).some(
    (entry) => (textOf(entry) ?? textOf(recordOf(entry)['name'])) === 'watch_state',
  )
  if (!declares || own['version'] !== 2) return null
  const [push, pull] = [recordOf(own['push']), recordOf(own['pull'])]
  const events = someTexts(push['events'])
  const seconds = pull['ttlSeconds']
  return {
    events: Array.isArray(push['events']) ? events : null,
    bulk: push['bulk'] === true,
    pulls: ['items', 'watched', 'watchlist'].some((name) => pull[name] === true),
    ttlMs: typeof seconds === 'number' && seconds > 0 ? seconds * 1_000 : null,
  }
}

/** A catalog is known by its type and id: entries that share both are one, which takes what any of them takes. */
function readCatalogs(list: unknown): readonly ManifestCatalog[] {
  const entries = listOf(list).slice(0, maxCatalogs).flatMap(readCatalog)
  const groups = Map.groupBy(entries, ({ type, id }) => JSON.stringify([type, id]))
  return Array.from(groups.values(), joined)
}

function joined(all: readonly ManifestCatalog[]): ManifestCatalog {
  const group = all.filter(({ extra }) => extra.every(isKnown))
  const plain = group.filter(({ extra }) => !isSearchOnly(extra))
  const shown = plain[0] ?? group[0] ?? all[0]!
  if (group.length < 2) return shown
  const parameters = Map.groupBy(
    [shown, ...group].flatMap(({ extra }) => extra),
    ({ name }) => name,
  )
  const isAlwaysRequired = (wanted: string): boolean =>
    (plain.length > 0 ? plain : group).every(({ extra }) =>
      extra.some(({ name, isRequired }) => name === wanted && isRequired),
    )
  const extra = Array.from(parameters, ([name, same]) => ({
    ...same[0]!,
    isRequired: isAlwaysRequired(name),
    options: [...new Set(same.flatMap(({ options }) => options))].slice(0, maxTexts),
  }))
  return { ...shown, extra }
}

function isKnown({ name, isRequired }: CatalogExtra): boolean {
  return !isRequired || knownExtras.has(name)
}

function isSearchOnly(extra: readonly CatalogExtra[]): boolean {
  return extra.some(({ name, isRequired }) => name === 'search' && isRequired)
}

function readCatalog(entry: unknown): ManifestCatalog[] {
  const own = recordOf(entry)
  const [type, id] = [textOf(own['type']), textOf(own['id'])]
  if (type === null || id === null) return []
  return [{ type, id, name: textOf(own['name']), extra: readExtra(own) }]
}

/** The newer form describes each parameter; the older one lists names in `extraSupported` and `extraRequired`. */
function readExtra(catalog: JsonRecord): readonly CatalogExtra[] {
  if (Array.isArray(catalog['extra'])) {
    return catalog['extra'].slice(0, maxParameters).flatMap((entry: unknown) => {
      const own = recordOf(entry)
      const name = textOf(own['name']) ?? textOf(entry)
      if (name === null) return []
      const limit = own['optionsLimit']
      return [
        {
          name,
          isRequired: own['isRequired'] === true,
          options: someTexts(own['options']),
          optionsLimit: Number.isSafeInteger(limit) ? Math.max(1, limit as number) : 1,
        },
      ]
    })
  }
  const required = someTexts(catalog['extraRequired']).slice(0, maxParameters)
  const supported = someTexts(catalog['extraSupported']).slice(0, maxParameters)
  const names = new Set([...supported, ...required])
  return [...names].map((name) => ({
    name,
    isRequired: required.includes(name),
    options: name === 'genre' ? someTexts(catalog['genres']) : [],
    optionsLimit: 1,
  }))
}
