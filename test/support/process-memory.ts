import type { startServiceProcess } from './service-process.ts'

type Service = Awaited<ReturnType<typeof startServiceProcess>>

async function megabytesOf(service: Service, metric: RegExp) {
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  return Number(metric.exec(metrics)![1]) / 2 ** 20
}

export const residentMegabytes = (service: Service) =>
  megabytesOf(service, /^process_resident_memory_bytes (\d+)/m)

/** What V8 holds and does not use. */
export const unusedMegabytes = async (service: Service) =>
  (await megabytesOf(service, /^nodejs_heap_size_total_bytes (\d+)/m)) -
  (await megabytesOf(service, /^nodejs_heap_size_used_bytes (\d+)/m))

/** The translator of types alone takes more. */
export const translatorMegabytes = 10
export const outsideHeap = (service: Service) =>
  megabytesOf(service, /^nodejs_external_memory_bytes (\d+)/m)
