import type { Knex } from 'knex'
import { storedItemKeys } from '../../../model/history-key.ts'
import type { HistoryStore } from '../../../model/history-store.ts'
import { read, transact } from '../../guard.ts'
import { clearPlaysOf, clearSomePlays, latestPlay, playedItems } from './plays.ts'
import { chunkSize, emptied, historyRows, liveRows, neverPlayed } from './rows.ts'
import { tallied } from './tally.ts'

/** Entries per transaction, so that others get their turn in between. */
const atOnce = 1_000

export function createClearing(db: Knex): Pick<HistoryStore, 'clear' | 'forgetImported'> {
  return {
    clear: (historyId, itemKeys) =>
      itemKeys === null ? clearAll(db, historyId) : clearKeys(db, historyId, itemKeys),

    async forgetImported(historyId, link, { keep, places }) {
      let removed = 0
      let from = { sortAt: 0, number: 0 }
      for (;;) {
        const { sortAt, number } = from
        // In index order, each time from where the last look ended.
        const found = await read(db, () =>
          historyRows(db)
            .where({ viewer: historyId, origin: 'import' })
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
        if (gone.length > 0) removed += await dropImported(db, historyId, link, gone)
      }
    },
  }
}

async function clearAll(db: Knex, historyId: number): Promise<number> {
  // What is watched while this runs stays.
  const begun = Date.now()
  const latest = await read(db, () => latestPlay(db))
  let cleared = 0
  for (const origin of ['local', 'import']) {
    for (;;) {
      const entries = await read(db, () =>
        historyRows(db)
          .where({ viewer: historyId, origin })
          .where('sort_at', '>', 0)
          .where('changed_at', '<=', begun)
          .limit(atOnce)
          .pluck('item_key'),
      )
      if (entries.length === 0) break
      const some = await emptyEntries(db, historyId, entries)
      cleared += some
      if (some === 0) break
    }
  }
  while (await transact(db, (trx) => clearSomePlays(trx, historyId, latest)));
  return cleared
}

/** Unknown keys cost two look-ups in all. */
async function clearKeys(
  db: Knex,
  historyId: number,
  itemKeys: readonly string[],
): Promise<number> {
  const stored = [...new Set(itemKeys.flatMap(storedItemKeys))]
  let cleared = 0
  for (let start = 0; start < stored.length; start += atOnce) {
    const some = stored.slice(start, start + atOnce)
    // What was unmarked is not listed and may still have plays; so may an item whose entry is gone.
    const entries = await read(db, () =>
      historyRows(db).where({ viewer: historyId }).whereIn('item_key', some).pluck('item_key'),
    )
    const played = await read(db, () => playedItems(db, historyId, some))
    const found = [...new Set([...entries, ...played])]
    if (found.length > 0) cleared += await emptyEntries(db, historyId, found)
  }
  return cleared
}

async function emptyEntries(db: Knex, historyId: number, keys: readonly string[]): Promise<number> {
  return transact(db, (trx) =>
    tallied(trx, historyId, keys, async () => {
      const now = Date.now()
      let count = 0
      for (let from = 0; from < keys.length; from += chunkSize) {
        const some = keys.slice(from, from + chunkSize)
        await clearPlaysOf(trx, historyId, some)
        count += await liveRows(trx, historyId)
          .whereIn('item_key', some)
          .update({ ...emptied(now), cleared_at: now })
      }
      return count
    }),
  )
}

/** Keeps what the user rated or marked here; forgets the rest, so that it may be imported again. */
async function dropImported(
  db: Knex,
  historyId: number,
  link: number,
  gone: readonly { number: number; item_key: string }[],
): Promise<number> {
  const keys = gone.map(({ item_key }) => item_key)
  return transact(db, (trx) =>
    tallied(trx, historyId, keys, async () => {
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
