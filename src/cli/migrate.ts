// `npm run migrate`: brings the database up to date and prints each step.
import { migrateToLatest } from '../storage/migrate.ts'
import { runCommand, withDatabase } from './run-command.ts'

await runCommand((config) =>
  withDatabase(config, async (db) => {
    let steps = 0
    await migrateToLatest(db, {
      onStep(name) {
        steps++
        console.log(`done: ${name}`)
      },
    })
    if (steps === 0) console.log('nothing to do')
  }),
)
