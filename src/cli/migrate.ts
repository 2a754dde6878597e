// `npm run migrate`: brings the database up to date, with a line for each step.
import { readConfig } from '../config/config.ts'
import { closeDatabase, openDatabase } from '../storage/database.ts'
import { migrateToLatest } from '../storage/migrate.ts'

try {
  const { storage } = readConfig(process.env)
  const db = openDatabase(storage)
  try {
    let steps = 0
    await migrateToLatest(db, {
      onStep(name) {
        steps++
        console.log(`done: ${name}`)
      },
    })
    if (steps === 0) console.log('nothing to do')
  } finally {
    await closeDatabase(db)
  }
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
