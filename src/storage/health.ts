import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Knex } from 'knex'
import { isReachable } from './database.ts'
import type { DatabaseSettings } from './database.ts'
import { refusedChanges } from './guard.ts'
import { pendingMigrations } from './migrate.ts'
import { createSettingsStore } from './repositories/settings.ts'

const away = 'the database cannot be reached'
const full = 'the disk of the database is full; make room on it'
const leastFreeBytes = 2 ** 20
const probe = 'x'.repeat(60_000)

/** Null: the service can work with its database. */
export async function databaseProblem(
  db: Knex,
  settings: DatabaseSettings,
): Promise<string | null> {
  if (!(await isReachable(db))) return away
  const pending = await pendingMigrations(db).catch(() => null)
  if (pending === null) return away
  if (pending.length > 0) return 'the database lacks migrations; restart the service'
  if (settings.dialect === 'sqlite' && !(await hasRoom(settings.file))) return full
  const store = createSettingsStore(db)
  const refused = await refusedChanges(db, () => store.tryChange('write-probe', probe))
  if (refused === 'full') return full
  return refused === 'readOnly' ? 'the database takes no changes' : null
}

/** True where nobody can tell. */
async function hasRoom(file: string): Promise<boolean> {
  if (file === ':memory:') return true
  const disk = await statfs(dirname(file)).catch(() => null)
  if (disk === null) return true
  // Some blocks are reserved for the superuser.
  const blocks = process.getuid?.() === 0 ? disk.bfree : disk.bavail
  return blocks * disk.bsize >= leastFreeBytes
}
