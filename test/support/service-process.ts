import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { follow } from './child.ts'
import { createClient } from './service.ts'

const start = new URL('../../src/start.js', import.meta.url)

/** For one test; removed when it ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The service, or a command of it, as an operator starts it: a process of its own, told everything by its environment. */
export function launchService(
  env: Readonly<Record<string, string>> = {},
  script: URL = start,
  parameters: readonly string[] = [],
) {
  const child = spawn(process.execPath, [fileURLToPath(script), ...parameters], {
    // A group of its own, as a terminal makes one for what it runs.
    detached: true,
    // Where nobody keeps a `.env`.
    cwd: tmpdir(),
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: env['DATA_DIR'] ?? temporaryFolder(),
      LOG_FORMAT: 'json',
      ANIME_REFRESH: 'off',
      SKIP_SOURCES: 'off',
      FILLER_SOURCE: 'off',
      ALLOW_PRIVATE_URLS: 'true',
      RATE_LIMIT_USER: 'off',
      RATE_LIMIT_SEARCH: 'off',
      RATE_LIMIT_PREVIEW: 'off',
      RATE_LIMIT_SIGN_IN: 'off',
      ...env,
    },
  })
  const pid = child.pid!
  onTestFinished(() => {
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  })
  return {
    ...follow(child),
    pid,
    signal: (signal: NodeJS.Signals) => process.kill(pid, signal),
    /** What a terminal does at Ctrl-C. */
    signalGroup: (signal: NodeJS.Signals) => process.kill(-pid, signal),
    /** Ids of the processes that it has started. */
    workers: () =>
      readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean),
  }
}

const listening = /listening on (http:\/\/[^"\s,]+)/

/** Launched, and ready to answer; `listeners`: how many processes must be. */
export async function startServiceProcess(
  env: Readonly<Record<string, string>> = {},
  listeners = 1,
  script?: URL,
) {
  const child = launchService(env, script)
  const addresses = () => child.lines.flatMap((line) => listening.exec(line)?.[1] ?? [])
  await child.linesUntil(() => addresses().length >= listeners)
  return { ...child, ...createClient(addresses()[0]!), addresses }
}

/** What a start that fails, or a command, says on both channels, and its exit code. */
export async function refusedStart(
  env: Readonly<Record<string, string>>,
  ...parameters: readonly string[]
) {
  const child = launchService(env, start, parameters)
  const { code, errors } = await child.finished()
  return { code, errors, log: child.lines.join('\n') }
}
