// `npm run activity:rebuild`: counts anew what statistics of plays are read from. The service may run meanwhile.
import { migrateToLatest } from '../storage/migrate.ts'
import { dropSums, foldStale } from '../storage/repositories/plays/fold.ts'
import { runCommand, withDatabase } from './run-command.ts'

await runCommand((config) =>
  withDatabase(config, async (db) => {
    await migrateToLatest(db)
    await dropSums(db)
    const days = await foldStale(db, {
      onFailure(error, historyId) {
        console.error(`a month of history ${historyId} could not be counted:`, error)
        process.exitCode = 1
      },
    })
    console.log(`${days} days were counted`)
  }),
)
