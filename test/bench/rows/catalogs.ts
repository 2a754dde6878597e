import { fileURLToPath } from 'node:url'
import { startCatalogSources } from '../catalog-sources.ts'
import type { CatalogSources } from '../catalog-sources.ts'
import { startNode } from '../children.ts'
import { createHttpClient } from '../http-client.ts'
import { signInApp, untilListed } from '../library.ts'
import { median, percentile } from '../numbers.ts'
import { withService } from '../service.ts'
import type { RunningService } from '../service.ts'
import type { Figure } from '../table.ts'
import type { Row } from './row.ts'

const delayMs = 20
const merged = 5
const boardScript = fileURLToPath(new URL('../stremio-board.ts', import.meta.url))
const password = 'a password of the bench'

type Config = Readonly<Record<string, unknown>>

/** Catalogs of the Stremio addon from sources that take 20 ms, and what a child's limits cost on a page of the media server. */
export const catalogs: Row = async ({ quick }) => [
  ...(await mergedPages(quick ? 20 : 100)),
  ...(await boards(quick ? 8 : 30)),
  ...(await limitedPages(quick ? 400 : 1000)),
]

/** Path of the addon of a new configuration. */
async function addonOf(service: RunningService, config: Config): Promise<string> {
  const { body } = await service.post('/api/v1/user', { config, password })
  const { data } = JSON.parse(body) as { data: { uuid: string; encryptedPassword: string } }
  return `/stremio/${data.uuid}/${data.encryptedPassword}`
}

function withSources<T>(
  count: number,
  titles: number,
  wait: number,
  work: (sources: CatalogSources, service: RunningService) => Promise<T>,
): Promise<T> {
  return withService(async (service) => {
    const sources = await startCatalogSources({ catalogs: count, titles, delayMs: wait })
    try {
      return await work(sources, service)
    } finally {
      sources.stop()
    }
  })
}

function mergedPages(rounds: number): Promise<readonly Figure[]> {
  return withSources(1, 100, delayMs, async (sources, service) => {
    const names = Array.from({ length: merged }, (_, place) => `s${place}`)
    const rule = {
      id: 'all',
      name: 'All',
      catalogs: names.map((name) => `${name}/movie/0`),
    }
    const addon = await addonOf(service, {
      sources: names.map((name) => sources.source(name)),
      catalogs: { merged: [rule] },
    })
    const page = async (genre: number) => {
      const { ms, body } = await service.get(`${addon}/catalog/movie/all/genre=${genre}.json`)
      const { metas } = JSON.parse(body) as { metas: readonly unknown[] }
      if (metas.length !== 100) throw new Error(`a merged page has ${metas.length} titles`)
      return ms
    }
    const direct = createHttpClient(sources.url)
    const slowest = async (genre: number) => {
      const ask = async (name: string) =>
        (await direct.get(sources.pagePath(name, 0, String(genre)))).ms
      return Math.max(...(await Promise.all(names.map(ask))))
    }
    await page(0)
    const above: number[] = []
    const again: number[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const sourceMs = await slowest(round)
      above.push((await page(round)) - sourceMs)
      again.push(await page(round))
    }
    await direct.close()
    const work = `merged catalog page of 100 from ${merged} sources`
    return [
      {
        work: `${work}, warm: above the slowest source`,
        measured: median(above),
        unit: 'ms',
        target: { most: 10 },
      },
      { work: `${work}, from cache`, measured: median(again), unit: 'ms', target: { most: 3 } },
    ]
  })
}

/** From installing the addon in Stremio's own core until every row of its board is there. Sources and configurations are new each time. */
function boards(rounds: number): Promise<readonly Figure[]> {
  return withSources(2, 100, delayMs, async (sources, service) => {
    const addresses = await Promise.all(
      Array.from({ length: rounds + 2 }, async (_, round) => {
        const names = Array.from({ length: merged }, (_name, place) => `s${round * merged + place}`)
        const addon = await addonOf(service, { sources: names.map((name) => sources.source(name)) })
        return `${service.url}${addon}/manifest.json`
      }),
    )
    const child = startNode([boardScript, ...addresses], {})
    const [, said = ''] = await child.saying(/boards (\[.*\])/)
    const times = JSON.parse(said) as number[]
    return [
      {
        work: `board of ${2 * merged} catalogs through Stremio's core, sources at ${delayMs} ms`,
        measured: median(times.slice(1)),
        unit: 'ms',
        target: { most: 150 },
      },
    ]
  })
}

/**
 * The same page for a grown-up and for a child, in turn, neither of them the owner: a twentieth is a tenth of a millisecond,
 * so both run warm and often.
 */
function limitedPages(rounds: number): Promise<readonly Figure[]> {
  const [count, titles, warmUp] = [10, 200, 200]
  return withSources(count, titles, 0, async (sources, service) => {
    const account = await service.createUser({
      sources: [sources.source('s0')],
      mediaServer: {
        owner: { name: 'Olga' },
        users: [{ name: 'Fred' }, { name: 'Kim', maxRating: 'PG' }],
      },
    })
    const pair = Buffer.from(account.authorization.replace('Basic ', ''), 'base64').toString()
    const [uuid, secret] = pair.split(':')
    const as = (name: string) => {
      const basic = Buffer.from(`${uuid}/${name}:${secret}`).toString('base64')
      return signInApp(service, { authorization: `Basic ${basic}` }, `of-${name}`)
    }
    const [fred, kim] = [await as('Fred'), await as('Kim')]
    await untilListed(service, fred, count * titles)
    await untilListed(service, kim, (count * titles * 4) / 5)
    const page = async ({ headers }: typeof kim, round: number) => {
      const path = `/Items?recursive=true&includeItemTypes=Movie&sortBy=SortName&limit=100&fields=PrimaryImageAspectRatio&startIndex=${(round % 10) * 100}`
      return (await service.get(path, headers)).ms
    }
    const free: number[] = []
    const limited: number[] = []
    for (let round = 0; round < warmUp + rounds; round += 1) {
      const times = [
        { app: fred, ms: free },
        { app: kim, ms: limited },
      ]
      // Whoever comes second may pay for what the first one left behind.
      for (const { app, ms } of round % 2 === 0 ? times : times.toReversed()) {
        const taken = await page(app, round)
        if (round >= warmUp) ms.push(taken)
      }
    }
    // What else the machine does only ever adds to a time.
    const [before, after] = [percentile(free, 0.25), percentile(limited, 0.25)]
    return [
      {
        work: "children's filter on a page of 100: what it takes more",
        measured: Math.max(0, (after / before - 1) * 100),
        unit: '%',
        target: { most: 5 },
        note: `${before.toFixed(2)} ms without, ${after.toFixed(2)} ms with limits`,
      },
    ]
  })
}
