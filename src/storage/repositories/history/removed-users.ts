import type { Knex } from 'knex'
import type { ForgetRemovedOptions, HistoryStore } from '../../../model/history-store.ts'
import { dayMs } from '../../../model/time-slots.ts'
import { read, transact, write } from '../../guard.ts'
import { staleDayRows } from '../plays/stale-days.ts'
import { dimensions, monthOf, monthStart, sumRows } from '../plays/sums.ts'
import { playRows } from '../plays/rows.ts'
import { emptyHistory, forgetRest, removedUsers } from './forgetting.ts'
import type { RemovedUser } from './forgetting.ts'
import { deletePlays } from './plays.ts'
import { historyRows, ownerTable } from './rows.ts'
import { lockHistory } from './tally.ts'

type Owner = {
  readonly number: number
  readonly configuration: number
  readonly profile_id: string
  readonly emptied_at: number | null
}

const atOnce = 500
const notesAtOnce = 200
const nothing = { movies: 0, episodes: 0, in_progress: 0, favorites: 0 }

/** What users leave behind whom a configuration no longer names. */
export function createRemovedUsers(
  db: Knex,
): Pick<HistoryStore, 'noteUsers' | 'forgetRemovedUsers' | 'forgetEmptied'> {
  const ownersOf = (configuration: number): Promise<readonly Owner[]> =>
    read(db, () => ownerRows(db).where({ configuration }))

  /** Also users who share another user's history. */
  async function knownUsers(owners: readonly Owner[]): Promise<readonly string[]> {
    const counted = await read(db, () =>
      sumRows(db)
        .whereIn(
          'history_id',
          owners.map(({ number }) => number),
        )
        .where({ dimension: dimensions.none })
        .distinct()
        .pluck('profile_id'),
    )
    const uncounted = await uncountedUsers(owners.map(({ number }) => number))
    return [...new Set([...owners.map(({ profile_id }) => profile_id), ...counted, ...uncounted])]
  }

  /** Whose plays wait to be counted. */
  async function uncountedUsers(historyIds: readonly number[]): Promise<ReadonlySet<string>> {
    const stale = await read(db, () => staleDayRows(db).whereIn('history_id', historyIds))
    const found = new Set<string>()
    for (const { history_id, day } of stale) {
      const users = await read(db, () =>
        playRows(db)
          .where({ history_id })
          .where('started_at', '>=', day * dayMs)
          .where('started_at', '<', (day + 1) * dayMs)
          .distinct()
          .pluck('profile_id'),
      )
      for (const id of users) found.add(id)
    }
    return found
  }

  async function forgetUser(configuration: number, profileId: string): Promise<void> {
    for (const { number, profile_id } of await ownersOf(configuration)) {
      if (profile_id !== profileId) await forgetPlays(db, number, profileId)
      else await forgetOwn(db, number)
    }
  }

  async function lookAt(
    { configuration, profile_id, removed_at }: RemovedUser,
    before: number,
    namedUsers: ForgetRemovedOptions['namedUsers'],
  ): Promise<void> {
    const same = { configuration, profile_id, removed_at }
    // A note may be wrong: a parent names users too, and changes in quick succession are noted in any order.
    const isNamed = (await namedUsers(configuration)).includes(profile_id)
    if (!isNamed) {
      if (removed_at >= before) return
      if (!(await read(db, () => removedUsers(db).where(same).first()))) return
      await forgetUser(configuration, profile_id)
    }
    await write(db, () => removedUsers(db).where(same).delete())
  }

  return {
    async noteUsers(configuration, profileIds, now) {
      const kept = new Set(profileIds)
      const owners = await ownersOf(configuration)
      const emptied = owners.filter(({ emptied_at }) => emptied_at !== null)
      const unused = new Set<Owner>()
      for (const owner of emptied) {
        if (!(await read(db, () => isUsed(db, owner.number)))) unused.add(owner)
      }
      const used = owners.filter((owner) => !unused.has(owner))
      const gone = (await knownUsers(used)).filter((id) => !kept.has(id))
      const again = emptied.filter(({ profile_id }) => kept.has(profile_id))
      await transact(db, async (trx) => {
        for (const { number } of again) {
          await ownerRows(trx).where({ number }).update({ emptied_at: null })
        }
        await removedUsers(trx)
          .where({ configuration })
          .whereIn('profile_id', [...kept])
          .delete()
        if (gone.length === 0) return
        await removedUsers(trx)
          .insert(gone.map((id) => ({ configuration, profile_id: id, removed_at: now })))
          .onConflict(['configuration', 'profile_id'])
          .ignore()
      })
    },

    async forgetRemovedUsers(before, { namedUsers, onFailure, signal }) {
      // Also users who are not due, so that a later removal starts the full period again.
      for (let last: RemovedUser | undefined; ;) {
        const place = last
        const notes: readonly RemovedUser[] = await read(db, () => notesAfter(db, place))
        await each(notes, (note) => lookAt(note, before, namedUsers), { onFailure, signal })
        last = notes.at(-1)
        if (!last || signal?.aborted) return
      }
    },

    async forgetEmptied(before, { namedUsers, onFailure, signal }) {
      for (let last: Owner | undefined; ;) {
        const place = last?.number ?? 0
        const owners: readonly Owner[] = await read(db, () =>
          ownerRows(db)
            .where('emptied_at', '<', before)
            .where('number', '>', place)
            .orderBy('number')
            .limit(notesAtOnce),
        )
        const forget = async (owner: Owner) => {
          const named = await namedUsers(owner.configuration)
          await forgetNumber(db, owner, named.includes(owner.profile_id))
        }
        await each(owners, forget, { onFailure, signal })
        last = owners.at(-1)
        if (!last || signal?.aborted) return
      }
    },
  }
}

