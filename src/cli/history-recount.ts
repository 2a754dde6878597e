// `npm run history:recount`: recomputes the stored watch counts.
import { migrateToLatest } from '../storage/migrate.ts'
import { createHistoryStore } from '../storage/repositories/history/store.ts'
import { runCommand, withDatabase } from './run-command.ts'

await runCommand((config) =>
  withDatabase(config, async (db) => {
    await migrateToLatest(db)
    const wrong = await createHistoryStore(db).recount()
    console.log(wrong === 0 ? 'every count was right' : `${wrong} users were counted wrongly`)
  }),
)
