import { setTimeout } from 'node:timers/promises'
import { median } from '../numbers.ts'
import { startService } from '../service.ts'
import type { Row } from './row.ts'

/** Longer than the service takes to notice that all is quiet. */
const restMs = 5_000

/** From the start of the process to listening, with an empty data folder, and what it holds when nobody asks for anything. */
export const start: Row = async ({ quick }) => {
  const times: number[] = []
  const memory: number[] = []
  for (let round = 0; round < (quick ? 3 : 7); round++) {
    const service = await startService()
    times.push(service.startMs)
    await setTimeout(restMs)
    memory.push((await service.usage()).memory / 1e6)
    await service.stop()
  }
  return [
    {
      work: 'start to listening, empty database',
      measured: median(times),
      unit: 'ms',
      target: { most: 800 },
    },
    {
      work: 'resident memory at rest',
      measured: median(memory),
      unit: 'MB',
      target: { most: 130 },
    },
  ]
}
