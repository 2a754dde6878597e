import { baselineSearch } from '../baseline.ts'
import { richConfiguration } from '../configurations.ts'
import { median } from '../numbers.ts'
import { withService, type Account, type RunningService } from '../service.ts'
import { idOf, prepareAnswers, streamPath, variants, type MediaType } from '../upstream.ts'
import type { Row } from './row.ts'

const sources = 10
const count = 1_000

/** One person's search over many sources with every part of the pipeline at work. */
export const searchRich: Row = async ({ upstream, baseline, quick }) => {
  await prepareAnswers(upstream, sources, count, 'series')
  await prepareAnswers(upstream, sources, count, 'movie')
  return withService(async (service) => {
    const user = await service.createUser(richConfiguration(upstream.url, sources, count))
    let number = 0
    const search = (type: MediaType) => searchOnce(service, user, idOf(number++, type), type)

    // Other names than the measured ones, so that the code is warm and the names are not.
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      for (let variant = 0; variant < variants; variant++) await search('series')
    }

    const neverSeen = await measure(service, async (times) => {
      for (let variant = 0; variant < variants; variant++) times.push((await search('movie')).ms)
    })

    const bare: number[] = []
    let bareCpu = 0
    let checks = 0
    const seen = await measure(service, async (times) => {
      for (let round = 0; round < (quick ? 1 : 5); round++) {
        for (let variant = 0; variant < variants; variant++) {
          const id = idOf(number, 'movie')
          const { ms, body } = await search('movie')
          times.push(ms)
          await baseline.setResults(JSON.parse(body))
          const before = await baseline.cpu()
          bare.push((await baseline.get(baselineSearch(pathsOf(id)))).ms)
          bareCpu += (await baseline.cpu()) - before
          checks++
        }
      }
    })
    const bareMs = median(bare.slice(bare.length > variants ? variants : 0))
    const bareCpuPerStream = bareCpu / checks / (sources * count)
    const work = `search ${sources} × ${count}, rich`
    return [
      { work: `${work}, names seen`, measured: seen.ms, unit: 'ms', target: { most: 250 } },
      {
        work: `${work}, names seen: CPU per stream`,
        measured: seen.cpuPerStream,
        unit: 'µs',
        target: { most: 20 },
        note: `only fetch, parse and write: ${bareCpuPerStream.toFixed(1)} µs`,
      },
      {
        work: `${work}, names seen: of only fetch, parse, write`,
        measured: seen.ms / bareMs,
        unit: '×',
        target: { most: 4 },
        note: `which takes ${bareMs.toFixed(0)} ms`,
      },
      {
        work: `${work}, names never seen`,
        measured: neverSeen.ms,
        unit: 'ms',
        target: { most: 500 },
      },
      {
        work: `${work}, names never seen: CPU per stream`,
        measured: neverSeen.cpuPerStream,
        unit: 'µs',
        target: { most: 50 },
      },
    ]
  })
}

function pathsOf(id: string): string[] {
  return Array.from({ length: sources }, (_, source) => streamPath(source, count, 'movie', id))
}

async function searchOnce(service: RunningService, user: Account, id: string, type: MediaType) {
  return service.get(`/api/v1/search?type=${type}&id=${id}&format=true`, user)
}

async function measure(service: RunningService, work: (times: number[]) => Promise<void>) {
  const times: number[] = []
  const before = await service.usage()
  await work(times)
  const after = await service.usage()
  const streams = times.length * sources * count
  return { ms: median(times), cpuPerStream: (after.cpu - before.cpu) / streams }
}
