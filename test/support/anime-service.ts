import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, onTestFinished, vi } from 'vitest'
import { sampleFolder } from '../../src/anime/sample.ts'
import { findListFiles } from '../../src/anime/settings.ts'
import { createMemoryLock } from '../../src/cache/lock.ts'
import { createAnimeService } from '../../src/services/anime.ts'
import type { AnimeOptions } from '../../src/services/anime.ts'

type Log = AnimeOptions['log']['warn']

/** Services of anime over the sample's lists, without a network, in a new folder for each test. */
export function animeServices() {
  const place = { folder: '' }
  beforeEach(async () => {
    place.folder = await mkdtemp(join(tmpdir(), 'anime-service-'))
    return () => rm(place.folder, { recursive: true, force: true })
  })
  return {
    place,
    service: (options: Partial<AnimeOptions> = {}) => {
      const anime = createAnimeService({
        folder: place.folder,
        lists: findListFiles(sampleFolder),
        overrides: null,
        refreshMs: null,
        download: () => Promise.reject(new Error('no network')),
        lock: createMemoryLock(),
        log: { info: vi.fn<Log>(), warn: vi.fn<Log>() },
        ...options,
      })
      onTestFinished(() => anime.stop())
      return anime
    },
  }
}
