// `npm run restore -- FILE`: puts a backup in the place of the database, which is kept beside it. The service must not run.
import { resolve } from 'node:path'
import { ConfigError } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { assertSecretKey } from '../security/key-check.ts'
import { loadSecretKey } from '../security/secret-key.ts'
import { closeDatabase, openDatabase } from '../storage/database.ts'
import { lockDatabase } from '../storage/database-lock.ts'
import { createSettingsStore } from '../storage/repositories/settings.ts'
import { dropDatabase, prepareRestore, replaceDatabase } from '../storage/restore.ts'
import { readFileName, runCommand } from './run-command.ts'

async function restore(config: Config): Promise<void> {
  const { storage } = config
  if (storage.dialect !== 'sqlite') {
    throw new ConfigError(
      'The database is MySQL: restore what mysqldump wrote with mysql < FILE, as its server does.',
    )
  }
  const name = readFileName()
  if (name === null) throw new ConfigError('Name the backup: npm run restore -- FILE')
  const { file } = storage
  const kept = await lockDatabase(file, async () => {
    const prepared = await prepareRestore(resolve(name), file)
    try {
      await requireKey(config, prepared)
      return await replaceDatabase(file, prepared)
    } finally {
      await dropDatabase(prepared)
    }
  })
  console.log(`${file} is now what ${name} was.`)
  if (kept !== null) {
    console.log(`The database until now is kept: ${kept}. Delete it once all is well.`)
  }
}

async function requireKey({ dataDir, secretKey }: Config, file: string): Promise<void> {
  const key =
    secretKey === null
      ? await loadSecretKey(dataDir, { isDatabaseUsed: async () => true, warn: console.error })
      : Buffer.from(secretKey, 'hex')
  const db = openDatabase({ dialect: 'sqlite', file })
  try {
    await assertSecretKey(createSettingsStore(db), key)
  } finally {
    await closeDatabase(db)
  }
}

await runCommand(restore)
