import type { Knex } from 'knex'
import { storedItemKeys } from '../../../model/history-key.ts'
import type { HistoryStore } from '../../../model/history-store.ts'
import { read, transact } from '../../guard.ts'
import { chunkSize, emptied, historyRows, liveRows, neverPlayed } from './rows.ts'
import { keyScopes, tallied } from './tally.ts'

/** Entries that go in one transaction, so that others get their turn in between. */
const atOnce = 1_000

export function createClearing(db: Knex): Pick<HistoryStore, 'clear' | 'forgetImported'> {
  async function emptyKeys(viewer: number, itemKeys: readonly string[]): Promise<number> {
    let cleared = 0
    for (let start = 0; start < itemKeys.length; start += atOnce) {
      const some = itemKeys.slice(start, start + atOnce)
      cleared += await transact(db, (trx) =>
        tallied(trx, viewer, keyScopes(some, chunkSize), async () => {
          let count = 0
          const now = Date.now()
          for (let from = 0; from < some.length; from += chunkSize) {
            count += await liveRows(trx, viewer)
              .whereIn('item_key', some.slice(from, from + chunkSize))
              .update({ ...emptied(now), cleared_at: now })
          }
          return count
        }),
      )
    }
    return cleared
  }

  return {
    async clear(viewer, itemKeys) {
      if (itemKeys !== null)
        return emptyKeys(viewer, [...new Set(itemKeys.flatMap(storedItemKeys))])
      // What is watched while this runs stays.
      const begun = Date.now()
      let cleared = 0
      for (const origin of ['local', 'import']) {
        for (;;) {
          const keys = await read(db, () =>
            historyRows(db)
              .where({ viewer, origin })
              .where('sort_at', '>', 0)
              .where('changed_at', '<=', begun)
              .limit(atOnce)
              .pluck('item_key'),
          )
          if (keys.length === 0) break
          const some = await emptyKeys(viewer, keys)
          cleared += some
          // Only others, who clear the same, can have been faster.
          if (some === 0) break
        }
      }
      return cleared
    },

    async forgetImported(viewer, link, { keep, places }) {
      let removed = 0
      let from = { sortAt: 0, number: 0 }
      for (;;) {
        const { sortAt, number } = from
        // In the order of an index, each time from where the last look ended.
        const found = await read(db, () =>
          historyRows(db)
            .where({ viewer, origin: 'import' })
            .where('sort_at', '>=', sortAt)
            .where((where) => {
              void where.where('sort_at', '>', sortAt).orWhere('number', '>', number)
            })
            .orderBy('sort_at')
            .orderBy('number')
            .limit(atOnce)
            .select('number', 'sort_at', 'item_key', 'link', 'played'),
        )
        const last = found.at(-1)
        if (!last) return removed
        from = { sortAt: last.sort_at, number: last.number }
        const own = found.filter((row) => row.link === link && (places || Boolean(row.played)))
        const gone = own.filter(({ item_key }) => !keep.has(item_key))
        if (gone.length > 0) removed += await dropImported(viewer, link, gone)
      }
    },
  }

  /** What somebody rated or marked here is kept; of the rest nothing is remembered, so that it may come again. */
  async function dropImported(
    viewer: number,
    link: number,
    gone: readonly { number: number; item_key: string }[],
  ): Promise<number> {
    const keys = gone.map(({ item_key }) => item_key)
    return transact(db, (trx) =>
      tallied(trx, viewer, keyScopes(keys, chunkSize), async () => {
        let removed = 0
        for (let start = 0; start < gone.length; start += chunkSize) {
          const numbers = gone.slice(start, start + chunkSize).map(({ number }) => number)
          const imported = () =>
            historyRows(trx).whereIn('number', numbers).where({ origin: 'import', link })
          removed += await imported()
            .where((where) => void where.where({ favorite: true }).orWhereNotNull('likes'))
            .update({
              ...neverPlayed,
              origin: 'local',
              tracker: null,
              link: null,
              changed_at: Date.now(),
            })
          // A key that was cleared once stays known.
          removed += await imported().whereNotNull('cleared_at').update(emptied(Date.now()))
          removed += await imported().delete()
        }
        return removed
      }),
    )
  }
}