function ownerRows(on: Knex) {
  return on<Owner>(ownerTable)
}

function notesAfter(db: Knex, last: RemovedUser | undefined) {
  const notes = removedUsers(db).orderBy(['configuration', 'profile_id']).limit(notesAtOnce)
  if (!last) return notes
  const { configuration, profile_id } = last
  return notes.where('configuration', '>=', configuration).where((later) => {
    void later.where('configuration', '>', configuration).orWhere('profile_id', '>', profile_id)
  })
}

async function each<T>(
  rows: readonly T[],
  work: (row: T) => Promise<void>,
  { onFailure, signal }: Pick<ForgetRemovedOptions, 'onFailure' | 'signal'>,
): Promise<void> {
  for (const row of rows) {
    if (signal?.aborted) return
    try {
      await work(row)
    } catch (error) {
      if (signal?.aborted) return
      onFailure(error)
    }
  }
}

/** The owner's row stays for now: other nodes remember its number, should the user come back. */
async function forgetOwn(db: Knex, historyId: number): Promise<void> {
  await emptyHistory(db, historyId)
  await transact(db, async (trx) => {
    await lockHistory(trx, historyId)
    await forgetRest(trx, historyId)
    await trx(ownerTable)
      .where({ number: historyId })
      .update({ ...nothing, emptied_at: Date.now() })
  })
}

async function forgetNumber(
  db: Knex,
  { number, configuration, profile_id, emptied_at }: Owner,
  isNamed: boolean,
): Promise<void> {
  await transact(db, async (trx) => {
    await lockHistory(trx, number)
    const row = () => ownerRows(trx).where({ number, emptied_at })
    if (isNamed) await row().update({ emptied_at: null })
    else if (await isUsed(trx, number)) {
      // The user came back while the history was emptied, and was removed again.
      await row().update({ emptied_at: null })
      await removedUsers(trx)
        .insert({ configuration, profile_id, removed_at: Date.now() })
        .onConflict(['configuration', 'profile_id'])
        .ignore()
    } else if ((await row().delete()) > 0) await forgetRest(trx, number)
  })
}

async function isUsed(trx: Knex, historyId: number): Promise<boolean> {
  const entry = await historyRows(trx).where({ viewer: historyId }).first('number')
  const play = await playRows(trx).where({ history_id: historyId }).first('id')
  return entry !== undefined || play !== undefined
}

/** In the months in which the user's plays were counted, or may wait for it: no statement looks through all plays of the history. */
async function forgetPlays(db: Knex, historyId: number, profileId: string): Promise<void> {
  const own = { history_id: historyId, profile_id: profileId }
  const counted = await read(db, () =>
    sumRows(db)
      .where({ ...own, dimension: dimensions.none })
      .distinct()
      .pluck('month'),
  )
  const stale = await read(db, () => staleDayRows(db).where({ history_id: historyId }).pluck('day'))
  for (const month of new Set([...counted, ...stale.map((day) => monthOf(day * dayMs))])) {
    for (;;) {
      const ids = await read(db, () =>
        playRows(db)
          .where(own)
          .where('started_at', '>=', monthStart(month))
          .where('started_at', '<', monthStart(month + 1))
          .limit(atOnce)
          .pluck('id'),
      )
      if (ids.length === 0) break
      await transact(db, (trx) => deletePlays(trx, ids))
    }
  }
}
