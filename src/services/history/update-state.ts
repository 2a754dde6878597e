import { isPresent } from '../../core/is-present.ts'
import { AppError } from '../../core/errors.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { WatchState } from '../../model/watch.ts'
import type { Ask } from '../library/deps.ts'
import type { ItemAccess } from '../library/item-access.ts'
import type { MarkService } from './marks.ts'

type Deps = {
  readonly items: Pick<ItemAccess, 'require'>
  readonly marks: Pick<MarkService, 'setPlayed' | 'setFavorite' | 'rate'>
  readonly playlists: {
    states(user: User, items: readonly LibraryItem[]): Promise<readonly WatchState[]>
  }
  readonly sessions: {
    report(user: User, report: PlaceReport, ask: Ask): Promise<true>
  }
}

type PlaceReport = {
  readonly itemId: string
  readonly event: 'progress'
  readonly positionMs: number
  readonly failed: false
}

/** Missing or null values do not change. Times are epoch milliseconds. */
type StateInput = { readonly itemId: string } & {
  readonly [Name in keyof Pick<WatchState, 'played' | 'favorite' | 'likes' | 'positionMs'>]?:
    | WatchState[Name]
    | null
    | undefined
} & { readonly playedAt?: number | null | undefined }

export type UpdateState = ReturnType<typeof createUpdateState>

/**
 * Changes several parts of what a user has done with an item. A place counts as playing it, and says nothing of what is
 * marked as played in the same breath. Throws NOT_FOUND for an unknown item, BAD_REQUEST for a place before the beginning.
 */
export function createUpdateState({ items, marks, playlists, sessions }: Deps) {
  return async (user: User, input: StateInput, ask: Ask): Promise<WatchState> => {
    const { itemId, played, playedAt, favorite, likes } = input
    const positionMs = played === true ? null : (input.positionMs ?? null)
    if ((positionMs ?? 0) < 0) {
      throw new AppError('BAD_REQUEST', 'positionMs must not be negative.')
    }
    if (isPresent(played)) await marks.setPlayed(user, { itemId, played, at: playedAt }, ask)
    if (isPresent(favorite)) await marks.setFavorite(user, { itemId, favorite }, ask)
    if (isPresent(likes)) await marks.rate(user, { itemId, likes }, ask)
    if (positionMs !== null) {
      const report = { itemId, event: 'progress', positionMs, failed: false } as const
      await sessions.report(user, report, ask)
    }
    const [state] = await playlists.states(user, [await items.require(user, itemId, ask)])
    return state!
  }
}
