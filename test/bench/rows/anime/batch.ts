import { median } from '../../numbers.ts'
import { withService } from '../../service.ts'
import { makeLoads } from './loads.ts'
import type { AnimePart } from './store.ts'

const size = 100

/** A hundred look-ups in one body, and one. */
export const animeBatch: AnimePart = ({ store, quick }) =>
  withService(async (service) => {
    const { distinct } = makeLoads(store.index)
    const post = async (from: number, count: number) => {
      const queries = distinct.slice(from, from + count)
      return (await service.post('/api/v1/anime', { queries })).ms
    }
    const ones: number[] = []
    const hundreds: number[] = []
    const rounds = quick ? 100 : 400
    for (let round = -rounds; round < rounds; round++) {
      const from = ((round + rounds) * size) % distinct.length
      const [one, hundred] = [await post(from, 1), await post(from, size)]
      if (round < 0) continue
      ones.push(one)
      hundreds.push(hundred)
    }
    return [
      {
        work: `POST anime, ${size} queries of one`,
        measured: median(hundreds) / median(ones),
        unit: '×',
        target: { most: 3 },
        note: `${median(hundreds).toFixed(2)} of ${median(ones).toFixed(2)} ms`,
      },
    ]
  }, store.makeDataFolder())
