import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { closeDatabase, isReachable, openDatabase } from '../../src/storage/database.ts'
import { freePort } from './free-port.ts'
import { leaveOut } from './missing-service.ts'
import { until } from './until.ts'

const program = '/usr/sbin/mariadbd'

export const mariadbMissing = !existsSync(program) || process.getuid?.() !== 0
if (mariadbMissing) {
  leaveOut('No mariadbd to start here, or not run by root: tests that restart it are skipped')
}

/** A server of one's own, for one test, to be stopped and started again; `version` is what it says of itself. */
export async function ownMariadbServer({ version }: { version?: string } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'service-mariadb-'))
  await chmod(folder, 0o755)
  const data = join(folder, 'data')
  const port = await freePort()
  const server = `mysql://root@127.0.0.1:${port}`
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    child = spawn(
      program,
      [
        '--no-defaults',
        '--user=root',
        `--datadir=${data}`,
        `--tmpdir=${folder}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        `--socket=${join(folder, 'sock')}`,
        '--innodb-buffer-pool-size=16M',
        '--innodb-log-file-size=8M',
        '--skip-name-resolve',
        ...(version === undefined ? [] : [`--version=${version}`]),
      ],
      { stdio: 'ignore' },
    )
    await waitUntilReachable()
  }

  async function waitUntilReachable(): Promise<void> {
    const isUp = async (): Promise<boolean> => {
      const db = openDatabase({ dialect: 'mysql', url: `${server}/mysql` })
      const reachable = await isReachable(db)
      await closeDatabase(db)
      return reachable
    }
    await until('mariadbd to start', isUp, Boolean, { timeoutMs: 20_000, everyMs: 100 })
  }

  async function stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  onTestFinished(async () => {
    await stop('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  // A folder of its own for temporary tables: two servers that are installed at once would take each other's.
  await promisify(execFile)('mariadb-install-db', [
    '--no-defaults',
    '--user=root',
    `--datadir=${data}`,
    `--tmpdir=${folder}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--skip-name-resolve',
  ])
  await start()
  return { server, start, stop }
}
