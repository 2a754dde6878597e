import type { Config } from '../config/config.ts'
import { watchLoad } from '../services/operator/load.ts'
import { createOperatorService } from '../services/operator/service.ts'
import { createOperatorSessions } from '../services/operator/sessions.ts'
import { createBackups } from '../storage/backups.ts'
import { databaseProblem } from '../storage/health.ts'
import { createInstanceFigures } from '../storage/repositories/instance-figures.ts'
import type { BaseServices } from './base-services.ts'
import { version } from './version.ts'

/** Never off, since one password opens the page from anywhere. */
const operatorFailures = { points: 10, windowMs: 60_000 }

export function createOperatorServices(config: Config, base: BaseServices) {
  const { db, secretKey, stores, limiters, onClose } = base
  const load = watchLoad(config.memoryCeiling)
  onClose(async () => load.stop())
  const { password, backupDir } = config.operator
  return {
    operator: createOperatorService({
      ...base,
      version,
      load,
      problem: () => databaseProblem(db, config.storage),
      figures: createInstanceFigures(db),
      recorder: base.healthRecorder,
      backups: createBackups(config.storage, backupDir, base.log),
      dataDir: config.dataDir,
      keyIsSet: config.secretKey !== null,
    }),
    operatorSessions: createOperatorSessions({
      store: stores.operatorSessions,
      password,
      secretKey,
      hasher: base.hasher,
      failures: limiters.create({ name: 'operator-sign-in', limit: operatorFailures }),
    }),
  }
}
