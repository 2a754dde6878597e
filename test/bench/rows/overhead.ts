import { median } from '../numbers.ts'
import { requestsPerSecond } from '../request-rate.ts'
import { withService } from '../service.ts'
import type { Row } from './row.ts'

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
