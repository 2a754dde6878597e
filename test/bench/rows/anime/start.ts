import { median } from '../../numbers.ts'
import { startService, type RunningService } from '../../service.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import type { AnimePart } from './store.ts'

type Start = { readonly ms: number; readonly megabytes: number }

/** What stored data adds to a start, to its first answer and to the memory then. */
export const animeStart: AnimePart = async ({ store, quick }) => {
  const without: Start[] = []
  const stored: Start[] = []
  for (let round = 0; round < (quick ? 3 : 7); round++) {
    without.push(await measureStart(makeTemporaryFolder(), 503))
    stored.push(await measureStart(store.makeDataFolder(), 200))
  }
  const more = (of: keyof Start) =>
    median(stored.map((start) => start[of])) - median(without.map((start) => start[of]))
  return [
    {
      work: 'start to the first anime answer, more than without data',
      measured: more('ms'),
      unit: 'ms',
      target: { most: 300 },
      note: `${median(stored.map(({ ms }) => ms)).toFixed(0)} ms in all`,
    },
    {
      work: 'resident memory then, more than without data',
      measured: more('megabytes'),
      unit: 'MB',
      target: { most: 60 },
      isSteady: true,
    },
  ]
}

async function measureStart(dataDir: string, expected: number): Promise<Start> {
  const service = await startService(dataDir)
  try {
    const firstMs = await firstAnswer(service, expected)
    const { memory } = await service.usage()
    return { ms: service.startMs + firstMs, megabytes: memory / 1e6 }
  } finally {
    await service.stop()
  }
}

async function firstAnswer({ url }: RunningService, expected: number): Promise<number> {
  const started = performance.now()
  const answer = await fetch(`${url}/api/v1/anime?idType=malId&idValue=21`)
  await answer.text()
  if (answer.status !== expected) throw new Error(`the first look-up answered ${answer.status}`)
  return performance.now() - started
}
