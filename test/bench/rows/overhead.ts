import type { HttpClient } from '../http-client.ts'
import { median } from '../numbers.ts'
import { withService } from '../service.ts'
import type { Row } from './row.ts'

const clients = 16
const sliceMs = 500

/** What the web server costs where there is nothing to do. */
export const overhead: Row = ({ baseline, quick }) =>
  withService(async (service) => {
    const ours: number[] = []
    const bare: number[] = []
    for (let round = 0; round < (quick ? 3 : 9); round++) {
      ours.push(await requestsPerSecond(service, '/healthz'))
      bare.push(await requestsPerSecond(baseline, '/'))
    }
    return [
      {
        work: 'GET /healthz, of a bare node:http server',
        measured: median(ours) / median(bare),
        unit: '×',
        target: null,
        note: `${median(ours).toFixed(0)} of ${median(bare).toFixed(0)} requests/s`,
      },
    ]
  })

async function requestsPerSecond(client: HttpClient, path: string): Promise<number> {
  const started = performance.now()
  const counts = await Promise.all(
    Array.from({ length: clients }, async () => {
      let count = 0
      for (; performance.now() - started < sliceMs; count++) await client.get(path)
      return count
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  return counts.reduce((sum, count) => sum + count, 0) / seconds
}
