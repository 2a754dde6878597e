import { unknownNames } from '../../../library/catalogs/unknown-names.ts'
import type { SourceClient } from '../../../model/source-client.ts'
import type { UserData } from '../../../model/user-data.ts'
import { warn } from '../../../model/warning-texts.ts'
import type { WarningAt, WarningText } from '../../../model/warning-texts.ts'
import type { Configured } from '../contents.ts'
import { readCatalogs } from '../../library/titles/catalogs.ts'
import { nearest } from './unknown-keys.ts'

/** Comparing a name with all others takes time, and nobody reads more. */
const mostSuggestions = 20
const mostCompared = 2_000

export type CatalogChecks = (own: UserData, whole: Configured) => Promise<readonly WarningAt[]>

/** Reports rules that name catalogs which no source lists; none while a source's manifest is missing. */
export function createCatalogChecks(client: Pick<SourceClient, 'manifest'>): CatalogChecks {
  return async ({ catalogs: own }, whole) => {
    if (own === undefined) return []
    const repeated = repeatedIds(own.merged ?? [])
    const { all, sources, isWhole } = await readCatalogs(client, { ...whole, configuration: null })
    if (!isWhole) return repeated
    // Merged ones of a parent may be named, too.
    const known = { ...own, merged: own.merged ?? whole.userData.catalogs?.merged }
    const { missing, known: names } = unknownNames(
      all.filter(({ isLibrary }) => isLibrary),
      known,
      sources,
    )
    const written = missing.filter(({ path }) => path[0] !== 'merged' || own.merged !== undefined)
    return [
      ...repeated,
      ...written.map(({ name, path }, place) => ({
        path: ['catalogs', ...path],
        ...textOf(name, names, place < mostSuggestions),
      })),
    ]
  }
}

function repeatedIds(merged: readonly { readonly id: string }[]): readonly WarningAt[] {
  const first = new Set<string>()
  return merged.flatMap(({ id }, index) => {
    const isRepeated = first.has(id)
    first.add(id)
    const path = ['catalogs', 'merged', index, 'id']
    return isRepeated ? [{ path, ...warn('REPEATED_ID') }] : []
  })
}

function textOf(name: string, known: readonly string[], isSuggested: boolean): WarningText {
  const compared = isSuggested ? known.slice(0, mostCompared) : []
  const near = compared.length > 0 ? nearest(name, compared) : null
  if (near !== null) return warn('NO_SUCH_CATALOG_NEAR', { near })
  const listed = known.slice(0, 10).join(', ').slice(0, 300)
  return listed === '' ? warn('NO_SUCH_CATALOG') : warn('NO_SUCH_CATALOG_LISTED', { known: listed })
}
