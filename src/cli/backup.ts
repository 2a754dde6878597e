// `npm run backup`: copies the database to BACKUP_DIR, or with `-- FILE` to that file. The service may run meanwhile.
import { join, resolve } from 'node:path'
import { ConfigError } from '../config/config.ts'
import type { Config } from '../config/config.ts'
import { createLogger } from '../core/logger.ts'
import { createBackups } from '../storage/backups.ts'
import { readFileName, runCommand } from './run-command.ts'

async function backUp({ storage, operator, dataDir, secretKey, log }: Config): Promise<void> {
  const name = readFileName()
  const backups = createBackups(storage, operator.backupDir, createLogger(log))
  if ((await backups.databaseBytes()) === 0) {
    throw new ConfigError('There is no database yet: DATA_DIR or DATABASE_URL names another place')
  }
  const target = name === null ? null : resolve(name)
  if (target === null) console.log(join(operator.backupDir, (await backups.make()).name))
  else {
    await backups.makeAt(target)
    console.log(target)
  }
  const key = secretKey === null ? join(dataDir, 'secret.key') : 'SECRET_KEY'
  console.log(
    `The database is in it, the key is not, and one is worthless without the other: keep ${key} as well, in another place.`,
  )
}

await runCommand(backUp)
