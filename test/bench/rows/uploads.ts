import { fileURLToPath } from 'node:url'
import { memoryOf } from '../../support/upload.ts'
import { startNode } from '../children.ts'
import { signInApp } from '../library.ts'
import { median } from '../numbers.ts'
import { requestsPerSecond } from '../request-rate.ts'
import { withService } from '../service.ts'
import type { Row } from './row.ts'

const script = fileURLToPath(new URL('../input/hostile-uploads.ts', import.meta.url))
const senders = 8
const path = '/System/Info/Public'
const lookEveryMs = 20

/** What others notice while eight people send files that are made to do harm, one after the other. */
export const uploads: Row = ({ quick }) =>
  withService(async (service) => {
    const tokens: string[] = []
    for (let sender = 0; sender < senders; sender++) {
      const { token } = await signInApp(service, await service.createUser({}))
      tokens.push(token)
    }
    const slices = quick ? 4 : 16
    const rates = async (): Promise<number[]> => {
      const found: number[] = []
      for (let slice = 0; slice < slices; slice++)
        found.push(await requestsPerSecond(service, path))
      return found
    }
    await rates()

    let most = 0
    const watch = setInterval(() => (most = Math.max(most, memoryOf(service.pid))), lookEveryMs)
    const before = await rates()
    const memory = most
    const hostile = startNode([script, service.url, ...tokens])
    // The first of them has been read.
    await hostile.saying(/answered 4/)
    const meanwhile = await rates()
    await hostile.stop()
    clearInterval(watch)
    const after = await rates()

    const quiet = median([...before, ...after])
    const busy = median(meanwhile)
    return [
      {
        work: `GET ${path} while ${senders} send hostile files, of the rate without`,
        measured: busy / quiet,
        unit: '×',
        target: { least: 0.8 },
        note: `${busy.toFixed(0)} of ${quiet.toFixed(0)} requests/s`,
      },
      {
        work: 'memory meanwhile, of the service and the process that reads',
        measured: (most - memory) / 1e6,
        unit: 'MB more',
        target: { most: 100 },
        isSteady: true,
      },
    ]
  })
