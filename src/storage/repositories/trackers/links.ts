import type { Knex } from 'knex'
import { isFailing } from '../../../model/tracker-link.ts'
import type { LinkChange, LinkState, SeenLink, TrackerLink } from '../../../model/tracker-link.ts'
import { read, transact, write } from '../../guard.ts'
import { deleteEvents } from './events.ts'
import { reasonColumns, toReason } from './reasons.ts'
import { eventRows, linkRows, seenLink } from './rows.ts'
import type { LinkRow } from './rows.ts'

type Busy = { readonly links: readonly number[]; readonly configurations: readonly number[] }

export function createLinkQueries(db: Knex) {
  const links = () => linkRows(db)
  /** Connected links whose time has come, except those that are busy. */
  const dueBy = (column: 'next_push_at' | 'next_pull_at', now: number, busy: Busy) =>
    links()
      .where({ state: 'connected' })
      .where(column, '<=', now)
      .whereNotIn('number', [...busy.links])
      .whereNotIn('configuration', [...busy.configurations])
      .orderBy(column)

  return {
    async ensure(
      configuration: number,
      profileId: string,
      tracker: string,
      state: LinkState,
    ): Promise<TrackerLink> {
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

    async links(configuration: number): Promise<readonly TrackerLink[]> {
      return (await read(db, () => links().where({ configuration }).orderBy('number'))).map(toLink)
    },

    async link(id: number): Promise<TrackerLink | null> {
      const row = await read(db, () => links().where({ number: id }).first())
      return row ? toLink(row) : null
    },

    /** Stores what became of an attempt, unless the link was changed meanwhile. Answers whether it was stored. */
    async settle(seen: SeenLink, change: LinkChange): Promise<boolean> {
      const columns = linkColumns({ ...changeOfTime(seen, change), ...change })
      return (await write(db, () => seenLink(db, seen).update(columns))) > 0
    },

    /** Stores what was pulled where a retry was asked for meanwhile; not where the account is another one now. */
    async notePulled(
      { id, state, secret, version }: TrackerLink,
      pulled: Pick<LinkChange, 'version' | 'addressMark' | 'pulledAt'>,
    ): Promise<void> {
      const same = { number: id, state, secret, version }
      await write(db, () => links().where(same).update(linkColumns(pulled)))
    },

    /** Stores another secret, unless it is no longer the one that was read. Answers whether it was stored. */
    async changeSecret({ id, secret }: TrackerLink, next: Uint8Array): Promise<boolean> {
      const changed = await write(db, () =>
        links().where({ number: id, secret }).update({ secret: next }),
      )
      return changed > 0
    },

    /** Changes a link and makes everything that waits for it due. An attempt that runs cannot undo that. */
    async retryNow(
      id: number,
      change: Omit<LinkChange, 'nextPushAt' | 'nextPullAt'> = {},
    ): Promise<void> {
      const now = Date.now()
      // Never a time that was there before, so that `settle` sees the difference.
      const due = (column: string) =>
        db.raw('case when ?? > ? then ? else ?? - 1 end', [column, now, now, column])
      await transact(db, async (trx) => {
        await linkRows(trx)
          .where({ number: id })
          .update({
            // First: MySQL reads what stands before it as changed already.
            turned_at: db.raw('case when failures > 0 or ? then ? else turned_at end', [
              change.state === 'connected',
              now,
            ]),
            ...linkColumns(change),
            failures: 0,
            next_push_at: due('next_push_at'),
            next_pull_at: due('next_pull_at'),
          })
        await eventRows(trx).where({ link: id, state: 'waiting' }).update({ next_at: now })
      })
    },

    async remove(id: number): Promise<void> {
      await write(db, () => links().where({ number: id }).delete())
      await deleteEvents(db, (query) => query.where({ link: id }))
    },

    /** The same, unless the link was changed since it was read. Answers whether it was removed. */
    async removeSeen(seen: SeenLink): Promise<boolean> {
      const removed = await write(db, () => seenLink(db, seen).delete())
      if (removed > 0) await deleteEvents(db, (query) => query.where({ link: seen.id }))
      return removed > 0
    },

    async duePushes(now: number, limit: number, busy: Busy): Promise<readonly TrackerLink[]> {
      const withEvents = eventRows(db)
        .where({ state: 'waiting' })
        .where('next_at', '<=', now)
        .distinct('link')
      const rows = await read(db, () =>
        dueBy('next_push_at', now, busy).whereIn('number', withEvents).limit(limit),
      )
      return rows.map(toLink)
    },

    async duePulls(now: number, limit: number, busy: Busy): Promise<readonly TrackerLink[]> {
      return (await read(db, () => dueBy('next_pull_at', now, busy).limit(limit))).map(toLink)
    },

    async forget(configuration: number): Promise<void> {
      const gone = await read(db, () => links().where({ configuration }).pluck('number'))
      for (const link of gone) await deleteEvents(db, (query) => query.where({ link }))
      await write(db, () => links().where({ configuration }).delete())
    },
  }
}

function changeOfTime(seen: SeenLink, { state, failures }: LinkChange): LinkChange {
  if (state === undefined && failures === undefined) return {}
  const now = Date.now()
  const next = { state: state ?? seen.state, failures: failures ?? seen.failures, turnedAt: now }
  return isFailing(next) === isFailing(seen) ? {} : { turnedAt: now }
}

function linkColumns(change: LinkChange): Partial<LinkRow> {
  return {
    ...(change.state !== undefined && { state: change.state }),
    ...(change.reason !== undefined && reasonColumns(change.reason)),
    ...(change.secret !== undefined && { secret: change.secret }),
    ...(change.addressMark !== undefined && { address_mark: change.addressMark }),
    ...(change.version !== undefined && { version: change.version }),
    ...(change.failures !== undefined && { failures: change.failures }),
    ...(change.pulledAt !== undefined && { pulled_at: change.pulledAt }),
    ...(change.turnedAt !== undefined && { turned_at: change.turnedAt }),
    ...(change.nextPushAt !== undefined && { next_push_at: change.nextPushAt }),
    ...(change.nextPullAt !== undefined && { next_pull_at: change.nextPullAt }),
  }
}

function toLink(row: LinkRow): TrackerLink {
  return {
    id: row.number,
    configuration: row.configuration,
    profileId: row.profile_id,
    tracker: row.tracker,
    state: row.state as LinkState,
    reason: toReason(row),
    secret: row.secret,
    addressMark: row.address_mark,
    version: row.version,
    failures: row.failures,
    pulledAt: row.pulled_at,
    nextPushAt: row.next_push_at,
    nextPullAt: row.next_pull_at,
    turnedAt: row.turned_at,
  }
}
