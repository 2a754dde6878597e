import type { Knex } from 'knex'
import { storedKey } from '../../../model/history-key.ts'
import type { WatchEvent } from '../../../model/tracker.ts'
import { eventRows } from './rows.ts'

const insertAtOnce = 100

/**
 * Queues behind events of the same title. Call it in the transaction that writes what happened, so that history and trackers
 * cannot differ.
 */
export async function enqueueEvents(
  trx: Knex,
  links: readonly number[],
  events: readonly WatchEvent[],
): Promise<void> {
  if (events.length === 0) return
  const now = Date.now()
  for (const link of links) {
    const due = await dueTimes(trx, link, events)
    const rows = events.map((event) => {
      const title_key = storedKey(event.metaId)
      return {
        link,
        title_key,
        state: 'waiting',
        event: JSON.stringify(event),
        next_at: Math.max(now, due.get(title_key) ?? 0),
        created_at: now,
      }
    })
    for (let start = 0; start < rows.length; start += insertAtOnce) {
      await eventRows(trx).insert(rows.slice(start, start + insertAtOnce))
    }
  }
}

/** When the last waiting event of each title is due. */
async function dueTimes(
  trx: Knex,
  link: number,
  events: readonly WatchEvent[],
): Promise<ReadonlyMap<string, number>> {
  const keys = [...new Set(events.map(({ metaId }) => storedKey(metaId)))]
  const waiting = await eventRows(trx)
    .where({ link, state: 'waiting' })
    .whereIn('title_key', keys)
    .groupBy('title_key')
    .select('title_key')
    .max({ latest: 'next_at' })
  return new Map(waiting.map((row) => [row['title_key'], Number(row['latest'])]))
}
