import { compilePlan } from '../../src/search/plan.ts'
import { createSearchService } from '../../src/services/search.ts'
import type { SearchOptions } from '../../src/services/search.ts'
import type { UserData } from '../../src/model/user-data.ts'
import { everyTitle } from './every-title.ts'

const never = () => Promise.reject(new Error('not part of this search'))

type Parts = Pick<SearchOptions, 'fetcher' | 'metadata' | 'pipeline' | 'scheduler'> & {
  readonly sources: NonNullable<UserData['sources']>
}

/** Searches for one film by settings that belong to no configuration. */
export function filmSearch({ sources, ...parts }: Parts) {
  const service = createSearchService({
    ...parts,
    configurations: {
      forSearch: never,
      ofToken: never,
      ofBrowser: never,
      fromHeader: async () => ({ userData: { sources }, cacheKey: 'one', configuration: null }),
    },
    metrics: { searches: { set: () => {} } as never },
    isAnime: () => false,
    plans: async (userData) => compilePlan(userData),
    sourceTimeoutMs: 1_000,
    backlogMs: 640,
    library: everyTitle,
    health: { recordKept: () => {} },
    searchLog: { record: () => {} },
    held: { hold: async () => null },
  })

  return (
    { requiredFields = [] }: { readonly requiredFields?: readonly string[] } = {},
    signal = new AbortController().signal,
  ) =>
    service.search(
      { type: 'movie', id: 'tt0000001', requiredFields, format: false },
      {
        credentials: { kind: 'userData', value: '{}' },
        client: { address: '127.0.0.1' },
        signal,
        findAccount: never,
        findUser: never,
        interface: 'rest',
      },
    )
}
