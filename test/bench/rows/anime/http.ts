import type { AnimeQuery } from '../../../../src/model/anime.ts'
import { createHttpClient, type HttpClient } from '../../http-client.ts'
import { median } from '../../numbers.ts'
import { withService, type RunningService } from '../../service.ts'
import type { Figure } from '../../table.ts'
import { makeLoads, type Loads } from './loads.ts'
import type { AnimeBench, AnimePart } from './store.ts'

const connections = 16

const names: Readonly<Record<keyof Loads, string>> = {
  hot: 'one id',
  distinct: '4,000 ids of all types',
  episodes: 'imdb, season and episode',
  misses: 'ids that are not known',
}

/** What a look-up costs the server, of what it costs to answer as many bytes and do nothing else. */
export const animeHttp: AnimePart = ({ store, baseline, quick }) =>
  withService(async (service) => {
    const figures: Figure[] = []
    for (const [name, queries] of Object.entries(makeLoads(store.index))) {
      const figure = await compare(service, { baseline, quick }, queries.map(pathOf))
      figures.push({ work: `GET anime, ${names[name as keyof Loads]}`, ...figure })
    }
    return figures
  }, store.makeDataFolder())

export function pathOf({ idType, idValue, season, episode }: AnimeQuery): string {
  const path = `/api/v1/anime?idType=${idType}&idValue=${encodeURIComponent(idValue)}`
  return season === undefined ? path : `${path}&season=${season}&episode=${episode}`
}

async function compare(
  service: RunningService,
  { baseline, quick }: Pick<AnimeBench, 'baseline' | 'quick'>,
  paths: readonly string[],
): Promise<Omit<Figure, 'work'>> {
  // Many short rounds: whatever else the machine does in one of them does not reach the median.
  const { warming, rounds, requests } = quick
    ? { warming: 1, rounds: 2, requests: 3_000 }
    : { warming: 4, rounds: 11, requests: 5_000 }
  const own = { client: createHttpClient(service.url, connections), paths }
  const bare = { client: createHttpClient(baseline.url, connections), paths: ['/constant'] }
  await baseline.setConstant('x'.repeat(await meanLength(own.client, paths)))
  const cpuOfService = async () => (await service.usage()).cpu
  const costs: { own: number; bare: number }[] = []
  for (let round = -warming; round < rounds; round++) {
    const cost = {
      own: await cpuPerRequest(own, cpuOfService, requests),
      bare: await cpuPerRequest(bare, () => baseline.cpu(), requests),
    }
    if (round >= 0) costs.push(cost)
  }
  await Promise.all([own.client.close(), bare.client.close()])
  const cpu = (of: 'own' | 'bare') => `${median(costs.map((cost) => cost[of])).toFixed(1)} µs`
  return {
    measured: median(costs.map((cost) => cost.bare / cost.own)),
    unit: '×',
    target: { least: 0.65 },
    note: `bare node:http ${cpu('bare')} of ${cpu('own')} of processor time`,
  }
}

async function meanLength(client: HttpClient, paths: readonly string[]): Promise<number> {
  const answers = await Promise.all(paths.map((path) => client.get(path)))
  const bytes = answers.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
  return Math.round(bytes / paths.length)
}

type Target = { readonly client: HttpClient; readonly paths: readonly string[] }

/** Microseconds. */
async function cpuPerRequest(
  { client, paths }: Target,
  cpu: () => Promise<number>,
  requests: number,
): Promise<number> {
  const before = await cpu()
  let sent = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (sent < requests) await client.get(paths[sent++ % paths.length]!)
    }),
  )
  return ((await cpu()) - before) / requests
}
