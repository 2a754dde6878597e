import type { SearchResult } from './search-result.ts'

type Grouped = Pick<SearchResult, 'bingeGroup' | 'addon' | 'service'> & {
  readonly parsedFile: Readonly<Record<'resolution' | 'quality' | 'releaseGroup', string | null>>
}

/** Players go on with the next episode's stream of the same group; where its source names none, one by source, service and release. */
export function bingeGroupOf({ bingeGroup, addon, service, parsedFile }: Grouped): string | null {
  const { resolution, quality, releaseGroup } = parsedFile
  if (bingeGroup !== null || (resolution === null && quality === null)) return bingeGroup
  return [addon, service, resolution, quality, releaseGroup]
    .filter((part) => part !== null)
    .join('|')
}
