import { createSingleFlight } from '../../core/single-flight.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Household } from '../../model/household.ts'
import type { Stream } from '../../model/search-result.ts'
import type { SearchAsker, SearchService } from '../search.ts'
import { identityOf, linkOf } from './identity.ts'
import type { KeptList, KeptLists, KeptVersion } from './kept-lists.ts'

export type LookUpOptions = {
  readonly search: Pick<SearchService, 'searchWith'>
  /** Derives 32 bits that a source cannot choose. */
  readonly markOf: (identity: string) => number
}

const usualMax = 25
/** A look-up outlives its caller, because others wait for it and its result is cached. */
const lookUpMs = 120_000

/** The household, and the asking user if known. */
export type LookUpAsker = Household & SearchAsker

export function createVersionLookUp(
  { search, markOf }: LookUpOptions,
  lists: Pick<KeptLists, 'add'>,
) {
  const singleFlight = createSingleFlight()

  async function lookUp(household: LookUpAsker, item: LibraryItem): Promise<KeptList> {
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

  return (household: LookUpAsker, item: LibraryItem): Promise<KeptList> => {
    const key = `${household.configuration} ${household.cacheKey} ${item.key}`
    return singleFlight.join(key, () => lookUp(household, item))
  }
}

function toVersions(
  results: readonly Stream[],
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
