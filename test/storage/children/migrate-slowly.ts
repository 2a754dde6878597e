// Migrates when told to and prints each step it carried out itself.
import { once } from 'node:events'
import { closeDatabase, openDatabase } from '../../../src/storage/database.ts'
import { migrateToLatest } from '../../../src/storage/migrate.ts'
import { slowSteps } from './steps.ts'

const db = openDatabase(JSON.parse(process.argv[2]!))
console.log('ready')
await once(process.stdin, 'data')
await migrateToLatest(db, { steps: slowSteps, onStep: (name) => console.log(`step ${name}`) })
await closeDatabase(db)
process.stdin.destroy()
