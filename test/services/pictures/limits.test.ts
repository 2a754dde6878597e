import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openConverter } from '../../../src/services/pictures/convert.ts'
import {
  asked,
  atWidth,
  draw,
  pictureFolder,
  sends,
  shapeOf,
  startPictureHost,
  startPictures,
} from '../../support/picture-host.ts'
import { until } from '../../support/until.ts'
import { silent } from '../../support/upstream.ts'

const poster = await draw(400, 600).jpeg().toBuffer()
const avif = await draw(400, 600).avif().toBuffer()

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 4, background: '#123456' } })
}

describe('Silent hosts', () => {
  it.each([
    [1, 2],
    [0.5, 1],
  ])('with a share of %d of the memory, %d of them delay no other', async (memoryShare, count) => {
    const paths = Array.from({ length: 20 }, (_, index) => `/${index}`)
    const silence = Object.fromEntries(paths.map((path) => [path, silent]))
    const dead = await Promise.all(Array.from({ length: count }, () => startPictureHost(silence)))
    const alive = await startPictureHost({ '/poster': sends(poster) })
    const pictures = startPictures({ memoryShare })
    const dark = dead.flatMap(({ url }) => paths.map((path) => pictures.find(url + path, asked)))
    await until(
      'the first requests',
      () => dead,
      (hosts) => hosts.every((host) => host.paths.length > 0),
    )
    const found = await pictures.find(`${alive.url}/poster`, asked)
    expect(found!.tag).not.toBeNull()
    expect((await Promise.all(dark)).every((picture) => picture!.tag === null)).toBe(true)
  })
})

describe('A configuration with ten silent hosts', () => {
  it('delays no picture of another one, fetched or made', async () => {
    const paths = Array.from({ length: 10 }, (_, index) => `/${index}`)
    const silence = Object.fromEntries(paths.map((path) => [path, silent]))
    const dead = await Promise.all(Array.from({ length: 10 }, () => startPictureHost(silence)))
    const alive = await startPictureHost({ '/poster': sends(poster) })
    const pictures = startPictures()
    const { signal } = new AbortController()
    const dark = dead.flatMap(({ url }) =>
      paths.map((path) => pictures.find(url + path, asked, signal, 1)),
    )
    await until(
      'as many requests as a configuration has places',
      () => dead.flatMap((host) => host.paths),
      ({ length }) => length >= 12,
    )
    const found = await pictures.find(`${alive.url}/poster`, asked, signal, 2)
    expect(found!.tag).not.toBeNull()
    expect((await Promise.all(dark)).every((picture) => picture!.tag === null)).toBe(true)
  })
})

it('A configuration that wants a hundred sizes leaves the next thread to another one', async () => {
  const host = await startPictureHost({ '/one': sends(poster), '/two': sends(poster) })
  const made: string[] = []
  const real = await openConverter()
  const pictures = startPictures({
    convert: {
      async convert(original, variant) {
        made.push(variant.format)
        return real.convert(original, variant)
      },
    },
  })
  const { signal } = new AbortController()
  await pictures.find(`${host.url}/one`, atWidth(100), signal, 1)
  await pictures.find(`${host.url}/two`, atWidth(100), signal, 2)
  const many = Array.from({ length: 100 }, (_, index) =>
    pictures.find(`${host.url}/one`, { ...atWidth(120 + index), quality: 'low' }, signal, 1),
  )
  made.length = 0
  await pictures.find(`${host.url}/two`, atWidth(300, { format: 'png' }), signal, 2)
  expect(made.indexOf('png')).toBeGreaterThan(-1)
  expect(made.indexOf('png')).toBeLessThan(20)
  await Promise.all(many)
})

describe('A page of ten silent hosts', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it('has its placeholders within two seconds, and what others held up the next time', async () => {
    const paths = Array.from({ length: 10 }, (_, index) => `/${index}`)
    const silence = Object.fromEntries(paths.map((path) => [path, silent]))
    const dead = await Promise.all(Array.from({ length: 10 }, () => startPictureHost(silence)))
    const alive = await startPictureHost({ '/poster': sends(poster) })
    const pictures = startPictures()
    const dark = dead.flatMap(({ url }) => paths.map((path) => pictures.find(url + path, asked)))
    await until(
      'as many requests as there are places',
      () => dead.flatMap((host) => host.paths),
      ({ length }) => length === 24,
    )
    const held = pictures.find(`${alive.url}/poster`, asked)
    await pass(1_999)
    const found = await Promise.all([...dark, held])
    expect(found.map((picture) => picture!.tag)).toEqual(Array(101).fill(null))
    await until(
      'its request',
      async () => {
        await pass(100)
        return alive.paths
      },
      ({ length }) => length === 1,
    )
    const tag = await until(
      'the picture',
      async () => (await pictures.find(`${alive.url}/poster`, asked))!.tag,
      Boolean,
    )
    expect(tag).not.toBeNull()
    expect(alive.paths).toHaveLength(1)
  }, 15_000)
})

