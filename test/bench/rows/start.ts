import { median } from '../numbers.ts'
import { startService } from '../service.ts'
import type { Row } from './row.ts'

/** From the start of the process to listening, with an empty data folder. */
export const start: Row = async ({ quick }) => {
  const times: number[] = []
  const memory: number[] = []
  for (let round = 0; round < (quick ? 3 : 7); round++) {
    const service = await startService()
    times.push(service.startMs)
    memory.push((await service.usage()).memory / 1e6)
    await service.stop()
  }
  return [
    {
      work: 'start to listening, empty database',
      measured: median(times),
      unit: 'ms',
      target: { most: 1_000 },
    },
    { work: 'resident memory then', measured: median(memory), unit: 'MB', target: null },
  ]
}
