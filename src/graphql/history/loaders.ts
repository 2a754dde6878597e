import DataLoader from 'dataloader'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { HistoryService } from '../../services/history/history.ts'

/** What the member has done with each item, asked for all items of an answer at once. */
export function createWatchLoader(
  history: Pick<HistoryService, 'states'>,
  member: () => Promise<Member>,
) {
  return new DataLoader(async (items: readonly LibraryItem[]) =>
    history.states(await member(), items),
  )
}
