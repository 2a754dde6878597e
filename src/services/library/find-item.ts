import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { Ask, LibraryService } from './library.ts'

/** What an id stands for: that of a version for the item that it is a version of. Null where nothing is known. */
export async function findItem(
  library: Pick<LibraryService, 'item'>,
  member: Member,
  ref: ItemRef,
  ask: Ask,
): Promise<LibraryItem | null> {
  if (ref.kind !== 'version') return library.item(member, ref, ask)
  const kinds = ref.episode === null ? (['movie', 'video'] as const) : (['episode'] as const)
  for (const kind of kinds) {
    const item = await library.item(member, { ...ref, kind, version: 0 }, ask)
    if (item) return item
  }
  return null
}
