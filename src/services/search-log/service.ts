import { AppError } from '../../core/errors.ts'
import type { Profile, User } from '../../model/household.ts'
import { formatMediaId, parseMediaId } from '../../model/media-id.ts'
import type { LoggedSearch } from '../../model/search-log.ts'
import type { LibraryService } from '../library/service.ts'
import { refuseApiKeys } from '../users/access.ts'
import type { SearchLogRecorder } from './recorder.ts'

export type SeenSearch = LoggedSearch & {
  readonly user: Profile | null
}

export type SearchLog = ReturnType<typeof createSearchLog>

type Options = {
  readonly recorder: Pick<SearchLogRecorder, 'list' | 'forget'>
  readonly library: Pick<LibraryService, 'isLimited' | 'visibleKeys'>
}

const usualFirst = 50
export const mostFirst = 1_000

/** Reads what was searched for. */
export function createSearchLog({ recorder, library }: Options) {
  async function visible(
    user: User,
    searches: readonly LoggedSearch[],
  ): Promise<readonly LoggedSearch[]> {
    if (!library.isLimited(user)) return searches
    const keys = new Set(searches.map(titleOf))
    const left = new Set(await library.visibleKeys(user, [...keys]))
    return searches.filter((search) => left.has(titleOf(search)))
  }

  return {
    /**
     * The newest first; none unless the configuration keeps them. The first user sees all, others their own. Throws
     * FORBIDDEN for API keys, BAD_REQUEST for a number out of bounds.
     */
    async list(user: User, first: number | null | undefined): Promise<readonly SeenSearch[]> {
      refuseApiKeys(user)
      const count = first ?? usualFirst
      if (!Number.isInteger(count) || count < 1 || count > mostFirst) {
        throw new AppError('BAD_REQUEST', `first must be a whole number from 1 to ${mostFirst}.`)
      }
      const { configuration, userData, profile, profiles } = user
      if (userData.searchLog !== true) {
        await recorder.forget(configuration)
        return []
      }
      const all = await recorder.list(configuration)
      const own = profile.isOwner ? all : all.filter(({ profileId }) => profileId === profile.id)
      return (await visible(user, own)).slice(0, count).map((search) => ({
        ...search,
        user: profiles.find(({ id }) => id === search.profileId) ?? null,
      }))
    },
  }
}

function titleOf({ id }: LoggedSearch): string {
  return formatMediaId({ ...parseMediaId(id), season: null, episode: null })
}
