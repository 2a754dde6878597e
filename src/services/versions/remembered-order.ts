import type { UserCaller } from '../caller.ts'
import type { HistoryService } from '../history/service.ts'
import { namesTitle } from '../library/asked-item.ts'
import type { LibraryService } from '../library/service.ts'
import type { SearchResponse } from '../search.ts'
import type { FailedVersions } from './failed-versions.ts'
import { identityOf } from './identity.ts'
import { sortVersions } from './sort-versions.ts'

export type RememberedOrderOptions = {
  readonly library: Pick<LibraryService, 'bareAsked'>
  readonly history: Pick<HistoryService, 'preferredVersion'>
  /** Derives 32 bits that a source cannot choose. */
  readonly markOf: (identity: string) => number
}

/** Places of results: the release that the caller watched before first, links that failed last. Null where they stay as they are. */
export function createRememberedOrder(
  { library, history, markOf }: RememberedOrderOptions,
  failed: Pick<FailedVersions, 'of'>,
) {
  return async (
    caller: UserCaller,
    { asked, results }: Pick<SearchResponse, 'asked' | 'results'>,
  ): Promise<readonly number[] | null> => {
    if (asked === null || results.length < 2 || !namesTitle(asked)) return null
    const user = await caller.findUser()
    const { mediaServer } = user.userData
    if (user.configuration !== asked.configuration) return null
    const item = await library.bareAsked(user, { ...asked, name: asked.id })
    if (!item) return null
    const [{ played, model }, marks] = await Promise.all([
      history.preferredVersion(user, item),
      failed.of(item.ref),
    ])
    const preferred = mediaServer?.versions?.remember === false ? played : model
    if (preferred === null && marks.size === 0) return null
    const versions = results.map((result, place) => ({
      mark: markOf(identityOf(result)),
      result,
      place,
    }))
    const sorted = sortVersions(versions, {
      profile: null,
      model: preferred,
      failed: marks,
      runtimeMs: item.runtimeMs,
    })
    return sorted.map(({ place }) => place)
  }
}
