import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** Another process that runs a script of the service. `lines` grows with its output. */
export function startChild(script: URL, ...parameters: unknown[]) {
  return follow(
    spawn(
      process.execPath,
      [fileURLToPath(script), ...parameters.map((parameter) => JSON.stringify(parameter))],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    ),
  )
}

/** Reads what a process writes; kills it when the test ends. */
export function follow(child: ChildProcessWithoutNullStreams) {
  const lines: string[] = []
  const errors: string[] = []
  const waiting = new Set<() => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    for (const wake of waiting) wake()
  })
  child.stderr.on('data', (text) => errors.push(String(text)))
  const exited = once(child, 'close').then(([code]) => {
    for (const wake of waiting) wake()
    return code as number | null
  })
  onTestFinished(() => void child.kill('SIGKILL'))

  async function linesUntil(enough: (lines: readonly string[]) => boolean): Promise<void> {
    while (!enough(lines)) {
      if (child.exitCode !== null) throw new Error(`The child ended early: ${errors.join('')}`)
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
      })
    }
  }

  return {
    lines,
    linesUntil,
    say: (line: string) => child.stdin.write(`${line}\n`),
    /** Kills it as a power cut would, and waits until it is gone. */
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await exited
    },
    /** Its exit code and what it wrote to stderr. */
    finished: async () => ({ code: await exited, errors: errors.join('') }),
  }
}
