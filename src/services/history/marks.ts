import { AppError } from '../../core/errors.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { WatchState } from '../../model/watch.ts'
import type { Ask } from '../library/deps.ts'
import type { ItemAccess } from '../library/item-access.ts'
import type { LibraryService } from '../library/service.ts'
import type { PlaylistService } from '../playlists/service.ts'
import { refuseApiKeys } from '../users/access.ts'
import type { HistoryService } from './service.ts'

export type MarkOptions = {
  readonly items: Pick<ItemAccess, 'require' | 'playableParts'>
  readonly library: Pick<LibraryService, 'episodes'>
  readonly history: HistoryService
  readonly playlists: Pick<PlaylistService, 'setPlayed' | 'setFavorite'>
}

export type MarkService = ReturnType<typeof createMarkService>

/** Marks by item id. All throw NOT_FOUND for an unknown item. */
export function createMarkService({ items, library, history, playlists }: MarkOptions) {
  return {
    /** A series or season means its aired regular episodes, a playlist its titles. `at`: epoch milliseconds, by default now. */
    setPlayed: async (
      user: User,
      input: { itemId: string; played: boolean; at?: number | null | undefined },
      ask: Ask,
    ): Promise<WatchState> => {
      const item = await items.require(user, input.itemId, ask)
      if (item.kind === 'collection') refusePlaylist(item)
      const episodes = await items.playableParts(user, item, ask)
      const marks = item.kind === 'playlist' ? playlists : history
      return marks.setPlayed(user, item, input.played, { at: input.at ?? null, episodes })
    },

    setFavorite: async (
      user: User,
      { itemId, favorite }: { itemId: string; favorite: boolean },
      ask: Ask,
    ): Promise<WatchState> => {
      const item = await items.require(user, itemId, ask)
      if (item.fromSource) refusePlaylist(item)
      const isList = item.kind === 'playlist' || item.kind === 'collection'
      const marks = isList ? playlists : history
      return marks.setFavorite(user, item, favorite)
    },

    /** Throws BAD_REQUEST for a playlist. */
    rate: async (
      user: User,
      { itemId, likes }: { itemId: string; likes?: boolean | null | undefined },
      ask: Ask,
    ): Promise<WatchState> => {
      const item = await items.require(user, itemId, ask)
      refusePlaylist(item)
      return history.rate(user, item, likes ?? null)
    },

    /** Marks an episode and the aired regular ones before it. Throws NOT_FOUND for other items, FORBIDDEN for API keys. */
    playUpTo: async (user: User, episodeId: string, ask: Ask): Promise<true> => {
      refuseApiKeys(user)
      const last = await items.require(user, episodeId, ask)
      if (last.kind !== 'episode') throw new AppError('NOT_FOUND', 'This is not an episode.')
      const query = { season: null, aired: true, start: 0, limit: null }
      const episodes = await library.episodes(user, last.series!.ref, query, ask)
      await history.playUpTo(user, upTo(last, episodes.items))
      return true
    },

    /** Throws NOT_FOUND for anything but a series, FORBIDDEN for API keys. */
    dropSeries: async (
      user: User,
      { seriesId, dropped }: { seriesId: string; dropped: boolean },
      ask: Ask,
    ): Promise<WatchState> => {
      refuseApiKeys(user)
      const series = await items.require(user, seriesId, ask)
      if (series.kind !== 'series') throw new AppError('NOT_FOUND', 'This is not a series.')
      return history.rate(user, series, dropped ? false : null)
    },
  }
}

/** Throws BAD_REQUEST for a playlist: only its titles can be played and rated. */
export function refusePlaylist({ kind }: LibraryItem): void {
  if (kind !== 'playlist' && kind !== 'collection') return
  throw new AppError('BAD_REQUEST', `This is a ${kind}; name one of its titles.`)
}

/** Without specials, unless the last is one: then it alone. */
function upTo(last: LibraryItem, all: readonly LibraryItem[]): readonly LibraryItem[] {
  if (last.season === 0) return [last]
  return all.filter(
    ({ season, episode }) =>
      season! > 0 &&
      (season! < last.season! || (season === last.season && episode! <= last.episode!)),
  )
}
