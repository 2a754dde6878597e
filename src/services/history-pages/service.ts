import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import type { PlayStore } from '../../model/play-store.ts'
import type { Ask } from '../library/deps.ts'
import { clearHistory, deletePlays } from './clear.ts'
import type { ClearInput } from './clear.ts'
import { readHistoryCounts } from './counts.ts'
import type { CountsDeps, HouseholdCounts } from './counts.ts'
import { readPage } from './page.ts'
import type { HistoryPageDeps, HistoryPageInput, OwnedPage } from './page.ts'

export type HistoryPages = ReturnType<typeof createHistoryPages>

/** `users/access.ts` says who may read and change what. Unreadable histories are left out, or FORBIDDEN if named. */
export function createHistoryPages({
  events,
  ...deps
}: HistoryPageDeps &
  CountsDeps & { readonly events: LiveEvents; readonly plays: Pick<PlayStore, 'byIds'> }) {
  const { store, plays } = deps

  return {
    counts: (user: User): Promise<HouseholdCounts> => readHistoryCounts(deps, user),

    page: (user: User, input: HistoryPageInput, ask: Ask): Promise<OwnedPage> =>
      readPage(deps, user, input, ask),

    clear: (user: User, input: ClearInput): Promise<number> =>
      clearHistory({ store, events }, user, input),

    deletePlays: (user: User, ids: readonly string[]): Promise<number> =>
      deletePlays({ store, plays, events }, user, ids),
  }
}
