import type { Knex } from 'knex'
import type { PlaylistStore, StoredPlaylist } from '../../../model/playlist-store.ts'
import { read } from '../../guard.ts'
import { historyTable } from '../history/rows.ts'
import {
  entryRows,
  entryTable,
  playlistRows,
  toEntry,
  toPlaylist,
  toUser,
  userRows,
} from './rows.ts'
import type { PlaylistRow } from './rows.ts'

/** The largest offset that both dialects take. */
const noLimit = 2 ** 31 - 1

type Reads = Pick<PlaylistStore, 'find' | 'visible' | 'entries' | 'favorites' | 'played'>

/** What is asked of playlists, without changing them. */
export function createPlaylistReads(db: Knex): Reads {
  return {
    async find(configuration, number) {
      const row = await read(db, () => playlistRows(db).where({ configuration, number }).first())
      return row ? ((await withUsers(db, [row]))[0] ?? null) : null
    },

    async visible(configuration, profileId) {
      const shared = userRows(db).where({ profile_id: profileId, shared: true }).select('playlist')
      const found = await read(db, () =>
        playlistRows(db)
          .where({ configuration })
          .where((where) => {
            void where.where({ owner_id: profileId }).orWhere({ open: true })
            void where.orWhereIn('number', shared)
          })
          .orderBy('number', 'desc'),
      )
      return withUsers(db, found)
    },

    async entries(playlist, { start, limit }) {
      const found = await read(db, () =>
        entryRows(db)
          .where({ playlist })
          .orderBy('place')
          .limit(limit ?? noLimit)
          .offset(start),
      )
      return found.map(toEntry)
    },

    async favorites(profileId, playlists) {
      const key = { profile_id: profileId, favorite: true }
      const found = await read(db, () =>
        userRows(db)
          .where(key)
          .whereIn('playlist', [...playlists])
          .select('playlist'),
      )
      return new Set(found.map(({ playlist }) => playlist))
    },

    async played(historyId, playlists) {
      const found = await read(db, () =>
        db(entryTable)
          .join(historyTable, `${historyTable}.item_key`, `${entryTable}.item_key`)
          .where({ [`${historyTable}.viewer`]: historyId, [`${historyTable}.played`]: true })
          .whereIn('playlist', [...playlists])
          .groupBy('playlist')
          .select<{ playlist: number; played: unknown }[]>(
            'playlist',
            db.raw('count(*) as played'),
          ),
      )
      return new Map(found.map(({ playlist, played }) => [playlist, Number(played)]))
    },
  }
}

async function withUsers(db: Knex, found: readonly PlaylistRow[]): Promise<StoredPlaylist[]> {
  if (found.length === 0) return []
  const numbers = found.map(({ number }) => number)
  const users = await read(db, () =>
    userRows(db).whereIn('playlist', numbers).where({ shared: true }).orderBy('profile_id'),
  )
  const byPlaylist = Map.groupBy(users, ({ playlist }) => playlist)
  return found.map((row) => toPlaylist(row, (byPlaylist.get(row.number) ?? []).map(toUser)))
}
