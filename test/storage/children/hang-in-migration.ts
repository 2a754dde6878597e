// Stops for ever between the two schema changes of a step.
import { openDatabase } from '../../../src/storage/database.ts'
import { migrateToLatest } from '../../../src/storage/migrate.ts'
import { twoTables } from './steps.ts'

const db = openDatabase(JSON.parse(process.argv[2]!))
setInterval(() => {}, 60_000)
await migrateToLatest(db, {
  steps: twoTables(() => {
    console.log('in the middle')
    return new Promise(() => {})
  }),
})
