// `npm run activity:rebuild`: counts anew what statistics of plays are read from.
import { migrateToLatest } from '../storage/migrate.ts'
import { dropSums, foldMarks } from '../storage/repositories/plays/fold.ts'
import { runCommand, withDatabase } from './run-command.ts'

await runCommand((config) =>
  withDatabase(config, async (db) => {
    await migrateToLatest(db)
    await dropSums(db)
    let days = 0
    for (let folded = -1; folded !== 0; days += folded) folded = await foldMarks(db)
    console.log(`${days} days were counted`)
  }),
)
