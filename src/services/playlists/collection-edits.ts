import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import { ownRef } from '../library/item-access.ts'
import type { Ask } from '../library/deps.ts'
import { requireName } from './edits.ts'
import type { PlaylistFinder } from './find-playlist.ts'
import type { PlaylistOptions } from './options.ts'
import { listRef, playlistItem, readEntryId } from './playlist-items.ts'
import { playlistParts, requireFew } from './playlist-parts.ts'
import type { PlaylistViews } from './views.ts'

type Named = { readonly collectionId: string; readonly itemIds: readonly string[] }

/** Throws NOT_FOUND for an unseen collection, FORBIDDEN for what the user may not change, BAD_REQUEST over the limits. */
export function createCollectionEdits(
  options: PlaylistOptions,
  finder: PlaylistFinder,
  views: Pick<PlaylistViews, 'allTitles'>,
) {
  const { store, events, itemIds } = options
  const deps = { ...options, finder }

  async function changed(user: User, rowId: number): Promise<LibraryItem> {
    const { configuration } = user
    events.publish({ kind: 'library', configuration })
    const found = await finder.require(user, listRef(user, 'collection', rowId))
    return playlistItem(user, user, found)
  }

  return {
    /** Open to the household. */
    async createCollection(
      user: User,
      input: { readonly name: string; readonly itemIds: readonly string[] },
      ask: Ask,
    ): Promise<LibraryItem> {
      const { configuration, profile } = user
      const name = requireName(input.name, 'collection')
      const parts = await playlistParts(deps, user, input.itemIds, ask, 'collection')
      const made = { configuration, ownerId: profile.id, name, open: true, users: [] }
      return changed(user, await store.create({ ...made, kind: 'collection' }, parts))
    },

    async addToCollection(user: User, input: Named, ask: Ask): Promise<LibraryItem> {
      const { rowId } = await finder.requireEditable(user, input.collectionId, 'collection')
      await store.add(rowId, await playlistParts(deps, user, input.itemIds, ask, 'collection'))
      return changed(user, rowId)
    },

    /** Ignores what is not in it. */
    async removeFromCollection(user: User, input: Named, ask: Ask): Promise<LibraryItem> {
      const { rowId } = await finder.requireEditable(user, input.collectionId, 'collection')
      requireFew(input.itemIds)
      const refs = input.itemIds.flatMap((id) => ownRef(itemIds, user, id) ?? [])
      const named = new Set(refs.map(textOf))
      const entries = (await views.allTitles(user, rowId, ask)).flatMap(({ ref, entryId }) =>
        named.has(textOf(ref)) ? (readEntryId(entryId!) ?? []) : [],
      )
      await store.remove(rowId, entries)
      return changed(user, rowId)
    },
  }
}

function textOf({ kind, space, number, season, episode }: ItemRef): string {
  return `${kind} ${space} ${number} ${season} ${episode}`
}
