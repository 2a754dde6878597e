import { expect, it } from 'vitest'
import { Cells } from '../../src/storage/repositories/plays/cells.ts'
import { DetailPart } from '../../src/storage/repositories/plays/detail-parts.ts'
import { monthOf } from '../../src/storage/repositories/plays/sums.ts'
import { heapBytes } from '../support/heap-bytes.ts'

it('Cells of a day of many plays are no objects of the heap', () => {
  const cells = new Cells()
  const before = heapBytes()
  for (let index = 0; index < 300_000; index++) cells.add(index * 7, 1, 1, 60_000, 60_000)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000)
  expect(cells.isEmpty).toBe(false)
})

it('Titles and traits of the plays of a month are few objects of the heap', () => {
  const startedAt = Date.UTC(2025, 1, 3)
  const part = new DetailPart(monthOf(startedAt), 0)
  const play = {
    id: 1,
    history_id: 1,
    profile_id: 'a'.repeat(32),
    kind: 'episode',
    started_at: startedAt,
    ended_at: startedAt + 60_000,
    watched_ms: 60_000,
    finished: true,
    device_id: 'device',
    resolution: '1080p',
    source: null,
    service: null,
    delivery: null,
    origin: 'local',
  }
  const before = heapBytes()
  for (let index = 0; index < 100_000; index++) {
    const title_key = `tt${index % 1_000}`
    const own = Math.floor(index / 1_000)
    const client = `App ${own % 10}`
    const device_name = `Device ${Math.floor(own / 10)}`
    part.add({ ...play, title_key, item_key: `${title_key}:1:1`, client, device_name })
  }
  const bytes = heapBytes() - before
  // Asked only now, so that the part was there to be measured.
  expect(part.cellCount).toBe(100_000)
  expect(bytes).toBeLessThan(1_000_000)
})
