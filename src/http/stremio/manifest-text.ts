import { mostBytes } from './answer.ts'
import type { Manifest } from './manifest.ts'

/** Genres that each catalog names, in a manifest that would be too large with more. */
const fewerGenres = [100, 30, 10]
const fewerTypes = 50

/** A manifest that players take: a large one loses genres first, then ids that it is for, and at last its last catalogs. */
export function manifestText(manifest: Manifest): string {
  const shorter = [
    () => manifest,
    ...fewerGenres.map((most) => () => withGenres(manifest, most)),
    () => forAnyId(withGenres(manifest, fewerGenres.at(-1)!)),
  ]
  for (const make of shorter) {
    const text = JSON.stringify(make())
    if (Buffer.byteLength(text) <= mostBytes) return text
  }
  return JSON.stringify(withFewer(shorter.at(-1)!()))
}

function withGenres(manifest: Manifest, most: number): Manifest {
  return {
    ...manifest,
    catalogs: manifest.catalogs.map((catalog) => ({
      ...catalog,
      extra: catalog.extra.map((one) =>
        'options' in one ? { ...one, options: one.options.slice(0, most) } : one,
      ),
    })),
  }
}

function forAnyId(manifest: Manifest): Manifest {
  return {
    ...manifest,
    types: manifest.types.slice(0, fewerTypes),
    resources: manifest.resources.map((resource) =>
      typeof resource === 'string'
        ? resource
        : { name: resource.name, types: resource.types.slice(0, fewerTypes) },
    ),
  }
}

/** As many catalogs as fit, and as many lists of addons as fit beside them. */
function withFewer(manifest: Manifest): Manifest {
  const { catalogs, addonCatalogs = [], ...rest } = manifest
  let room =
    mostBytes - Buffer.byteLength(JSON.stringify({ ...rest, catalogs: [], addonCatalogs: [] }))
  const fits = (entry: object): boolean => {
    room -= Buffer.byteLength(JSON.stringify(entry)) + 1
    return room >= 0
  }
  return { ...rest, catalogs: catalogs.filter(fits), addonCatalogs: addonCatalogs.filter(fits) }
}
