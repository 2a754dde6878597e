import type { Knex } from 'knex'
import { dialectOf } from './dialect.ts'
import { read } from './guard.ts'

/** Syncs all commits to disk, for what must survive a power failure. MySQL does so at every commit. */
export async function makeDurable(db: Knex): Promise<void> {
  if (dialectOf(db) === 'mysql') return
  // A checkpoint syncs the log first.
  await read(db, () => db.raw('pragma wal_checkpoint(passive)'))
}
