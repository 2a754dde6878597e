import { availableParallelism, freemem, loadavg, totalmem, uptime } from 'node:os'
import { performance } from 'node:perf_hooks'
import type { EventLoopUtilization } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

const lookEveryMs = 5_000

export type ProcessLoad = {
  /** Share of one core in the last seconds; more than 1 where threads work, too. */
  readonly cpu: number
  /** Share of the last seconds in which the event loop was busy. */
  readonly busy: number
  /** Bytes. */
  readonly resident: number
  readonly heapUsed: number
  readonly heapLimit: number
  readonly ceiling: number
}

export type MachineLoad = {
  readonly cores: number
  /** Averages of 1, 5 and 15 minutes; zeros on Windows. */
  readonly load: readonly number[]
  /** Bytes. */
  readonly memory: number
  readonly memoryFree: number
  readonly uptimeMs: number
}

export type LoadWatch = ReturnType<typeof watchLoad>

/** `ceiling`: bytes near which requests are refused. */
export function watchLoad(ceiling: number) {
  let cpuBefore = process.cpuUsage()
  let loopBefore: EventLoopUtilization = performance.eventLoopUtilization()
  let before = performance.now()
  let last = { cpu: 0, busy: 0 }

  function look(): void {
    const at = performance.now()
    const loop = performance.eventLoopUtilization()
    const { user, system } = process.cpuUsage(cpuBefore)
    const { utilization: busy } = performance.eventLoopUtilization(loop, loopBefore)
    last = { cpu: (user + system) / 1_000 / (at - before), busy }
    cpuBefore = process.cpuUsage()
    loopBefore = loop
    before = at
  }

  const timer = setInterval(look, lookEveryMs).unref()

  return {
    process: (): ProcessLoad => {
      const { used_heap_size: heapUsed, heap_size_limit: heapLimit } = getHeapStatistics()
      // Asked before the first look.
      if (last.busy === 0) look()
      return { ...last, resident: process.memoryUsage.rss(), heapUsed, heapLimit, ceiling }
    },
    machine: (): MachineLoad => ({
      cores: availableParallelism(),
      load: loadavg(),
      memory: totalmem(),
      memoryFree: freemem(),
      uptimeMs: uptime() * 1_000,
    }),
    stop: () => clearInterval(timer),
  }
}
