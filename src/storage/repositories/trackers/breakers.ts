import type { Knex } from 'knex'
import type { BreakerState } from '../../../model/breaker.ts'
import { read } from '../../guard.ts'
import { eventRows, linkRows } from './rows.ts'

export type BreakerCount = {
  readonly tracker: string
  readonly state: BreakerState
  readonly count: number
  /** When the first of them began to fail. */
  readonly since: number | null
}

type CountRow = {
  kind: string
  breaker: BreakerState
  amount: number
  since: number | null
}

export function createBreakerQueries(db: Knex) {
  return {
    /** Connections of everybody that are used, by tracker (`source` for all sources) and state of their breakers. */
    async countBreakers(now: number): Promise<readonly BreakerCount[]> {
      const waiting = eventRows(db)
        .where({ state: 'waiting' })
        .where('link', db.ref('tracker_links.number'))
      const tracker = "case when tracker like 'source:%' then 'source' else tracker end"
      const due = db.raw('case when exists ? then next_push_at else next_pull_at end', [waiting])
      const state = db.raw(
        `case when state = 'reconnect' then 'open' when failures = 0 or turned_at is null then 'closed' when ? > ? then 'open' else 'half-open' end`,
        [due, now],
      )
      const rows: CountRow[] = await read(db, () =>
        linkRows(db)
          .whereNot({ state: 'pending' })
          .select(db.raw(`${tracker} as kind`), db.raw('? as breaker', [state]))
          .select(db.raw('count(*) as amount'), db.raw('min(turned_at) as since'))
          .groupByRaw('1, 2'),
      )
      return rows.map((row) => ({
        tracker: row.kind,
        state: row.breaker,
        count: row.amount,
        since: row.breaker === 'closed' ? null : row.since,
      }))
    },
  }
}
