import cluster from 'node:cluster'
import { ConfigError, readConfig } from './config/config.ts'
import type { Config } from './config/config.ts'
import { createLogger } from './core/logger.ts'
import type { Logger } from './core/logger.ts'
import { createService } from './compose.ts'

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    return process.exit(1)
  }
}

/** One process that serves until it is told to stop. */
async function serve(config: Config, log: Logger): Promise<void> {
  const service = await createService(config, log)
  const { url } = await service.listen()
  log.info(`listening on ${url}`)
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // The second signal is from somebody who will not wait.
      if (stopping) process.exit(1)
      stopping = true
      log.info(`${signal}: finishing what runs`)
      service.close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'did not stop cleanly')
          process.exit(1)
        },
      )
    })
  }
}

/** Keeps the wanted number of processes alive; one that dies is replaced. */
function supervise(workers: number, log: Logger): void {
  let stopping = false
  for (let started = 0; started < workers; started += 1) cluster.fork()
  cluster.on('exit', ({ process: { pid } }, code) => {
    if (stopping) return
    log.warn({ pid, code }, 'a worker ended and is replaced')
    setTimeout(() => cluster.fork(), 1_000)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping = true
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
    })
  }
}

const config = readConfigOrExit()
const log = createLogger(config.log)

if (config.workers > 1 && cluster.isPrimary) supervise(config.workers, log)
else {
  serve(config, log).catch((error: unknown) => {
    log.fatal({ err: error }, 'could not start')
    process.exitCode = 1
    // Whatever half-started parts still hold the process open.
    setTimeout(() => process.exit(1), 500).unref()
  })
}
