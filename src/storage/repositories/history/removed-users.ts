import type { Knex } from 'knex'
import type { ForgetRemovedOptions, HistoryStore } from '../../../model/history-store.ts'
import { dayMs } from '../../../model/time-slots.ts'
import { read, transact, write } from '../../guard.ts'
import { markRows } from '../plays/marks.ts'
import { dimensions, monthOf, monthStart, sumRows } from '../plays/sums.ts'
import { playRows } from '../plays/rows.ts'
import { emptyHistory, forgetRest, removedUsers } from './forgetting.ts'
import type { RemovedUser } from './forgetting.ts'
import { deletePlays } from './plays.ts'
import { ownerTable } from './rows.ts'
import { lockHistory } from './tally.ts'

type Owner = { readonly number: number; readonly profile_id: string }

const atOnce = 500
const nothing = { movies: 0, episodes: 0, in_progress: 0, favorites: 0 }

/** What users leave behind whom a configuration no longer names. */
export function createRemovedUsers(
  db: Knex,
): Pick<HistoryStore, 'noteUsers' | 'forgetRemovedUsers'> {
  const ownersOf = (configuration: number): Promise<readonly Owner[]> =>
    read(db, () => db(ownerTable).where({ configuration }).select('number', 'profile_id'))

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
    const marks = await read(db, () => markRows(db).whereIn('history_id', historyIds))
    const found = new Set<string>()
    for (const { history_id, day } of marks) {
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
      const gone = (await knownUsers(await ownersOf(configuration))).filter((id) => !kept.has(id))
      await transact(db, async (trx) => {
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
      for (const note of await read(db, () => removedUsers(db).select())) {
        if (signal?.aborted) return
        try {
          await lookAt(note, before, namedUsers)
        } catch (error) {
          if (signal?.aborted) return
          onFailure(error)
        }
      }
    },
  }
}

/** The owner's row stays: other nodes remember its number, should the user ever come back. */
async function forgetOwn(db: Knex, historyId: number): Promise<void> {
  await emptyHistory(db, historyId)
  await transact(db, async (trx) => {
    await lockHistory(trx, historyId)
    await forgetRest(trx, historyId)
    await trx(ownerTable).where({ number: historyId }).update(nothing)
  })
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
  const marked = await read(db, () => markRows(db).where({ history_id: historyId }).pluck('day'))
  for (const month of new Set([...counted, ...marked.map((day) => monthOf(day * dayMs))])) {
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
