// `npm run history:recount`: counts anew how much everybody has watched, which is kept counted as it changes.
import { readConfig } from '../config/config.ts'
import { closeDatabase, openDatabase } from '../storage/database.ts'
import { migrateToLatest } from '../storage/migrate.ts'
import { createHistoryStore } from '../storage/repositories/history/store.ts'

try {
  const { storage } = readConfig(process.env)
  const db = openDatabase(storage)
  try {
    await migrateToLatest(db)
    const wrong = await createHistoryStore(db).recount()
    console.log(wrong === 0 ? 'every count was right' : `${wrong} users were counted wrongly`)
  } finally {
    await closeDatabase(db)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
