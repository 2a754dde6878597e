import { readFileSync } from 'node:fs'
import type { startServiceProcess } from './service-process.ts'

type Service = Awaited<ReturnType<typeof startServiceProcess>>

async function megabytesOf(service: Service, metric: RegExp) {
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  return Number(metric.exec(metrics)![1]) / 2 ** 20
}

/** Seen from outside: a service that is asked is not at rest. */
export const residentMegabytes = ({ pid }: Service): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** What V8 holds and does not use. */
export const unusedMegabytes = async (service: Service) =>
  (await megabytesOf(service, /^nodejs_heap_size_total_bytes (\d+)/m)) -
  (await megabytesOf(service, /^nodejs_heap_size_used_bytes (\d+)/m))

/** The translator of types alone takes more. */
export const translatorMegabytes = 10
export const outsideHeap = (service: Service) =>
  megabytesOf(service, /^nodejs_external_memory_bytes (\d+)/m)
