import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type Child = {
  readonly pid: number
  /** The first line that matches; throws when the process ends before or says nothing of it for twenty seconds. */
  saying(pattern: RegExp): Promise<RegExpExecArray>
  /** Asks it to end, and makes it after three seconds. */
  stop(): Promise<void>
}

const patienceMs = 20_000
const graceMs = 3_000
const running = new Set<ChildProcess>()

// Whatever ends this process ends those that it started.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

/** Another Node process. It sees of the environment only `PATH` and `env`. */
export function startNode(
  parameters: readonly string[],
  { env = {}, cwd }: { env?: Readonly<Record<string, string>>; cwd?: string } = {},
): Child {
  const child = spawn(process.execPath, parameters, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      child.emit('line')
    })
  }
  const ended = once(child, 'close').then(() => {
    running.delete(child)
    child.emit('line')
  })

  return {
    pid: child.pid!,
    async saying(pattern) {
      const signal = AbortSignal.timeout(patienceMs)
      for (;;) {
        const found = lines.map((line) => pattern.exec(line)).find((match) => match !== null)
        if (found) return found
        if (!running.has(child)) throw new Error(`it ended early:\n${lines.join('\n')}`)
        await once(child, 'line', { signal })
      }
    },
    async stop() {
      child.kill('SIGTERM')
      const cutOff = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await ended
      clearTimeout(cutOff)
    },
  }
}
