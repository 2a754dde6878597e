import type { Knex } from 'knex'
import type { FoldOptions } from '../../../model/play-store.ts'
import { read } from '../../guard.ts'
import { ownerTable } from '../history/rows.ts'
import { levels } from './levels.ts'
import { titleSumRows } from './title-sums.ts'

/** A month whose plays are counted, and the version of these counts. */
export type CountedMonth = {
  readonly history_id: number
  readonly month: number
  readonly version: number
}

const ownersAtOnce = 400

/** Of a month; null: nothing of it is kept. Call it with the history's lock. */
export async function lockVersion(
  trx: Knex,
  historyId: number,
  month: number,
): Promise<number | null> {
  const row = await titleSumRows(trx)
    .where({ history_id: historyId, level: levels.month, span: month })
    .forUpdate()
    .first('version')
  return row?.version ?? null
}

/** Counts months of which a table has no row of the same version, since the previous release has counted them. */
export async function countMissing(
  db: Knex,
  table: string,
  count: (db: Knex, month: CountedMonth) => Promise<void>,
  { signal, onFailure, rest }: FoldOptions = {},
): Promise<void> {
  for (let last = -1; ;) {
    const owners: number[] = await read(db, () =>
      db(ownerTable)
        .where('number', '>', last)
        .orderBy('number')
        .limit(ownersAtOnce)
        .pluck('number'),
    )
    if (owners.length === 0) return
    last = owners.at(-1)!
    for (const missing of await missingMonths(db, table, owners)) {
      if (signal?.aborted) return
      try {
        await count(db, missing)
      } catch (error) {
        if (!onFailure) throw error
        onFailure(error, missing.history_id)
      }
      await rest?.()
    }
  }
}

function missingMonths(
  db: Knex,
  table: string,
  historyIds: readonly number[],
): Promise<readonly CountedMonth[]> {
  return read(db, () =>
    db('title_sums as kept')
      .leftJoin(`${table} as own`, (join) => {
        void join
          .on('own.history_id', 'kept.history_id')
          .on('own.month', 'kept.span')
          .on('own.version', 'kept.version')
      })
      .whereIn('kept.history_id', [...historyIds])
      .where({ 'kept.level': levels.month })
      .where('kept.version', '>', 0)
      .whereNull('own.version')
      .distinct({ history_id: 'kept.history_id', month: 'kept.span', version: 'kept.version' }),
  )
}
