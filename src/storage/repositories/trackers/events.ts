import type { Knex } from 'knex'
import type { SeenLink, StoredReason, TrackerEvent } from '../../../model/tracker-link.ts'
import type { WatchEvent } from '../../../model/tracker.ts'
import { read, transact, write } from '../../guard.ts'
import { enqueueEvents } from './outbox.ts'
import { reasonColumns, toReason } from './reasons.ts'
import { eventRows, linkRows, seenLink } from './rows.ts'
import type { EventRow } from './rows.ts'

const deleteAtOnce = 500
/** Per link; a tracker that must be connected again must not fill the disk. */
const maxWaiting = 50_000

export function createEventQueries(db: Knex) {
  const events = () => eventRows(db)

  return {
    async enqueue(links: readonly number[], added: readonly WatchEvent[]): Promise<void> {
      if (links.length === 0 || added.length === 0) return
      await transact(db, (trx) => enqueueEvents(trx, links, added))
    },

    /** Oldest first; none that would overtake an earlier one of its title. */
    dueEvents: (link: number, now: number, limit: number) => dueEvents(db, link, now, limit),

    async removeDelivered(ids: readonly number[]): Promise<void> {
      for (let start = 0; start < ids.length; start += deleteAtOnce) {
        const some = ids.slice(start, start + deleteAtOnce)
        await write(db, () => events().whereIn('number', some).delete())
      }
    },

    /** `isCounted`: an attempt failed; otherwise the tracker asked for time. False: the link was changed meanwhile. */
    async postpone(
      link: SeenLink,
      { id, titleKey }: Pick<TrackerEvent, 'id' | 'titleKey'>,
      until: number,
      isCounted: boolean,
    ): Promise<boolean> {
      return transact(db, async (trx) => {
        // A write that changes nothing: nobody can ask for a retry until this is done.
        const isSame = (await seenLink(trx, link).update({ state: link.state })) > 0
        if (isCounted) await eventRows(trx).where({ number: id }).increment('attempts')
        if (isSame) {
          await eventRows(trx)
            .where({ link: link.id, title_key: titleKey, state: 'waiting' })
            .update({ next_at: until })
        }
        return isSame
      })
    },

    async keepRest(id: number, rest: WatchEvent): Promise<void> {
      const change = { event: JSON.stringify(rest) }
      await write(db, () => events().where({ number: id, state: 'waiting' }).update(change))
    },

    async giveUp(id: number, reason: StoredReason): Promise<void> {
      const change = { state: 'dropped', ...reasonColumns(reason) }
      await write(db, () => events().where({ number: id }).update(change))
    },

    async waitingCounts(links: readonly number[]): Promise<ReadonlyMap<number, number>> {
      if (links.length === 0) return new Map()
      const rows = await read(db, () =>
        events()
          .whereIn('link', [...links])
          .where({ state: 'waiting' })
          .groupBy('link')
          .select('link')
          .count({ count: '*' }),
      )
      return new Map(rows.map((row) => [row['link'], Number(row['count'])]))
    },

    async givenUp(link: number, limit: number): Promise<readonly TrackerEvent[]> {
      const rows = await read(db, () =>
        events().where({ link, state: 'dropped' }).orderBy('number', 'desc').limit(limit),
      )
      return rows.map(toEvent)
    },

    /** Removes old given-up events, the oldest beyond the bound per link, and those of links that are gone. */
    async prune(before: number): Promise<void> {
      await deleteEvents(db, (query) =>
        query.where({ state: 'dropped' }).where('created_at', '<', before),
      )
      await pruneCrowded(db)
      await deleteEvents(db, (query) => query.whereNotIn('link', linkRows(db).select('number')))
    },
  }
}

export async function deleteEvents(
  db: Knex,
  choose: (query: Knex.QueryBuilder<EventRow>) => unknown,
): Promise<void> {
  for (;;) {
    const ids = await read(db, () => {
      const query = eventRows(db).limit(deleteAtOnce)
      void choose(query)
      return query.pluck('number')
    })
    if (ids.length === 0) return
    await write(db, () => eventRows(db).whereIn('number', ids).delete())
  }
}

async function pruneCrowded(db: Knex): Promise<void> {
  const crowded = await read(db, () =>
    eventRows(db)
      .where({ state: 'waiting' })
      .groupBy('link')
      .havingRaw('count(*) > ?', [maxWaiting])
      .select('link'),
  )
  for (const { link } of crowded) {
    const newestRemoved = await read(db, () =>
      eventRows(db)
        .where({ link, state: 'waiting' })
        .orderBy('number', 'desc')
        .offset(maxWaiting)
        .first('number'),
    )
    if (!newestRemoved) continue
    await deleteEvents(db, (query) =>
      query.where({ link, state: 'waiting' }).where('number', '<=', newestRemoved.number),
    )
  }
}

async function dueEvents(
  db: Knex,
  link: number,
  now: number,
  limit: number,
): Promise<readonly TrackerEvent[]> {
  const rows = await read(db, () =>
    eventRows(db)
      .where({ link, state: 'waiting' })
      .where('next_at', '<=', now)
      .orderBy('number')
      .limit(limit),
  )
  const keys = [...new Set(rows.map(({ title_key }) => title_key))]
  if (keys.length === 0) return []
  const heads = await read(db, () =>
    eventRows(db)
      .where({ link, state: 'waiting' })
      .whereIn('title_key', keys)
      .groupBy('title_key')
      .select('title_key')
      .min({ head: 'number' }),
  )
  const chosen = new Set(rows.map(({ number }) => number))
  const ready = new Set(
    heads.filter((row) => chosen.has(Number(row['head']))).map((row) => row['title_key']),
  )
  return rows.filter(({ title_key }) => ready.has(title_key)).map(toEvent)
}

function toEvent(row: EventRow): TrackerEvent {
  return {
    id: row.number,
    titleKey: row.title_key,
    event: JSON.parse(row.event) as WatchEvent,
    attempts: row.attempts,
    reason: toReason(row),
    createdAt: row.created_at,
  }
}
