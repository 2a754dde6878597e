import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { WatchState } from '../../model/watch.ts'
import type { HistoryService } from '../history/service.ts'
import { titleKeyOf } from '../../history/keys.ts'
import { bare } from '../../library/items/bare-item.ts'
import type { PlaylistFinder } from './find-playlist.ts'
import type { PlaylistOptions } from './options.ts'
import type { PlaylistViews } from './views.ts'

type Deps = Pick<PlaylistOptions, 'store' | 'history' | 'events'> & {
  readonly finder: Pick<PlaylistFinder, 'require'>
  readonly views: Pick<PlaylistViews, 'states'>
}

export function createPlaylistMarks({ store, history, events, finder, views }: Deps) {
  /** Announces the new state to everyone who reads the same history. */
  async function marked(user: User, item: LibraryItem): Promise<WatchState> {
    const { configuration, profile, profiles } = user
    const profileIds = profiles
      .filter(({ historyOwner }) => historyOwner === profile.historyOwner)
      .map(({ id }) => id)
    events.publish({ kind: 'watched', configuration, profileIds, items: [item.ref] })
    return (await views.states(user, [item]))[0]!
  }

  return {
    async setPlayed(
      user: User,
      item: LibraryItem,
      played: boolean,
      { at, episodes }: Parameters<HistoryService['setPlayed']>[3],
    ): Promise<WatchState> {
      const byTitle = Map.groupBy(episodes, titleKeyOf)
      for (const parts of byTitle.values()) {
        const [first] = parts as [LibraryItem, ...LibraryItem[]]
        const title = first.series ? seriesOf(first, first.series) : first
        await history.setPlayed(user, title, played, { at, episodes: first.series ? parts : [] })
      }
      return marked(user, item)
    },

    async setFavorite(user: User, item: LibraryItem, favorite: boolean): Promise<WatchState> {
      const { rowId } = await finder.require(user, item.ref)
      await store.setFavorite(rowId, user.profile.id, favorite)
      return marked(user, item)
    },
  }
}

function seriesOf(
  { mediaType }: LibraryItem,
  { ref, key, name, ids }: NonNullable<LibraryItem['series']>,
): LibraryItem {
  return { ...bare(ref, 'series', name), key, ids, mediaType }
}
