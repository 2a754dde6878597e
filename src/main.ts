import cluster from 'node:cluster'
import { ConfigError, readConfig } from './config/config.ts'
import type { Config } from './config/config.ts'
import { answerMetricsQuestions } from './core/cluster-metrics.ts'
import { createLogger } from './core/logger.ts'
import type { Logger } from './core/logger.ts'
import { collectWhenQuiet } from './core/v8-tuning/collect-when-quiet.ts'
import { createService } from './compose/service.ts'
import { describeStartFailure } from './start-failure.ts'

const replaceAfterMs = 1_000

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
  const { baseUrl } = config.http
  log.info(`listening on ${url}${baseUrl === null ? '' : `, known as ${baseUrl}`}`)
  collectWhenQuiet()
  let stopping = false

  function stop(signal: NodeJS.Signals): void {
    if (stopping) {
      // A signal to the whole group reaches a worker twice: by itself and from its supervisor.
      if (cluster.isWorker) return
      // The second signal is from somebody who will not wait.
      process.exit(1)
    }
    stopping = true
    log.info(`${signal}: finishing what runs`)
    service.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }

  process.on('SIGTERM', stop)
  // A terminal sends its interrupt to the workers as well, whom their supervisor tells already.
  process.on('SIGINT', cluster.isWorker ? () => {} : stop)
}

/** Keeps the wanted number of processes alive; one that dies is replaced. */
function supervise(workers: number, log: Logger): void {
  let stopping = false
  let everServed = false

  function stop(): void {
    stopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM')
  }

  function replace(): void {
    if (!stopping) cluster.fork()
  }

  answerMetricsQuestions()
  cluster.on('listening', () => {
    everServed = true
  })
  cluster.on('exit', ({ process: { pid } }, code, signal) => {
    if (stopping) return
    if (!everServed) {
      // What stops one from starting stops the others too; it has said what that is.
      process.exitCode = 1
      stop()
      return
    }
    log.warn({ pid, code, signal }, 'a worker ended and is replaced')
    setTimeout(replace, replaceAfterMs)
  })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  for (let started = 0; started < workers; started += 1) cluster.fork()
}

const config = readConfigOrExit()
const log = createLogger(config.log)

if (config.workers > 1 && cluster.isPrimary) supervise(config.workers, log)
else {
  serve(config, log).catch((error: unknown) => {
    const reason = describeStartFailure(error, config)
    if (reason === null) log.fatal({ err: error }, 'could not start')
    else log.fatal(`could not start: ${reason}`)
    process.exitCode = 1
    // Whatever half-started parts still hold the process open.
    setTimeout(() => process.exit(1), 500).unref()
  })
}
