import type { User } from '../../model/household.ts'
import type { LibraryService } from '../library/service.ts'
import type { Playing } from './device-session.ts'

type Deps = { readonly library: Pick<LibraryService, 'isLimited'> }
type Items = { readonly load: (itemId: string) => Promise<unknown> }

/** Bitrate, length and place tell which title it is. `items` finds what the user may watch. */
export async function visiblePlaying(
  { library }: Deps,
  user: User,
  playing: Playing | null,
  items: Items,
): Promise<Playing | null> {
  if (!playing || !library.isLimited(user)) return playing
  return (await items.load(playing.itemId)) ? playing : null
}
