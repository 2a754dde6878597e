import { createHook } from 'node:async_hooks'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDiskCache } from '../../src/cache/disk.ts'
import { pictureFolder } from '../support/picture-host.ts'
import { until } from '../support/until.ts'

const kilobyte = 1_024

function openCache(folder: string, maxBytes = 100 * kilobyte) {
  const warnings: string[] = []
  const cache = createDiskCache({ folder, maxBytes, warn: (message) => warnings.push(message) })
  onTestFinished(() => cache.stop())
  return { ...cache, warnings }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

function age(folder: string, name: string, days: number): void {
  const at = Date.now() / 1_000 - days * 86_400
  utimesSync(join(folder, name.slice(0, 2), name), at, at)
}

/** Calls of the disk that the work makes: each takes time from the event loop. */
async function diskCalls(work: () => Promise<unknown>): Promise<number> {
  let calls = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'FSREQPROMISE' || type === 'FILEHANDLECLOSEREQ') calls += 1
    },
  })
  hook.enable()
  await work().finally(() => hook.disable())
  return calls
}

describe('Files within a bound', () => {
  it('are read as they were written, by every process that shares the folder', async () => {
    const folder = pictureFolder()
    const [one, other] = [openCache(folder), openCache(folder)]
    await one.write('ab-1', Buffer.from('a picture'))
    expect(await other.read('ab-1')).toEqual(Buffer.from('a picture'))
    expect(await other.read('ab-2')).toBeNull()
    await other.remove('ab-1')
    expect(await one.read('ab-1')).toBeNull()
  })

  it('are written with few calls of the disk, also into a folder that is not there yet', async () => {
    const cache = openCache(pictureFolder())
    await cache.sweep()
    expect(await diskCalls(() => cache.write('ab-1', Buffer.alloc(100)))).toBe(5)
    expect(await diskCalls(() => cache.write('ab-2', Buffer.alloc(100)))).toBe(4)
    expect(await cache.read('ab-2')).toEqual(Buffer.alloc(100))
  })

  it('are written again after somebody has removed their folder', async () => {
    const folder = pictureFolder()
    const cache = openCache(folder)
    await cache.write('ab-1', Buffer.from('a picture'))
    rmSync(folder, { recursive: true })
    await cache.write('ab-2', Buffer.from('another'))
    expect(await cache.read('ab-2')).toEqual(Buffer.from('another'))
    expect(cache.warnings).toEqual([])
  })

  it('go by how long ago they were used, whoever wrote them', async () => {
    const folder = pictureFolder()
    const [one, other] = [openCache(folder), openCache(folder)]
    for (let number = 0; number < 60; number += 1) {
      const name = `${String(number).padStart(2, '0')}-picture`
      await (number % 2 ? one : other).write(name, Buffer.alloc(kilobyte))
      age(folder, name, 60 - number)
    }
    // Used again, so it stays.
    await one.read('00-picture')
    await one.write('99-large', Buffer.alloc(60 * kilobyte))
    await one.sweep()
    await one.sweep()
    const left = filesIn(folder)
    expect(left).toContain('00-picture')
    expect(left).toContain('99-large')
    expect(left).toContain('59-picture')
    expect(left).not.toContain('01-picture')
    expect(left.length).toBeLessThanOrEqual(31)
  })

  it('are those that were written here: other folders of the disk are left alone', async () => {
    const folder = pictureFolder()
    const foreign = join(folder, 'lost+found')
    mkdirSync(foreign, { recursive: true, mode: 0o000 })
    const names = Array.from({ length: 30 }, (_, number) => `${10 + number}-picture`)
    for (const name of names) {
      mkdirSync(join(folder, name.slice(0, 2)))
      writeFileSync(join(folder, name.slice(0, 2), name), Buffer.alloc(10 * kilobyte))
    }
    chmodSync(foreign, 0o700)
    writeFileSync(join(foreign, 'found'), Buffer.alloc(200 * kilobyte))
    chmodSync(foreign, 0o000)
    const cache = openCache(folder)
    await cache.sweep()
    chmodSync(foreign, 0o700)
    expect(existsSync(join(foreign, 'found'))).toBe(true)
    expect(filesIn(folder).length - 1).toBe(9)
    expect(cache.warnings).toEqual([])
  })

  it('do not wait for the end of the process: writing itself keeps the bound', async () => {
    const folder = pictureFolder()
    const cache = openCache(folder)
    for (let number = 10; number < 99; number += 1) {
      await cache.write(`${number}-picture`, Buffer.alloc(10 * kilobyte))
    }
    await cache.sweep()
    expect(filesIn(folder).length).toBeLessThanOrEqual(10)
  })

  it('are never larger than the bound', async () => {
    const folder = pictureFolder()
    const cache = openCache(folder)
    await cache.write('ab-1', Buffer.alloc(200 * kilobyte))
    expect(filesIn(folder)).toEqual([])
  })

  it('leave nothing of a process that was killed', async () => {
    const folder = pictureFolder()
    mkdirSync(join(folder, 'ab'))
    writeFileSync(join(folder, 'ab', 'ab-old.part'), 'half a pic')
    age(folder, 'ab-old.part', 1)
    writeFileSync(join(folder, 'ab', 'ab-new.part'), 'half a pic')
    await openCache(folder).sweep()
    expect(filesIn(folder)).toEqual(['ab-new.part'])
  })
})

