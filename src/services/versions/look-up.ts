import type { LibraryItem } from '../../model/library-item.ts'
import type { Household } from '../../model/household.ts'
import type { SearchResult } from '../../model/search-result.ts'
import type { SearchService } from '../search.ts'
import { identityOf, linkOf } from './identity.ts'
import type { KeptList, KeptLists, KeptVersion } from './kept-lists.ts'

export type LookUpOptions = {
  readonly search: Pick<SearchService, 'searchWith'>
  /** Derives 32 bits that a source cannot choose. */
  readonly markOf: (identity: string) => number
}

const usualMax = 25
/** A look-up outlives its caller: others wait for it, and its result is kept. */
const lookUpMs = 120_000

export function createVersionLookUp(
  { search, markOf }: LookUpOptions,
  lists: Pick<KeptLists, 'add'>,
) {
  const running = new Map<string, Promise<KeptList>>()

  async function lookUp(household: Household, item: LibraryItem): Promise<KeptList> {
    const request = { type: item.mediaType, id: item.key, requiredFields: [], format: true }
    const signal = AbortSignal.timeout(lookUpMs)
    const { results } = await search.searchWith(household, request, signal)
    const max = household.userData.mediaServer?.versions?.max ?? usualMax
    const list = {
      lookedUpAt: Date.now(),
      cacheKey: household.cacheKey,
      versions: toVersions(results, max, markOf),
    }
    await lists.add(household.configuration, item.key, list)
    return list
  }

  return (household: Household, item: LibraryItem): Promise<KeptList> => {
    const key = `${household.configuration} ${household.cacheKey} ${item.key}`
    const known = running.get(key)
    if (known) return known
    const flight = lookUp(household, item).finally(() => running.delete(key))
    running.set(key, flight)
    return flight
  }
}

function toVersions(
  results: readonly SearchResult[],
  max: number,
  markOf: LookUpOptions['markOf'],
): readonly KeptVersion[] {
  const taken = new Set<number>()
  const versions: KeptVersion[] = []
  for (const result of results) {
    const link = linkOf(result)
    if (link === null) continue
    if (versions.length === max) break
    let mark = markOf(identityOf(result))
    for (let copy = 1; taken.has(mark); copy++) mark = markOf(`${identityOf(result)} ${copy}`)
    taken.add(mark)
    versions.push({
      mark,
      link,
      result,
      name: oneLine(result.name ?? result.addon),
      description: result.description ?? '',
    })
  }
  return versions
}

function oneLine(text: string): string {
  return text.split('\n').filter(Boolean).join(' · ')
}
