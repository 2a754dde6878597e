import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Redis } from 'ioredis'
import { onTestFinished } from 'vitest'
import { closeRedis, openRedis } from '../../src/cache/open-redis.ts'
import { freePort } from './free-port.ts'
import { leaveOut } from './missing-service.ts'

const program = 'redis-server'
export const sharedServer = 'redis://127.0.0.1:6379'

async function answers(url: string): Promise<boolean> {
  const redis = await openRedis(url, { warn() {} })
  const ready = redis.status === 'ready'
  redis.disconnect()
  return ready
}

export const redisMissing = !(await answers(sharedServer))
if (redisMissing) leaveOut('Redis does not answer on 127.0.0.1:6379: its tests are skipped')

/** A connection for one test, and a prefix whose keys are removed when it ends. */
export async function testRedis(): Promise<{ redis: Redis; prefix: string }> {
  const prefix = `service-test:${randomBytes(6).toString('hex')}:`
  const redis = await openRedis(sharedServer, { warn() {} })
  onTestFinished(async () => {
    for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 1_000 })) {
      if (keys.length > 0) await redis.del(keys)
    }
    await closeRedis(redis)
  })
  return { redis, prefix }
}

/** A server of one's own, to be stopped and started again. */
export async function ownRedisServer(...options: string[]) {
  const port = await freePort()
  let child: ReturnType<typeof spawn> | null = null

  async function start(): Promise<void> {
    const started = spawn(
      program,
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...options],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    child = started
    for await (const text of started.stdout) {
      if (String(text).includes('Ready to accept connections')) break
    }
  }

  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  /** Stopped like this it keeps its connections but answers nothing. */
  const freeze = (): void => void child?.kill('SIGSTOP')
  const thaw = (): void => void child?.kill('SIGCONT')

  onTestFinished(stop)
  await start()
  return { url: `redis://127.0.0.1:${port}`, start, stop, freeze, thaw }
}