describe('A file', () => {
  const inDays = (days: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())
  }

  it('stays for a month, however often it is read', async () => {
    const folder = pictureFolder()
    const cache = openCache(folder)
    await cache.write('ab-1', Buffer.from('a picture'))
    inDays(29)
    for (let reading = 0; reading < 20; reading += 1) {
      expect(await cache.read('ab-1')).toEqual(Buffer.from('a picture'))
    }
    expect(filesIn(folder)).toEqual(['ab-1'])
  })

  it('ends by the day that it names, whatever its file system says of its age', async () => {
    const folder = pictureFolder()
    const cache = openCache(folder)
    inDays(-32)
    await cache.write('ab-1', Buffer.from('a picture'))
    vi.useRealTimers()
    await cache.read('ab-1')
    await until(
      'its end',
      () => filesIn(folder),
      ({ length }) => length === 0,
    )
    expect(await cache.read('ab-1')).toBeNull()
  })

  it('that something else wrote is none', async () => {
    const folder = pictureFolder()
    mkdirSync(join(folder, 'ab'))
    writeFileSync(join(folder, 'ab', 'ab-1'), 'something else')
    expect(await openCache(folder).read('ab-1')).toBeNull()
  })
})

describe('A folder that takes nothing', () => {
  it('is said once, and no request fails', async () => {
    const folder = pictureFolder()
    // Even root cannot make a folder below a file.
    writeFileSync(join(folder, 'file'), '')
    const cache = openCache(join(folder, 'file', 'pictures'))
    await cache.write('ab-1', Buffer.from('a picture'))
    await cache.write('ab-2', Buffer.from('a picture'))
    expect(await cache.read('ab-1')).toBeNull()
    expect(cache.warnings).toHaveLength(1)
    expect(cache.warnings[0]).toMatch(/keeps nothing new: ENOTDIR/)
  })

  it.skipIf(process.getuid?.() === 0)('may be read-only: what is in it is still read', async () => {
    const folder = pictureFolder()
    await openCache(folder).write('ab-1', Buffer.from('a picture'))
    chmodSync(join(folder, 'ab'), 0o555)
    onTestFinished(() => chmodSync(join(folder, 'ab'), 0o755))
    const cache = openCache(folder)
    await cache.write('ab-2', Buffer.from('a picture'))
    expect(await cache.read('ab-1')).toEqual(Buffer.from('a picture'))
    expect(existsSync(join(folder, 'ab', 'ab-2'))).toBe(false)
    expect(cache.warnings).toHaveLength(1)
  })
})
