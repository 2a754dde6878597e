import { readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { animeFiles } from '../../src/anime/refresh/files.ts'
import { sampleFolder } from '../../src/anime/sample.ts'
import { findListFiles } from '../../src/anime/settings.ts'
import { createMemoryLock } from '../../src/cache/lock.ts'
import type { AnimeOptions } from '../../src/services/anime.ts'
import { animeServices } from '../support/anime-service.ts'
import { animeFixturePath } from '../support/anime-fixtures.ts'

const sampleLists = findListFiles(sampleFolder)
const hour = 3_600_000

type Log = AnimeOptions['log']['warn']

const { place, service } = animeServices()

describe('stored data', () => {
  it('is made by a refresh and loaded by the next start', async () => {
    const report = await service().refresh()
    expect(report).toMatchObject({ changed: true, entries: 12 })
    const next = service()
    await next.start()
    expect(next.state()).toMatchObject({ data: 'loaded', entries: 12, version: report?.version })
    expect(next.lookup({ idType: 'kitsuId', idValue: 12 })).toMatchObject({ title: 'One Piece' })
  })

  it('that is damaged is not used, and made anew', async () => {
    await service().refresh()
    const { index } = animeFiles(place.folder)
    await writeFile(index, (await readFile(index)).subarray(0, -100))
    const anime = service()
    expect(await anime.load()).toBe(false)
    expect(await anime.refresh()).toMatchObject({ changed: true })
    expect(anime.state().data).toBe('loaded')
  })

  it('that another process replaces is taken up whole', async () => {
    const anime = service()
    await anime.refresh()
    const before = anime.state().version
    await service({
      lists: { ...sampleLists, fribb: [animeFixturePath('fribb-new.json')] },
    }).refresh()
    expect(anime.state().version).toBe(before)
    await anime.load()
    expect(anime.state().version).not.toBe(before)
    expect(anime.lookup({ idType: 'malId', idValue: 701 })).not.toBeNull()
  })
})

describe('the refresh', () => {
  it('happens at the start where there is no data, in the background', async () => {
    const anime = service({ refreshMs: hour })
    await anime.start()
    await expect.poll(() => anime.state()).toMatchObject({ data: 'loaded', entries: 12 })
    await expect.poll(() => anime.state().refreshedAt).toBeInstanceOf(Date)
  })

  it('does not happen again before its time', async () => {
    await service().refresh()
    const download = vi.fn<AnimeOptions['download']>()
    const lists = { ...sampleLists, kometa: ['https://lists.example/kometa.json'] }
    const anime = service({ refreshMs: hour, download, lists })
    await anime.start()
    await expect.poll(() => anime.state().refreshedAt).not.toBeNull()
    await anime.stop()
    expect(download).not.toHaveBeenCalled()
  })

  it('happens when its time has come', async () => {
    await service().refresh()
    const past = (Date.now() - 2 * hour) / 1000
    await utimes(animeFiles(place.folder).state, past, past)
    const info = vi.fn<Log>()
    const anime = service({ refreshMs: hour, log: { info, warn: vi.fn<Log>() } })
    await anime.start()
    await expect.poll(() => info).toHaveBeenCalled()
    expect(info.mock.lastCall).toEqual([
      { entries: 12, changed: false, ms: expect.any(Number) },
      'anime database refreshed',
    ])
  })

  it('leaves the work to another node that is at it', async () => {
    const lock = createMemoryLock()
    const { promise, resolve } = Promise.withResolvers<void>()
    const other = lock.withLock('anime-refresh', 1_000, () => promise)
    expect(await service({ lock }).refresh()).toBeNull()
    resolve()
    await other
    expect(await service({ lock }).refresh()).not.toBeNull()
  })

  it('that fails is a warning, and the old data stays', async () => {
    await service().refresh()
    await rm(animeFiles(place.folder).copies, { recursive: true })
    const past = (Date.now() - 2 * hour) / 1000
    await utimes(animeFiles(place.folder).state, past, past)
    const warn = vi.fn<Log>()
    const none = Object.fromEntries(Object.keys(sampleLists).map((name) => [name, ['/missing']]))
    const anime = service({
      refreshMs: hour,
      lists: none as never,
      log: { info: vi.fn<Log>(), warn },
    })
    await anime.start()
    await expect.poll(() => warn).toHaveBeenCalled()
    const everyList = Object.keys(sampleLists).join(', ')
    expect(warn.mock.lastCall).toEqual([
      `anime refresh failed, next attempt in 10 minutes: no anime list could be read: ${everyList}: does not exist`,
    ])
    expect(anime.state()).toMatchObject({ data: 'loaded', entries: 12 })
  })

  it('warns of each list that is left out, without the key of its address', async () => {
    const warn = vi.fn<Log>()
    const lists = { ...sampleLists, kometa: ['https://lists.example/k.json?key=secret'] }
    const anime = service({ refreshMs: hour, lists, log: { info: vi.fn<Log>(), warn } })
    await anime.start()
    await expect.poll(() => warn).toHaveBeenCalled()
    expect(warn.mock.lastCall).toEqual([
      { source: 'kometa', address: 'lists.example/k.json' },
      'anime list kometa skipped: no network',
    ])
  })

  it('ends with the service', async () => {
    const { promise: started, resolve } = Promise.withResolvers<void>()
    const download: AnimeOptions['download'] = (_, _known, signal) => {
      resolve()
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
      })
    }
    const warn = vi.fn<Log>()
    const lists = { ...sampleLists, kometa: ['https://lists.example/kometa.json'] }
    const anime = service({
      refreshMs: hour,
      download,
      lists,
      log: { info: vi.fn<Log>(), warn },
    })
    await anime.start()
    await started
    await anime.stop()
    expect(anime.state().data).toBe('missing')
    expect(warn).not.toHaveBeenCalled()
  })
})
