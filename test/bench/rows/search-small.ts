import { sourcesOf } from '../configurations.ts'
import { median } from '../numbers.ts'
import { withService } from '../service.ts'
import { idOf, prepareAnswers, streamPath } from '../upstream.ts'
import type { Row } from './row.ts'

const count = 100

/** What the service adds to one small answer. */
export const searchSmall: Row = async ({ upstream, quick }) => {
  await prepareAnswers(upstream, 1, count, 'movie')
  return withService(async (service) => {
    const user = await service.createUser({ sources: sourcesOf(upstream.url, 1, count) })
    const searches: number[] = []
    const own: number[] = []
    const rounds = quick ? 60 : 200
    for (let round = -rounds / 2; round < rounds; round++) {
      const id = idOf(round + rounds, 'movie')
      const direct = await upstream.get(streamPath(0, count, 'movie', id))
      const search = await service.get(`/api/v1/search?type=movie&id=${id}&format=true`, user)
      if (round < 0) continue
      own.push(direct.ms)
      searches.push(search.ms)
    }
    const upstreamMs = median(own)
    return [
      {
        work: `search 1 × ${count}, above the upstream's own time`,
        measured: median(searches) - upstreamMs,
        unit: 'ms',
        target: { most: 8 },
        note: `which is ${upstreamMs.toFixed(1)} ms`,
      },
    ]
  })
}
