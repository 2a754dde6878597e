import type { Knex } from 'knex'
import type { SeenLink } from '../../../model/tracker-link.ts'

export type LinkRow = {
  number: number
  configuration: number
  profile_id: string
  tracker: string
  state: string
  reason: string | null
  coded_reason: string | null
  secret: Uint8Array | null
  address_mark: string | null
  version: string | null
  failures: number
  next_push_at: number
  next_pull_at: number
  pulled_at: number | null
  turned_at: number | null
}

export type EventRow = {
  number: number
  link: number
  title_key: string
  state: string
  event: string
  attempts: number
  next_at: number
  reason: string | null
  coded_reason: string | null
  created_at: number
}

export const linkRows = (db: Knex) => db<LinkRow>('tracker_links')
/** The row of a link, if it is still as it was read. */
export const seenLink = (db: Knex, { id, state, nextPushAt, nextPullAt }: SeenLink) =>
  linkRows(db).where({ number: id, state, next_push_at: nextPushAt, next_pull_at: nextPullAt })
export const eventRows = (db: Knex) => db<EventRow>('tracker_events')
