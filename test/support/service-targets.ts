import { randomInt } from 'node:crypto'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import type { DatabaseSettings } from '../../src/storage/database.ts'
import { configurationTable } from '../../src/storage/repositories/configurations.ts'
import { mysql } from './dialects.ts'
import { redisMissing, sharedServer } from './redis.ts'
import { startService } from './service.ts'
import type { RunningService } from './service.ts'
import type { Ending } from './ending.ts'

/** A database of Redis that no other test uses. */
const redisUrl = `${sharedServer}/9`

type Settings = Readonly<Record<string, string>>

/** Suites at the same time share Redis, which tells all its listeners of a configuration by its number. */
async function numberApart(settings: DatabaseSettings): Promise<void> {
  const db = openDatabase(settings)
  await db.raw(`alter table ?? auto_increment = ${randomInt(1, 2 ** 30)}`, [configurationTable])
  await closeDatabase(db)
}

/** What a service can run on: alone on SQLite, and as two nodes on one MariaDB and one Redis. */
export const serviceTargets = [
  {
    name: 'one node on SQLite',
    skip: false,
    start: async (env: Settings, ends: Ending): Promise<RunningService[]> => {
      return [await startService(env, ends)]
    },
  },
  {
    name: 'two nodes on MariaDB and Redis',
    skip: redisMissing || mysql.skip,
    start: async (env: Settings, ends: Ending): Promise<RunningService[]> => {
      const database = await mysql.createMigrated()
      ends(database.dispose)
      const { settings } = database
      if (settings.dialect !== 'mysql') throw new Error('this is not MariaDB')
      await numberApart(settings)
      const shared = {
        DATABASE_URL: settings.url,
        REDIS_URL: redisUrl,
        SECRET_KEY: 'ab'.repeat(32),
      }
      const first = await startService({ ...shared, ...env }, ends)
      return [first, await startService({ ...shared, ...env }, ends)]
    },
  },
] as const
