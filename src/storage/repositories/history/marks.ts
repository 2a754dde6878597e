import type { Knex } from 'knex'
import type { HistoryKey, HistoryStore, Outbox } from '../../../model/history-store.ts'
import { storedItemKey } from '../../../model/history-key.ts'
import { dialectOf } from '../../dialect.ts'
import { read, transact } from '../../guard.ts'
import { dropEmpty, local, pickUp, putRows, sendEvents } from './changes.ts'
import { chunkSize, inChunks, liveRows, neverPlayed, newRow, placeAt } from './rows.ts'
import type { Row } from './rows.ts'
import { tallied } from './tally.ts'

/** What users mark themselves; tracker events are written with each mark. */
export function createMarks(
  db: Knex,
): Pick<
  HistoryStore,
  'markPlayed' | 'markUnplayed' | 'markableTimes' | 'setFavorite' | 'setLikes'
> {
  const larger = dialectOf(db) === 'mysql' ? 'greatest' : 'max'

  async function mark(
    historyId: number,
    key: HistoryKey,
    change: Partial<Row>,
    outbox: Outbox,
  ): Promise<void> {
    const made = { ...newRow(historyId, key, Date.now()), ...change }
    await transact(db, (trx) =>
      putRows(trx, historyId, { keys: [key], made: [made], merge: change }, async () => {
        await dropEmpty(trx, historyId, [made.item_key])
        await sendEvents(trx, outbox, false)
      }),
    )
  }

  return {
    async markPlayed(historyId, keys, at, outbox) {
      const made = keys.map((key) => ({
        ...newRow(historyId, key, at),
        ...local,
        played: true,
        play_count: 1,
        last_played_at: at,
        marked_at: at,
      }))
      const merge = {
        ...local,
        played: true,
        play_count: db.raw(`${larger}(play_count, 1)`),
        position_ms: 0,
        resumable: false,
        last_played_at: at,
        marked_at: at,
        sort_at: placeAt(at),
      }
      await transact(db, (trx) =>
        putRows(trx, historyId, { keys, made, merge }, async () =>
          sendEvents(trx, outbox, await pickUp(trx, historyId, keys[0]!)),
        ),
      )
    },

    async markUnplayed(historyId, parts, outbox) {
      const keys = [...new Set(parts.map(storedItemKey))]
      const now = Date.now()
      const changes = {
        ...local,
        ...neverPlayed,
        changed_at: now,
        // An import does not bring back what was played until now.
        cleared_at: now,
      }
      await transact(db, (trx) =>
        tallied(trx, historyId, keys, async () => {
          for (let start = 0; start < keys.length; start += chunkSize) {
            const part = keys.slice(start, start + chunkSize)
            await liveRows(trx, historyId).whereIn('item_key', part).update(changes)
            await dropEmpty(trx, historyId, part)
          }
          await sendEvents(trx, outbox, false)
        }),
      )
    },

    async markableTimes(historyId, parts) {
      const found = await inChunks(parts.map(storedItemKey), (some) =>
        read(db, () =>
          liveRows(db, historyId)
            .whereIn('item_key', [...some])
            .where({ origin: 'local', played: true })
            .select('item_key', 'last_played_at', 'marked_at', 'link'),
        ),
      )
      return new Map(
        found.map(({ item_key, last_played_at, marked_at, link }) => {
          const times = link === null ? [last_played_at, marked_at] : [marked_at]
          return [item_key, times.filter((at) => at !== null)]
        }),
      )
    },

    setFavorite: (historyId, key, favorite, outbox) => mark(historyId, key, { favorite }, outbox),

    setLikes: (historyId, key, likes, outbox) => mark(historyId, key, { likes }, outbox),
  }
}
