import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openInfrastructure } from '../../src/compose/infrastructure.ts'
import { readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/core/logger.ts'

async function open() {
  const dataDir = mkdtempSync(join(tmpdir(), 'infrastructure-'))
  const endings: (() => Promise<unknown>)[] = []
  onTestFinished(async () => {
    for (const end of endings.toReversed()) await end()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const config = readConfig({ DATA_DIR: dataDir, REDIS_URL: '' })
  const log = createLogger({ level: 'fatal', format: 'json' }, { write: () => {} })
  return openInfrastructure(config, log, (end) => endings.push(end))
}

it('keeps searches and plays however much the sources answer, also without Redis', async () => {
  const { cache, playCache, searchLogRecorder } = await open()
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

it('deletes locks of sign-ins hourly that are no longer kept', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { db, stores } = await open()
  await stores.locks.attempt(1, 'a'.repeat(32), 5, 1_000)
  await db('sign_in_locks').update({ forget_at: 1 })
  vi.advanceTimersByTime(3_600_000)
  await expect.poll(() => db('sign_in_locks').select()).toEqual([])
})
