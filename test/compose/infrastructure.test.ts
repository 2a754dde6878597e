import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openInfrastructure } from '../../src/compose/infrastructure.ts'
import { readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/core/logger.ts'

it('keeps searches and plays however much the sources answer, also without Redis', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'infrastructure-'))
  const endings: (() => Promise<unknown>)[] = []
  onTestFinished(async () => {
    for (const end of endings.toReversed()) await end()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const config = readConfig({ DATA_DIR: dataDir, REDIS_URL: '' })
  const log = createLogger({ level: 'fatal', format: 'json' }, { write: () => {} })
  const { cache, playCache, searchLogRecorder } = await openInfrastructure(config, log, (end) =>
    endings.push(end),
  )
  const search = {
    at: 1,
    interface: 'rest',
    profileId: null,
    type: 'movie',
    id: 'tt1',
    received: 1,
    results: 1,
    dropped: [],
    failedSources: 0,
    tookMs: 1,
  } as const
  searchLogRecorder.record(7, search)
  await searchLogRecorder.flush()
  const play = new TextEncoder().encode('a play')
  await playCache.set('play', play, 60_000)
  const answer = Buffer.alloc(2 ** 20)
  for (let at = 0; at < 40; at++) await cache.set(`answer ${at}`, answer, 60_000)
  expect(await cache.get('answer 0')).toBeNull()
  expect(await searchLogRecorder.list(7)).toEqual([search])
  expect(await playCache.get('play')).toEqual(play)
})
