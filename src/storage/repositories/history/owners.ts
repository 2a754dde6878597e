import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../../core/entries.ts'
import type { HistoryStore } from '../../../model/history-store.ts'
import { read, transact, write } from '../../guard.ts'
import { forgetFacts } from '../plays/title-facts.ts'
import { forgetNames } from '../plays/title-names.ts'
import { emptyHistory, forgetRest, removedUsers } from './forgetting.ts'
import { ownerTable } from './rows.ts'
import { lockHistory, tallyOf } from './tally.ts'
import type { Tally } from './tally.ts'

/** Shorter than an emptied history is kept: no node uses a number that was deleted. */
const numberKnownMs = 3_600_000

type OwnerRow = Tally & { number: number; configuration: number; profile_id: string }

export function createHistoryOwners(
  db: Knex,
): Pick<HistoryStore, 'historyIdOf' | 'recount' | 'forget'> {
  const numbers = new LRUCache<string, number>({ ...atMost(10_000), ttl: numberKnownMs })
  const rows = (on: Knex = db) => on<OwnerRow>(ownerTable)

  return {
    async historyIdOf(configuration, profileId) {
      const name = `${configuration} ${profileId}`
      const known = numbers.get(name)
      if (known !== undefined) return known
      const key = { configuration, profile_id: profileId }
      const find = () => read(db, () => rows().where(key).first('number'))
      let row = await find()
      if (!row) {
        await write(db, () =>
          rows()
            .insert(key as OwnerRow)
            .onConflict(['configuration', 'profile_id'])
            .merge(['configuration']),
        )
        row = await find()
      }
      numbers.set(name, row!.number)
      return row!.number
    },

    async recount() {
      const owners = await read(db, () => rows().select())
      let wrong = 0
      for (const { number } of owners) {
        wrong += await transact(db, async (trx) => {
          await lockHistory(trx, number)
          const right = await tallyOf(trx, number)
          const kept = await rows(trx).where({ number }).first()
          const isRight = Object.entries(right).every(
            ([name, count]) => kept?.[name as keyof Tally] === count,
          )
          if (isRight) return 0
          await rows(trx).where({ number }).update(right)
          return 1
        })
      }
      return wrong
    },

    async forget(configuration) {
      const gone = await read(db, () => rows().where({ configuration }).pluck('number'))
      for (const number of gone) await emptyHistory(db, number)
      for (const name of numbers.keys()) {
        if (name.startsWith(`${configuration} `)) numbers.delete(name)
      }
      for (const number of gone) {
        await transact(db, async (trx) => {
          // Who writes to it waits, and then finds it deleted.
          await lockHistory(trx, number)
          await forgetRest(trx, number)
          await rows(trx).where({ number }).delete()
        })
      }
      await write(db, () => removedUsers(db).where({ configuration }).delete())
      // After the owners: a report on its way finds none to name titles for.
      await write(db, () => forgetNames(db, configuration))
      await write(db, () => forgetFacts(db, configuration))
    },
  }
}
