import { createAnimeLookups } from '../../../../src/services/anime-lookups.ts'
import { median } from '../../numbers.ts'
import { makeLoads } from './loads.ts'
import type { AnimePart } from './store.ts'

/** Long enough for the clock to cost nothing. */
const perRound = 200_000

/** Look-ups of all kinds without a server around them, on one core. */
export const animeInProcess: AnimePart = async ({ store, quick }) => {
  const { use, lookup, entryId } = createAnimeLookups()
  use(store.index)
  const queries = Object.values(makeLoads(store.index)).flatMap((load) =>
    Array.from({ length: 4_000 }, (_, at) => load[at % load.length]!),
  )
  const perSecond = (look: (query: (typeof queries)[number]) => unknown) => {
    const rates: number[] = []
    for (let round = 0; round < (quick ? 5 : 15); round++) {
      const started = performance.now()
      for (let at = 0; at < perRound; at++) look(queries[(at * 7) % queries.length]!)
      rates.push(perRound / ((performance.now() - started) / 1_000))
    }
    return median(rates)
  }
  return [
    {
      work: 'anime look-up in process',
      measured: perSecond(lookup),
      unit: '/s',
      target: { least: 1_000_000 },
      note: `${perSecond(entryId).toFixed(0)} ids of entries`,
    },
  ]
}
