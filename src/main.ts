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

async function serve(config: Config, log: Logger): Promise<void> {
  const service = await createService(config, log)
  const { url } = await service.listen()
  let stopping = false

  function stop(signal: NodeJS.Signals): void {
    if (stopping) {
      // A signal to the process group reaches a worker twice: directly and from its supervisor.
      if (cluster.isWorker) return
      // A second signal means at once.
      process.exit(1)
    }
    stopping = true
    log.info(`${signal}: finishing running requests`)
    service.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }

  process.on('SIGTERM', stop)
  // A terminal's interrupt also reaches the workers, which their supervisor stops anyway.
  process.on('SIGINT', cluster.isWorker ? () => {} : stop)
  // Last, since whoever waits for this line may stop the service at once.
  const { baseUrl } = config.http
  log.info(`listening on ${url}${baseUrl === null ? '' : `, known as ${baseUrl}`}`)
  collectWhenQuiet()
}

/** Keeps the given number of worker processes alive and replaces those that die. */
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
      // What stops one worker from starting stops all; it has logged the reason.
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
    // In case half-started parts keep the process alive.
    setTimeout(() => process.exit(1), 500).unref()
  })
}
