import { readConfig } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { describeStartFailure } from '../start-failure.ts'
import { closeDatabase, openDatabase } from '../storage/database.ts'
import { requireServerVersion } from '../storage/server-version.ts'

type Database = ReturnType<typeof openDatabase>

/** Reads the settings and does the work; says in one line why it cannot, and then ends with 1. */
export async function runCommand(work: (config: Config) => Promise<void> | void): Promise<void> {
  let config: Config | null = null
  try {
    config = readConfig(process.env)
    await work(config)
  } catch (error) {
    console.error(describeStartFailure(error, config) ?? error)
    process.exitCode = 1
  }
}

/** Does the work with the database of the settings, which is closed afterwards. */
export async function withDatabase(
  { storage }: Config,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const db = openDatabase(storage)
  try {
    await requireServerVersion(db)
    await work(db)
  } finally {
    await closeDatabase(db)
  }
}
