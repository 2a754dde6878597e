import type { Knex } from 'knex'
import { dialectOf } from './dialect.ts'
import { read } from './guard.ts'

/** Puts everything that was committed on the disk itself, for what must outlast a power failure. MySQL does so with every commit. */
export async function makeDurable(db: Knex): Promise<void> {
  if (dialectOf(db) === 'mysql') return
  // A checkpoint syncs the log before it moves anything from it.
  await read(db, () => db.raw('pragma wal_checkpoint(passive)'))
}
