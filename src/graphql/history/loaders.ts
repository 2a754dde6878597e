import DataLoader from 'dataloader'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { WatchEntry } from '../../model/watch.ts'
import type { LibraryService } from '../../services/library/library.ts'
import type { PlaylistService } from '../../services/playlists/service.ts'

/** The item of each entry of the history, null where not even its id can be made. */
export function createEntryItemLoader(
  library: Pick<LibraryService, 'ofEntries'>,
  member: () => Promise<Member>,
) {
  return new DataLoader(async (entries: readonly WatchEntry[]) =>
    library.ofEntries(await member(), entries),
  )
}

/** What the member has done with each item, asked for all items of an answer at once. */
export function createWatchLoader(
  playlists: Pick<PlaylistService, 'states'>,
  member: () => Promise<Member>,
) {
  return new DataLoader(async (items: readonly LibraryItem[]) =>
    playlists.states(await member(), items),
  )
}
