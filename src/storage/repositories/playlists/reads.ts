import type { Knex } from 'knex'
import type {
  EntriesOfPlaylists,
  PlaylistEntry,
  PlaylistSize,
  PlaylistStore,
  StoredPlaylist,
} from '../../../model/playlist-store.ts'
import { read } from '../../guard.ts'
import { rowsOf } from '../../statement.ts'
import { historyTable } from '../history/rows.ts'
import {
  entryRows,
  entryTable,
  playlistRows,
  playlistTable,
  toEntry,
  toPlaylist,
  toUser,
  userRows,
  userTable,
} from './rows.ts'
import type { EntryRow, PlaylistRow } from './rows.ts'

/** The largest offset that both dialects take. */
const noLimit = 2 ** 31 - 1
/** SQLite blocks the event loop while it reads. */
const maxRead = 5_000

const visibleSql = `select * from ${playlistTable}
   where configuration = ? and (owner_id = ? or open = 1
     or number in (select playlist from ${userTable} where profile_id = ? and shared = 1))
   order by number desc`

type Reads = Pick<
  PlaylistStore,
  'find' | 'visible' | 'entries' | 'groups' | 'favorites' | 'played' | 'playedGroups'
>

/** What is asked of playlists, without changing them. */
export function createPlaylistReads(db: Knex): Reads {
  const playedRows = (historyId: number, playlists: readonly number[]) =>
    entryRows(db)
      .join(historyTable, `${historyTable}.item_key`, `${entryTable}.item_key`)
      .where({ [`${historyTable}.viewer`]: historyId, [`${historyTable}.played`]: true })
      .whereIn('playlist', [...playlists])

  return {
    async find(configuration, number) {
      const row = await read(db, () => playlistRows(db).where({ configuration, number }).first())
      return row ? ((await withUsers(db, [row]))[0] ?? null) : null
    },

    async visible(configuration, profileId) {
      const found = await read(db, () =>
        rowsOf<PlaylistRow>(db, visibleSql, [configuration, profileId, profileId]),
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

    groups: (playlists) =>
      readGroups(db, playlists, (some) =>
        entryRows(db).whereIn('playlist', some).orderBy(['playlist', 'place']),
      ),

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
      const counts = new Map<number, number>()
      for (const group of groupsOf(playlists)) {
        const found = await read(db, () =>
          playedRows(historyId, group)
            .groupBy('playlist')
            .select<{ playlist: number; played: unknown }[]>(
              'playlist',
              db.raw('count(*) as played'),
            ),
        )
        for (const { playlist, played } of found) counts.set(playlist, Number(played))
      }
      return counts
    },

    playedGroups: (historyId, playlists) =>
      readGroups(db, playlists, (some) =>
        playedRows(historyId, some).select<EntryRow[]>(`${entryTable}.*`),
      ),
  }
}

/** As many playlists as hold `maxRead` entries together, or a longer one alone. */
function groupsOf(playlists: readonly PlaylistSize[]): readonly (readonly number[])[] {
  const groups: number[][] = []
  let room = 0
  for (const { rowId, entries } of playlists) {
    if (groups.length === 0 || entries > room) {
      groups.push([])
      room = maxRead
    }
    groups.at(-1)!.push(rowId)
    room -= entries
  }
  return groups
}

async function* readGroups(
  db: Knex,
  playlists: readonly PlaylistSize[],
  ask: (playlists: readonly number[]) => PromiseLike<readonly EntryRow[]>,
): AsyncGenerator<EntriesOfPlaylists> {
  for (const group of groupsOf(playlists)) {
    const rows = await read(db, () => ask(group))
    const found = new Map<number, PlaylistEntry[]>()
    for (const [playlist, own] of Map.groupBy(rows, (row) => row.playlist)) {
      found.set(playlist, own.map(toEntry))
    }
    yield found
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