describe('A picture', () => {
  it.each([
    ['of 16 bits', () => plain(3_000, 3_000).toColourspace('rgb16').png()],
    ['in several passes', () => plain(3_000, 3_000).png({ progressive: true })],
  ])('%s that takes too much memory is refused, before it is read', async (_what, make) => {
    const converter = await openConverter()
    const bytes = await make().toBuffer()
    const variant = { width: 60, quality: 'usual', format: 'webp' } as const
    await expect(converter.sizeOf(bytes)).rejects.toThrow('too large')
    await expect(converter.convert(bytes, variant)).rejects.toThrow('too large')
  })

  it.each([
    ['more than 1.5 MB', async () => Buffer.concat([avif, Buffer.alloc(1_500_000)])],
    ['more than 6 megapixels', () => plain(3_000, 2_001).avif({ effort: 0 }).toBuffer()],
  ])('in AVIF of %s is refused, since decoding cannot be stopped', async (_what, make) => {
    const converter = await openConverter()
    const bytes = await make()
    const variant = { width: 60, quality: 'usual', format: 'webp' } as const
    await expect(converter.sizeOf(bytes)).rejects.toThrow('too large')
    await expect(converter.convert(bytes, variant)).rejects.toThrow('too large')
    expect(await converter.sizeOf(avif)).toEqual({ width: 400, height: 600 })
  })

  it.each([
    ['AVIF is given up', avif, '', 0],
    ['AVIF is given up whatever the library said before', avif, 'source: bad seek\n', 0],
    ['JPEG is kept for another try', poster, 'source: bad seek\n', 1],
  ])('that takes too long in %s', async (_what, bytes, before, kept) => {
    const host = await startPictureHost({ '/slow': sends(bytes) })
    const slow = new Error(`${before}timeout: 76% complete`)
    const convert = vi.fn<() => Promise<never>>(async () => Promise.reject(slow))
    const pictures = startPictures({ convert: { convert } })
    const found = await pictures.find(`${host.url}/slow`, asked)
    expect(found!.tag).toBeNull()
    await pictures.find(`${host.url}/slow`, asked)
    expect(convert).toHaveBeenCalledTimes(1)
    const files = readdirSync(pictures.folder, { recursive: true }).map(String)
    expect(files.filter((file) => file.endsWith('.original'))).toHaveLength(kept)
  })

  it('of a television in 4K is read, interlaced too', async () => {
    const converter = await openConverter()
    const bytes = await plain(3_840, 2_160).png({ progressive: true }).toBuffer()
    expect(await converter.sizeOf(bytes)).toEqual({ width: 3_840, height: 2_160 })
  })

  it('that changed at its host has its new shape, tag and BlurHash', async () => {
    const folder = pictureFolder()
    let bytes = poster
    const host = await startPictureHost({ '/poster': (...ask) => sends(bytes)(...ask) })
    const address = `${host.url}/poster`
    const hashOf = (pictures: ReturnType<typeof startPictures>) =>
      pictures.blurHashes({ primary: address, backdrop: null, logo: null, thumb: null })[0]?.hash
    const before = startPictures({ folder })
    const old = await before.find(address, asked)
    const oldHash = await until('the BlurHash', () => hashOf(before), Boolean)
    await before.stop()
    // What was made is forgotten with time, what is known of it is not.
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) rmSync(join(folder, entry.name), { recursive: true })
    }
    bytes = await plain(300, 300).png().toBuffer()
    const after = startPictures({ folder })
    const found = await after.find(address, asked)
    expect(await shapeOf(found!.bytes)).toBe('300x300 webp')
    expect(found!.tag).not.toBe(old!.tag)
    await until(
      'the new BlurHash',
      () => hashOf(after),
      (hash) => hash !== oldHash,
    )
    await after.stop()
    expect(await startPictures({ folder }).find(address, asked)).toEqual(found)
  })
})

/** Conversions wait until told; a small share of memory leaves them one thread. */
async function startSlow() {
  const host = await startPictureHost({ '/one': sends(poster), '/two': sends(poster) })
  const real = await openConverter()
  const gate = Promise.withResolvers<void>()
  let begun = 0
  const pictures = startPictures({
    memoryShare: 0.1,
    convert: {
      convert: async (bytes, variant) => {
        begun += 1
        await gate.promise
        return real.convert(bytes, variant)
      },
    },
  })
  return { ...pictures, url: host.url, open: gate.resolve, begun: () => begun, host }
}

describe('Conversions', () => {
  it('that nobody waits for any longer are not begun', async () => {
    const pictures = await startSlow()
    const one = pictures.find(`${pictures.url}/one`, asked)
    await until('the first', pictures.begun, (begun) => begun === 1)
    const leaving = new AbortController()
    const two = pictures.find(`${pictures.url}/one`, atWidth(120), leaving.signal)
    leaving.abort(new Error('left'))
    await expect(two).rejects.toThrow('left')
    pictures.open()
    expect((await one)!.tag).not.toBeNull()
    await pictures.find(`${pictures.url}/one`, atWidth(240))
    expect(pictures.begun()).toBe(2)
  })

  it('that others hold up are a placeholder in the end, and are there for who asks next', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const pictures = await startSlow()
    const finding = Promise.all(
      ['/one', '/two'].map((path) => pictures.find(pictures.url + path, asked)),
    )
    const files = () => readdirSync(pictures.folder, { recursive: true }).map(String)
    await until(
      'both to wait for a thread',
      () => files().filter((file) => file.endsWith('.original')).length + pictures.begun(),
      (count) => count === 3,
    )
    let passedMs = 0
    const found = await until('the placeholders', async () => {
      await vi.advanceTimersByTimeAsync(500)
      passedMs += 500
      return Promise.race([finding, Promise.resolve(null)])
    })
    expect(passedMs).toBeLessThan(25_000)
    expect(found!.map((picture) => picture!.tag)).toEqual([null, null])
    pictures.open()
    const second = await pictures.find(`${pictures.url}/two`, asked)
    expect(await shapeOf(second!.bytes)).toBe('400x600 webp')
  }, 25_000)
})
