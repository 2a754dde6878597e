import type { Knex } from 'knex'
import { createBreakerQueries } from './breakers.ts'
import { createEventQueries } from './events.ts'
import { createLinkQueries } from './links.ts'

export type TrackerStore = ReturnType<typeof createTrackerStore>

export function createTrackerStore(db: Knex) {
  return { ...createLinkQueries(db), ...createEventQueries(db), ...createBreakerQueries(db) }
}
