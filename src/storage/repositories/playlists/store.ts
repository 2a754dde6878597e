import type { Knex } from 'knex'
import { AppError } from '../../../core/errors.ts'
import type {
  NewPlaylist,
  PlaylistPart,
  PlaylistStore,
  PlaylistUser,
} from '../../../model/playlist-store.ts'
import { read, transact, write } from '../../guard.ts'
import { configurationTable } from '../configurations.ts'
import { createPlaylistReads } from './reads.ts'
import {
  entryRows,
  lockPlaylist,
  playlistRows,
  playlistTable,
  summarize,
  toEntryRow,
  userRows,
} from './rows.ts'

const maxPlaylists = 200
const maxEntries = 2_000
const maxOfConfiguration = 50_000
const chunkSize = 200

export function createPlaylistStore(db: Knex): PlaylistStore {
  const changed = (playlist: number, work: (trx: Knex) => Promise<void>): Promise<void> =>
    transact(db, async (trx) => {
      await lockPlaylist(trx, playlist)
      await work(trx)
    })

  return {
    ...createPlaylistReads(db),

    create({ kind, configuration, ownerId, name, open, users }, parts) {
      const now = Date.now()
      return transact(db, async (trx) => {
        await requireRoom(trx, { kind, configuration, ownerId })
        const row = { kind, configuration, owner_id: ownerId, name, open, created_at: now }
        const [number] = await playlistRows(trx).insert({ ...row, changed_at: now })
        await putUsers(trx, number!, users)
        await append(trx, number!, parts)
        return number!
      })
    },

    change: (playlist, { name, open, users, parts }) =>
      changed(playlist, async (trx) => {
        const fields = { ...(name !== null && { name }), ...(open !== null && { open }) }
        if (name !== null || open !== null) {
          await playlistRows(trx).where({ number: playlist }).update(fields)
        }
        if (users !== null) {
          await userRows(trx).where({ playlist }).update({ shared: false, can_edit: false })
          await putUsers(trx, playlist, users)
        }
        if (parts === null) return
        await entryRows(trx).where({ playlist }).delete()
        await append(trx, playlist, parts)
      }),

    add: (playlist, parts) => changed(playlist, (trx) => append(trx, playlist, parts)),

    remove: (playlist, entries) =>
      changed(playlist, async (trx) => {
        for (let start = 0; start < entries.length; start += chunkSize) {
          const part = entries.slice(start, start + chunkSize)
          await entryRows(trx).where({ playlist }).whereIn('number', part).delete()
        }
        await summarize(trx, playlist)
      }),

    move: (playlist, entry, position) =>
      transact(db, async (trx) => {
        await lockPlaylist(trx, playlist)
        const all = await entryRows(trx)
          .where({ playlist })
          .orderBy('place')
          .select('number', 'place')
        const from = all.find(({ number }) => number === entry)?.place
        if (from === undefined) return false
        const to = all[Math.min(Math.max(0, position), all.length - 1)]!.place
        const between = entryRows(trx).where({ playlist })
        if (from < to) {
          await between.whereBetween('place', [from + 1, to]).decrement('place', 1)
        } else await between.whereBetween('place', [to, from - 1]).increment('place', 1)
        await entryRows(trx).where({ number: entry }).update({ place: to })
        await summarize(trx, playlist)
        return true
      }),

    share: (playlist, user) => changed(playlist, (trx) => putUsers(trx, playlist, [user])),

    async unshare(playlist, profileId) {
      const key = { playlist, profile_id: profileId, shared: true }
      const found = await write(db, () =>
        userRows(db).where(key).update({ shared: false, can_edit: false }),
      )
      return found > 0
    },

    setFavorite: (playlist, profileId, favorite) =>
      changed(playlist, async (trx) => {
        await userRows(trx)
          .insert({ playlist, profile_id: profileId, favorite })
          .onConflict(['playlist', 'profile_id'])
          .merge(['favorite'])
      }),

    delete: (playlist) => changed(playlist, (trx) => deletePlaylist(trx, playlist)),

    async keepProfiles(configuration, profileIds) {
      const own = playlistRows(db).where({ configuration }).select('number')
      const gone = await read(db, () => own.clone().whereNotIn('owner_id', [...profileIds]))
      for (const { number } of gone) await transact(db, (trx) => deletePlaylist(trx, number))
      await write(db, () =>
        userRows(db)
          .whereIn('playlist', own)
          .whereNotIn('profile_id', [...profileIds])
          .delete(),
      )
    },

    async forget(configuration) {
      const gone = await read(db, () => playlistRows(db).where({ configuration }).select('number'))
      for (const { number } of gone) await transact(db, (trx) => deletePlaylist(trx, number))
    },
  }
}

