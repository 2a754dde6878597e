import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../../core/entries.ts'
import type { HistoryStore } from '../../../model/history-store.ts'
import { read, transact, write } from '../../guard.ts'
import { forgetSums } from '../plays/sums.ts'
import { forgetNames } from '../plays/title-names.ts'
import { clearSomePlays } from './plays.ts'
import { historyRows, ownerTable } from './rows.ts'
import { lockHistory, tallyOf } from './tally.ts'
import type { Tally } from './tally.ts'

type OwnerRow = Tally & { number: number; configuration: number; profile_id: string }

/** Rows of a removed configuration deleted at once. */
const forgetAtOnce = 2_000

export function createHistoryOwners(
  db: Knex,
): Pick<HistoryStore, 'historyIdOf' | 'recount' | 'forget'> {
  const numbers = new LRUCache<string, number>(atMost(10_000))
  const rows = (on: Knex = db) => on<OwnerRow>(ownerTable)

  async function forgetHistory(historyId: number): Promise<void> {
    for (;;) {
      const found = await read(db, () =>
        historyRows(db).where({ viewer: historyId }).limit(forgetAtOnce).select('number'),
      )
      if (found.length === 0) break
      const gone = found.map(({ number }) => number)
      await write(db, () => historyRows(db).whereIn('number', gone).delete())
    }
    while (await transact(db, (trx) => clearSomePlays(trx, historyId, Number.MAX_SAFE_INTEGER)));
    await transact(db, (trx) => forgetSums(trx, historyId))
    await write(db, () => db('title_ids').where({ viewer: historyId }).delete())
  }

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
      const gone = await read(db, () => rows().where({ configuration }).select('number'))
      for (const { number } of gone) await forgetHistory(number)
      for (const name of numbers.keys()) {
        if (name.startsWith(`${configuration} `)) numbers.delete(name)
      }
      await write(db, () => rows().where({ configuration }).delete())
      // After the owners: a report on its way finds none to name titles for.
      await write(db, () => forgetNames(db, configuration))
    },
  }
}
