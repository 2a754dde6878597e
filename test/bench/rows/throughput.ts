import { setTimeout } from 'node:timers/promises'
import { richConfiguration } from '../configurations.ts'
import { median, percentile } from '../numbers.ts'
import { startService, withService, type Account, type RunningService } from '../service.ts'
import type { Figure } from '../table.ts'
import { idOf, prepareAnswers, variants } from '../upstream.ts'
import type { Row } from './row.ts'

const sources = 5
const count = 500
const clients = 32
/** Within which memory has to be given back. */
const restMs = 10_000
const ceiling = '256mb'

/** Many people at once, client and sources on the same cores, and the memory that it leaves behind. */
export const throughput: Row = async ({ upstream, quick }) => {
  await prepareAnswers(upstream, sources, count, 'movie')
  return withService(async (service) => {
    const user = await service.createUser(richConfiguration(upstream.url, sources, count))
    let number = 0
    const search = async () => {
      const id = idOf(number++, 'movie')
      const { ms, body } = await service.get(`/api/v1/search?type=movie&id=${id}&format=true`, user)
      if (!body.startsWith('{"success":true') || body.length < 10_000) {
        throw new Error(`a search answered ${body.slice(0, 300)}`)
      }
      return ms
    }
    for (let warming = 0; warming < 3 * variants; warming++) await search()

    await service.usage()
    const times: number[] = []
    const started = performance.now()
    const until = started + (quick ? 6_000 : 20_000)
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < until) times.push(await search())
      }),
    )
    const seconds = (performance.now() - started) / 1_000
    const { loopMax, memory } = await service.usage()
    await setTimeout(restMs)
    const rest = (await service.usage()).memory
    const p50 = median(times)
    const p99 = percentile(times, 0.99)
    const work = `search ${sources} × ${count}, rich, ${clients} clients`
    return [
      {
        work,
        measured: times.length / seconds,
        unit: 'requests/s',
        target: { least: 28 },
      },
      {
        work: `${work}: p99 of p50`,
        measured: p99 / p50,
        unit: '×',
        target: { most: 3 },
        note: `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
      },
      {
        work: `${work}: longest block of the event loop`,
        measured: loopMax,
        unit: 'ms',
        target: { most: 50 },
      },
      {
        work: 'resident memory after it',
        measured: memory / 1e6,
        unit: 'MB',
        target: { most: 300 },
      },
      {
        work: `resident memory ${restMs / 1_000} s later`,
        measured: rest / 1e6,
        unit: 'MB',
        target: { most: 180 },
      },
      await underCeiling(upstream.url, quick),
    ]
  })
}

/** The same load with little memory: refusals are answers, a process that ends is not. */
async function underCeiling(upstreamUrl: string, quick: boolean): Promise<Figure> {
  const service = await startService(undefined, { MAX_MEMORY: ceiling })
  const user = await service.createUser(richConfiguration(upstreamUrl, sources, count))
  const until = performance.now() + (quick ? 6_000 : 20_000)
  const tally = { served: 0, refused: 0, most: 0 }
  let number = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        await searchOrRefusal(service, user, number++, tally)
        tally.most = Math.max(tally.most, (await service.usage()).memory)
      }
    }),
  )
  await service.stop()
  return {
    work: `most resident memory under it, MAX_MEMORY=${ceiling}`,
    measured: tally.most / 1e6,
    unit: 'MB',
    target: { most: 268 },
    isSteady: true,
    note: `${tally.served} served, ${tally.refused} refused`,
  }
}

async function searchOrRefusal(
  service: RunningService,
  user: Account,
  number: number,
  tally: { served: number; refused: number },
): Promise<void> {
  const path = `/api/v1/search?type=movie&id=${idOf(number, 'movie')}&format=true`
  try {
    await service.get(path, user)
    tally.served += 1
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes(' answered 503')) throw error
    tally.refused += 1
    await setTimeout(100)
  }
}
