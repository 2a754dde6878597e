import { performance } from 'node:perf_hooks'

/** Timers, health checks and a few requests keep a process this busy, on a slow machine too. */
export const quietShare = 0.05

/** Of the time since the last call: of the event loop, or of all threads where they do more, as while pictures are made. */
export function createBusyShare(): () => number {
  let loop = performance.eventLoopUtilization()
  let cpu = process.cpuUsage()
  let at = performance.now()
  return () => {
    const { utilization } = performance.eventLoopUtilization(loop)
    const { user, system } = process.cpuUsage(cpu)
    const threads = (user + system) / 1_000 / (performance.now() - at)
    loop = performance.eventLoopUtilization()
    cpu = process.cpuUsage()
    at = performance.now()
    return Math.max(utilization, threads)
  }
}
