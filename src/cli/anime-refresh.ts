// `npm run anime:refresh`: downloads the anime lists and builds the database. --from FOLDER reads local lists; --force
// accepts shrunken ones.
import { join } from 'node:path'
import { findListFiles, readListAddresses, requireOverridesFile } from '../anime/settings.ts'
import { createMemoryLock } from '../cache/lock.ts'
import type { Config } from '../config/config.ts'
import { createLogger } from '../core/logger.ts'
import { createGuardedFetch } from '../security/guarded-fetch.ts'
import { createAnimeDownload } from '../services/anime-download.ts'
import { createAnimeService } from '../services/anime.ts'
import { createRefreshView, describeReport } from './refresh-view.ts'
import { readOptions, runCommand } from './run-command.ts'

async function refresh({ dataDir, anime, log }: Config): Promise<void> {
  const values = readOptions({
    from: { type: 'string' },
    force: { type: 'boolean', default: false },
  })
  // The operator's own addresses need no guard.
  const http = createGuardedFetch({ allowPrivate: true })
  const service = createAnimeService({
    folder: join(dataDir, 'anime'),
    lists:
      values.from === undefined ? readListAddresses(anime.sources) : findListFiles(values.from),
    overrides: requireOverridesFile(anime.overrides),
    refreshMs: null,
    download: createAnimeDownload(http.fetch),
    lock: createMemoryLock(),
    log: createLogger(log),
  })
  const view = createRefreshView(process.stdout)
  try {
    const report = await service.refresh({
      force: values.force,
      onProgress: (progress) => view.update(progress),
    })
    console.log(`\n${describeReport(report!)}`)
  } finally {
    await http.close()
  }
}

await runCommand(refresh)
