import { variantOf } from './release-traits.ts'
import type { Variant } from './release-traits.ts'
import type { SearchResult } from './search-result.ts'

export type GroupedFile = Variant &
  Readonly<Record<'resolution' | 'quality' | 'releaseGroup', string | null>>

type Grouped = Pick<SearchResult, 'bingeGroup' | 'addon' | 'service'> & {
  readonly parsedFile: GroupedFile
}

/** Players go on with the next episode's stream of the same group; where its source names none, one by source, service and release. */
export function bingeGroupOf({ bingeGroup, addon, service, parsedFile }: Grouped): string | null {
  const { resolution, quality, releaseGroup } = parsedFile
  if (bingeGroup !== null || (resolution === null && quality === null)) return bingeGroup
  const { range, audio, edition } = variantOf(parsedFile)
  const named = range === 'SDR' ? null : range
  return [addon, service, resolution, quality, releaseGroup, named, audio, edition]
    .filter((part) => part !== null)
    .join('|')
}
