import type { Knex } from 'knex'
import { storedKey } from '../../model/history-key.ts'
import type {
  LinkChange,
  LinkState,
  TrackerEvent,
  TrackerLink,
  TrackerStore,
} from '../../model/tracker-store.ts'
import type { WatchEvent } from '../../model/tracker.ts'
import { read, transact, write } from '../guard.ts'

type LinkRow = {
  number: number
  configuration: number
  profile_id: string
  tracker: string
  state: string
  reason: string | null
  secret: Uint8Array | null
  address_mark: string | null
  version: string | null
  failures: number
  next_push_at: number
  next_pull_at: number
  pulled_at: number | null
}

type EventRow = {
  number: number
  link: number
  title_key: string
  state: string
  event: string
  attempts: number
  next_at: number
  reason: string | null
  created_at: number
}

const linkTable = 'tracker_links'
const eventTable = 'tracker_events'
const maxReason = 300
const insertAtOnce = 100
const deleteAtOnce = 500
/** Events that wait for one tracker; one that has to be connected again must not fill the disk. */
const maxWaiting = 50_000

export function createTrackerStore(db: Knex): TrackerStore {
  const links = (on: Knex = db) => on<LinkRow>(linkTable)
  const events = (on: Knex = db) => on<EventRow>(eventTable)

  async function enqueueFor(trx: Knex, link: number, told: readonly WatchEvent[]): Promise<void> {
    const now = Date.now()
    const keys = [...new Set(told.map(({ metaId }) => storedKey(metaId)))]
    const ahead = await events(trx)
      .where({ link, state: 'waiting' })
      .whereIn('title_key', keys)
      .groupBy('title_key')
      .select('title_key')
      .max({ latest: 'next_at' })
    const latest = new Map(ahead.map((row) => [row['title_key'], Number(row['latest'])]))
    const rows = told.map((event) => {
      const title_key = storedKey(event.metaId)
      return {
        link,
        title_key,
        state: 'waiting',
        event: JSON.stringify(event),
        next_at: Math.max(now, latest.get(title_key) ?? 0),
        created_at: now,
      }
    })
    for (let start = 0; start < rows.length; start += insertAtOnce) {
      await events(trx).insert(rows.slice(start, start + insertAtOnce))
    }
  }

  async function deleteEvents(choose: (query: Knex.QueryBuilder<EventRow>) => unknown) {
    for (;;) {
      const numbers = await read(db, () => {
        const query = events().limit(deleteAtOnce)
        void choose(query)
        return query.pluck('number')
      })
      if (numbers.length === 0) return
      await write(db, () => events().whereIn('number', numbers).delete())
    }
  }

  return {
    async ensure(configuration, profileId, tracker, state) {
      const key = { configuration, profile_id: profileId, tracker }
      const find = () => read(db, () => links().where(key).first())
      let row = await find()
      if (!row) {
        await write(db, () =>
          links()
            .insert({ ...key, state })
            .onConflict(['configuration', 'profile_id', 'tracker'])
            .merge(['configuration']),
        )
        row = await find()
      }
      return toLink(row!)
    },

    async links(configuration) {
      return (await read(db, () => links().where({ configuration }).orderBy('number'))).map(toLink)
    },

    async link(number) {
      const row = await read(db, () => links().where({ number }).first())
      return row ? toLink(row) : null
    },

    async change(number, change) {
      await write(db, () => links().where({ number }).update(linkColumns(change)))
    },

    async remove(number) {
      await write(db, () => links().where({ number }).delete())
      await deleteEvents((query) => query.where({ link: number }))
    },

    async enqueue(numbers, told) {
      if (numbers.length === 0 || told.length === 0) return
      await transact(db, async (trx) => {
        for (const link of numbers) await enqueueFor(trx, link, told)
      })
    },

    async duePushes(now, limit, busy) {
      const rows = await read(db, () =>
        links()
          .where({ state: 'connected' })
          .where('next_push_at', '<=', now)
          .whereNotIn('number', [...busy])
          .orderBy('next_push_at')
          .whereIn(
            'number',
            events().where({ state: 'waiting' }).where('next_at', '<=', now).distinct('link'),
          )
          .limit(limit),
      )
      return rows.map(toLink)
    },

    async duePulls(now, limit, busy) {
      const rows = await read(db, () =>
        links()
          .where({ state: 'connected' })
          .where('next_pull_at', '<=', now)
          .whereNotIn('number', [...busy])
          .orderBy('next_pull_at')
          .limit(limit),
      )
      return rows.map(toLink)
    },

    async due(link, now, limit) {
      const rows = await read(db, () =>
        events()
          .where({ link, state: 'waiting' })
          .where('next_at', '<=', now)
          .orderBy('number')
          .limit(limit),
      )
      const keys = [...new Set(rows.map(({ title_key }) => title_key))]
      if (keys.length === 0) return []
      const heads = await read(db, () =>
        events()
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
    },

    async delivered(numbers) {
      for (let start = 0; start < numbers.length; start += deleteAtOnce) {
        const some = numbers.slice(start, start + deleteAtOnce)
        await write(db, () => events().whereIn('number', some).delete())
      }
    },

    async postpone(link, { number, titleKey }, until, isCounted) {
      await transact(db, async (trx) => {
        if (isCounted) await events(trx).where({ number }).increment('attempts')
        await events(trx)
          .where({ link, title_key: titleKey, state: 'waiting' })
          .update({ next_at: until })
      })
    },

    async giveUp(number, reason) {
      const change = { state: 'dropped', reason: reason.slice(0, maxReason) }
      await write(db, () => events().where({ number }).update(change))
    },

    async hurry(link) {
      const now = Date.now()
      await write(db, () => events().where({ link, state: 'waiting' }).update({ next_at: now }))
      await write(db, () =>
        links().where({ number: link }).update({ next_push_at: 0, next_pull_at: 0, failures: 0 }),
      )
    },

    async waiting(numbers) {
      if (numbers.length === 0) return new Map()
      const rows = await read(db, () =>
        events()
          .whereIn('link', [...numbers])
          .where({ state: 'waiting' })
          .groupBy('link')
          .select('link')
          .count({ count: '*' }),
      )
      return new Map(rows.map((row) => [row['link'], Number(row['count'])]))
    },

    async givenUp(link, limit) {
      const rows = await read(db, () =>
        events().where({ link, state: 'dropped' }).orderBy('number', 'desc').limit(limit),
      )
      return rows.map(toEvent)
    },

    async prune(before) {
      await deleteEvents((query) =>
        query.where({ state: 'dropped' }).where('created_at', '<', before),
      )
      const crowded = await read(db, () =>
        events()
          .where({ state: 'waiting' })
          .groupBy('link')
          .havingRaw('count(*) > ?', [maxWaiting])
          .select('link'),
      )
      for (const { link } of crowded) {
        const first = await read(db, () =>
          events()
            .where({ link, state: 'waiting' })
            .orderBy('number', 'desc')
            .offset(maxWaiting)
            .first('number'),
        )
        if (first) {
          await deleteEvents((query) =>
            query.where({ link, state: 'waiting' }).where('number', '<=', first.number),
          )
        }
      }
    },

    async forget(configuration) {
      const gone = await read(db, () => links().where({ configuration }).pluck('number'))
      for (const link of gone) await deleteEvents((query) => query.where({ link }))
      await write(db, () => links().where({ configuration }).delete())
    },
  }
}

function linkColumns(change: LinkChange): Partial<LinkRow> {
  return {
    ...(change.state !== undefined && { state: change.state }),
    ...(change.reason !== undefined && { reason: change.reason?.slice(0, maxReason) ?? null }),
    ...(change.secret !== undefined && { secret: change.secret }),
    ...(change.addressMark !== undefined && { address_mark: change.addressMark }),
    ...(change.version !== undefined && { version: change.version }),
    ...(change.failures !== undefined && { failures: change.failures }),
    ...(change.pulledAt !== undefined && { pulled_at: change.pulledAt }),
    ...(change.nextPushAt !== undefined && { next_push_at: change.nextPushAt }),
    ...(change.nextPullAt !== undefined && { next_pull_at: change.nextPullAt }),
  }
}

function toLink(row: LinkRow): TrackerLink {
  return {
    number: row.number,
    configuration: row.configuration,
    profileId: row.profile_id,
    tracker: row.tracker,
    state: row.state as LinkState,
    reason: row.reason,
    secret: row.secret,
    addressMark: row.address_mark,
    version: row.version,
    failures: row.failures,
    pulledAt: row.pulled_at,
    nextPullAt: row.next_pull_at,
  }
}

function toEvent(row: EventRow): TrackerEvent {
  return {
    number: row.number,
    titleKey: row.title_key,
    event: JSON.parse(row.event) as WatchEvent,
    attempts: row.attempts,
    reason: row.reason,
    createdAt: row.created_at,
  }
}