/** Locks the configuration's row, so that concurrent requests are counted one after the other. */
async function requireRoom(
  trx: Knex,
  { kind, configuration, ownerId }: Pick<NewPlaylist, 'kind' | 'configuration' | 'ownerId'>,
): Promise<void> {
  const held = await trx(configurationTable)
    .where({ number: configuration })
    .forUpdate()
    .first<{ number: number } | undefined>('number')
  if (!held) throw new AppError('NOT_FOUND', 'There is no such configuration.')
  const [row] = await playlistRows(trx)
    .where({ kind, configuration, owner_id: ownerId })
    .count({ count: '*' })
  if (Number(row?.['count'] ?? 0) < maxPlaylists) return
  throw new AppError(
    'BAD_REQUEST',
    `A user may have at most ${maxPlaylists} ${kind}s; delete one first.`,
  )
}

async function putUsers(
  trx: Knex,
  playlist: number,
  users: readonly PlaylistUser[],
): Promise<void> {
  if (users.length === 0) return
  const rows = users.map(({ profileId, canEdit }) => ({
    playlist,
    profile_id: profileId,
    shared: true,
    can_edit: canEdit,
  }))
  await userRows(trx)
    .insert(rows)
    .onConflict(['playlist', 'profile_id'])
    .merge(['shared', 'can_edit'])
}

/** Of duplicates the first stays. */
async function append(trx: Knex, playlist: number, parts: readonly PlaylistPart[]): Promise<void> {
  const known = await entryRows(trx).where({ playlist }).select('item_key', 'place')
  const keys = new Set(known.map(({ item_key: key }) => key))
  let place = known.reduce((last, row) => Math.max(last, row.place), -1)
  const rows = parts.flatMap((part) => {
    const row = toEntryRow(playlist, place + 1, part)
    if (keys.has(row.item_key)) return []
    keys.add(row.item_key)
    place += 1
    return row
  })
  if (keys.size > maxEntries) {
    throw new AppError(
      'BAD_REQUEST',
      `A playlist may hold at most ${maxEntries} titles; this one would hold ${keys.size}.`,
    )
  }
  if (rows.length > 0) await requireEntryRoom(trx, playlist, keys.size)
  for (let start = 0; start < rows.length; start += chunkSize) {
    await entryRows(trx).insert(rows.slice(start, start + chunkSize))
  }
  await summarize(trx, playlist)
}

/** Throws BAD_REQUEST where all lists of the household would hold too many titles, and more than before. */
async function requireEntryRoom(trx: Knex, playlist: number, entries: number): Promise<void> {
  const own = await playlistRows(trx).where({ number: playlist }).first('configuration', 'entries')
  if (entries <= (own?.entries ?? 0)) return
  const configuration = own?.configuration
  await trx(configurationTable).where({ number: configuration }).forUpdate().first('number')
  const [row] = await playlistRows(trx)
    .where({ configuration })
    .whereNot({ number: playlist })
    .sum<{ others: unknown }[]>({ others: 'entries' })
  const all = Number(row?.others ?? 0) + entries
  if (all <= maxOfConfiguration) return
  throw new AppError(
    'BAD_REQUEST',
    `All playlists and collections together may hold at most ${maxOfConfiguration} titles; these would hold ${all}.`,
  )
}

async function deletePlaylist(trx: Knex, playlist: number): Promise<void> {
  await entryRows(trx).where({ playlist }).delete()
  await userRows(trx).where({ playlist }).delete()
  await trx(playlistTable).where({ number: playlist }).delete()
}
