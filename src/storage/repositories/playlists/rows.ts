import type { Knex } from 'knex'
import { AppError } from '../../../core/errors.ts'
import { shownItemKey, storedItemKey, storedKey } from '../../../model/history-key.ts'
import type { ItemKind } from '../../../model/item-ref.ts'
import type {
  ListKind,
  PlaylistEntry,
  PlaylistPart,
  PlaylistUser,
  StoredPlaylist,
} from '../../../model/playlist-store.ts'
import type { WatchedItem } from '../../../model/watch.ts'

type Flag = boolean | number

export type PlaylistRow = {
  number: number
  kind: string
  configuration: number
  owner_id: string
  name: string
  open: Flag
  entries: number
  runtime_ms: number
  picture: string | null
  backdrop: string | null
  created_at: number
  changed_at: number
}

export type EntryRow = {
  number: number
  playlist: number
  place: number
  item_key: string
  title_key: string
  kind: string
  season: number | null
  episode: number | null
  runtime_ms: number | null
  item: string
}

type UserRow = {
  playlist: number
  profile_id: string
  shared: Flag
  can_edit: Flag
  favorite: Flag
}

export const playlistTable = 'playlists'
export const entryTable = 'playlist_entries'
export const userTable = 'playlist_users'

export const playlistRows = (on: Knex) => on<PlaylistRow>(playlistTable)
export const entryRows = (on: Knex) => on<EntryRow>(entryTable)
export const userRows = (on: Knex) => on<UserRow>(userTable)

const pictureFrom = 20

export function toPlaylist(row: PlaylistRow, users: readonly PlaylistUser[]): StoredPlaylist {
  return {
    rowId: row.number,
    kind: row.kind as ListKind,
    configuration: row.configuration,
    ownerId: row.owner_id,
    name: row.name,
    open: Boolean(row.open),
    users,
    entries: row.entries,
    runtimeMs: row.runtime_ms,
    picture: row.picture,
    backdrop: row.backdrop,
    createdAt: row.created_at,
  }
}

export function toUser({ profile_id: profileId, can_edit: canEdit }: UserRow): PlaylistUser {
  return { profileId, canEdit: Boolean(canEdit) }
}

export function toEntry(row: EntryRow): PlaylistEntry {
  const { number, title_key: titleKey, season, episode } = row
  const kind = row.kind as ItemKind
  const item = JSON.parse(row.item) as WatchedItem
  return {
    number,
    itemKey: shownItemKey(kind, row.item_key),
    titleKey,
    kind,
    season,
    episode,
    item,
  }
}

export function toEntryRow(
  playlist: number,
  place: number,
  part: PlaylistPart,
): Omit<EntryRow, 'number'> {
  return {
    playlist,
    place,
    item_key: storedItemKey(part),
    title_key: storedKey(part.titleKey),
    kind: part.kind,
    season: part.season,
    episode: part.episode,
    runtime_ms: part.item.runtimeMs,
    item: JSON.stringify(part.item),
  }
}

/** Until the transaction ends: a write takes the lock in both dialects. Throws NOT_FOUND. */
export async function lockPlaylist(trx: Knex, number: number): Promise<void> {
  const found = await playlistRows(trx).where({ number }).update({ changed_at: Date.now() })
  if (found === 0) throw new AppError('NOT_FOUND', 'There is no such playlist.')
}

export async function summarize(trx: Knex, playlist: number): Promise<void> {
  const [sums] = (await entryRows(trx)
    .where({ playlist })
    .select(trx.raw('count(*) as entries'), trx.raw('sum(runtime_ms) as runtime'))) as unknown as {
    entries: unknown
    runtime: unknown
  }[]
  const first = await entryRows(trx)
    .where({ playlist })
    .orderBy('place')
    .limit(pictureFrom)
    .select('item')
  const items = first.map(({ item }) => JSON.parse(item) as WatchedItem)
  const firstOf = (addresses: readonly (string | null)[]) =>
    addresses.find((address) => address !== null) ?? null
  await playlistRows(trx)
    .where({ number: playlist })
    .update({
      entries: Number(sums?.entries ?? 0),
      runtime_ms: Number(sums?.runtime ?? 0),
      picture: firstOf(items.map(({ primary, seriesPrimary }) => seriesPrimary ?? primary)),
      backdrop: firstOf(items.map(({ backdrop }) => backdrop)),
    })
}
