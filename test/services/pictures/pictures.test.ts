import { readdirSync } from 'node:fs'
import { setImmediate as nextLoop } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openConverter } from '../../../src/services/pictures/convert.ts'
import {
  asked,
  atWidth,
  draw,
  greyPng,
  hugeAvif,
  pictureFolder,
  sends,
  shapeOf,
  startPictureHost,
  startPictures,
} from '../../support/picture-host.ts'
import { until } from '../../support/until.ts'
import { endless, redirectTo, silent, status } from '../../support/upstream.ts'
import type { Handler } from '../../support/upstream.ts'

const poster = await draw(800, 1_200).jpeg().toBuffer()
const avif = await draw(800, 1_200).avif().toBuffer()
const frames = await draw(300, 900).webp().toBuffer()
const animated = await draw(300, 900)
  .raw()
  .toBuffer()
  .then((data) => {
    const raw = { width: 300, height: 900, channels: 3 as const, pageHeight: 300 }
    return import('sharp').then(({ default: sharp }) => sharp(data, { raw }).webp().toBuffer())
  })
const script = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)

async function ask(handler: Handler, what = atWidth(600), allowPrivate: boolean | string[] = true) {
  const host = await startPictureHost({ '/poster': handler })
  const pictures = startPictures({ allowPrivate })
  const startedAt = performance.now()
  const found = await pictures.find(`${host.url}/poster`, what)
  return { found: found!, tookMs: performance.now() - startedAt, host, pictures }
}

describe('A picture', () => {
  it('is fetched once, and kept in each size that is asked for', async () => {
    const { found, host, pictures } = await ask(sends(poster))
    expect(await shapeOf(found.bytes)).toBe('600x900 webp')
    const address = `${host.url}/poster`
    const again = await pictures.find(address, atWidth(600))
    const small = await pictures.find(address, atWidth(120, { format: 'jpeg' }))
    expect(again).toEqual(found)
    expect(await shapeOf(small!.bytes)).toBe('120x180 jpeg')
    expect(small!.tag).not.toBe(found.tag)
    expect(host.paths).toEqual(['/poster'])
  })

  it('is fetched once by all who ask at the same time', async () => {
    const host = await startPictureHost({ '/poster': sends(poster) })
    const pictures = startPictures()
    const widths = [60, 120, 600, 600, 600, 780]
    const found = await Promise.all(
      widths.map((width) => pictures.find(`${host.url}/poster`, atWidth(width))),
    )
    const shapes = await Promise.all(found.map((picture) => shapeOf(picture!.bytes)))
    expect(shapes).toEqual(widths.map((width) => `${width}x${width * 1.5} webp`))
    expect(host.paths).toHaveLength(1)
  })

  it('is known after a restart, without its host', async () => {
    const folder = pictureFolder()
    const host = await startPictureHost({ '/poster': sends(poster) })
    const images = { primary: `${host.url}/poster`, backdrop: null, logo: null, thumb: null }
    const before = startPictures({ folder })
    const found = await before.find(images.primary, atWidth(600))
    expect(before.blurHashes({ ...images, primary: `${host.url}/other` })).toEqual([])
    const [known] = await until(
      'the BlurHash',
      () => before.blurHashes(images),
      ({ length }) => length > 0,
    )
    expect(known).toMatchObject({ picture: 'primary', hash: expect.stringMatching(/^.{28}$/) })
    await before.stop()
    await host.close()
    const after = startPictures({ folder })
    expect(await after.find(images.primary, atWidth(600))).toEqual(found)
    expect(await shapeOf((await after.find(images.primary, atWidth(240)))!.bytes)).toBe(
      '240x360 webp',
    )
    expect(after.blurHashes(images)).toEqual([known])
  })

  it.each([
    ['one pixel', greyPng(1, 1), '1x1 webp'],
    ['an animation, of which the first frame is shown', animated, '300x300 webp'],
    ['WebP by any name', frames, '300x900 webp'],
  ])('may be %s', async (_what, bytes, shape) => {
    const { found } = await ask(sends(bytes, 'application/octet-stream'))
    expect(found.tag).not.toBeNull()
    expect(await shapeOf(found.bytes)).toBe(shape)
  })

  it.each(['webp', 'jpeg', 'png'] as const)('is made as %s', async (format) => {
    const { found } = await ask(sends(poster), atWidth(240, { format }))
    expect(found.format).toBe(format)
    expect(await shapeOf(found.bytes)).toBe(`240x360 ${format}`)
  })

  it('is made as AVIF, and read as AVIF', async () => {
    const { found, host, pictures } = await ask(sends(poster), atWidth(240, { format: 'avif' }))
    expect(found.format).toBe('avif')
    expect(found.bytes.toString('latin1', 4, 12)).toBe('ftypavif')
    const { found: again } = await ask(sends(found.bytes, 'image/avif'), atWidth(120))
    expect(again.tag).not.toBeNull()
    expect(await shapeOf(again.bytes)).toBe('120x180 webp')
    const images = { primary: `${host.url}/poster`, backdrop: null, logo: null, thumb: null }
    await until(
      'the BlurHash',
      () => pictures.blurHashes(images),
      ({ length }) => length > 0,
    )
  })

  it('is read to its end while another service of the process begins', async () => {
    const converter = await openConverter()
    const reading = Array.from({ length: 30 }, () => converter.blurHash(avif))
    const isOver = new AbortController()
    const whole = Promise.all(reading).finally(() => isOver.abort())
    while (!isOver.signal.aborted) {
      await openConverter()
      await nextLoop()
    }
    expect(new Set(await whole).size).toBe(1)
  })
})

const endlessPicture = endless('image/jpeg')
const truncated: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': poster.length })
  response.write(poster.subarray(0, 2_000), () => response.destroy())
}

const broken: [what: string, handler: Handler][] = [
  ['never comes', silent],
  ['is an error', status(500)],
  ['is not there', status(404)],
  ['is a page', sends(Buffer.from('<!doctype html><title>A page</title>'))],
  ['is SVG with a script, whatever type it claims', sends(script, 'image/png')],
  ['ends early', truncated],
  ['lacks its end', sends(poster.subarray(0, 2_000))],
  ['is AVIF and lacks its end', sends(avif.subarray(0, avif.length / 2))],
  ['is AVIF of 100 megapixels', sends(hugeAvif(avif))],
  ['never ends', endlessPicture.handler],
  ['has 100 megapixels in a few kilobytes', sends(greyPng(10_000, 10_000), 'image/png')],
]

describe('A picture that', () => {
  it.each(broken)('%s is a placeholder within two seconds', async (_what, handler) => {
    const { found, tookMs, pictures } = await ask(handler)
    expect(tookMs).toBeLessThan(2_000)
    expect(found.tag).toBeNull()
    expect(await shapeOf(found.bytes)).toBe('240x360 webp')
    expect(found.bytes.length).toBeLessThan(2_000)
    expect(readdirSync(pictures.folder, { recursive: true }).join()).not.toMatch(/-600/)
  })

  it('is not there is not asked for at every glance', async () => {
    const { host, pictures } = await ask(status(404))
    await pictures.find(`${host.url}/poster`, atWidth(120))
    expect(host.paths).toHaveLength(1)
  })

  it('lies in the private network is not fetched, nor what redirects there', async () => {
    const inside = await startPictureHost({ '/poster': sends(poster) })
    const direct = await ask(sends(poster), asked, false)
    expect(direct.found.tag).toBeNull()
    expect(direct.host.connections()).toBe(0)
    const away = inside.url.replace('127.0.0.1', '127.0.0.2')
    const redirected = await ask(redirectTo(`${away}/poster`), asked, ['127.0.0.1'])
    expect(redirected.found.tag).toBeNull()
    expect(inside.paths).toEqual([])
  })

  it('cannot be had has the shape and the format that were asked for', async () => {
    const wide = await ask(status(404), { ...asked, ratio: 1.78, format: 'jpeg' })
    expect(await shapeOf(wide.found.bytes)).toBe('240x135 jpeg')
    const logo = await ask(status(404), { ...asked, ratio: null, format: 'png' })
    expect(await shapeOf(logo.found.bytes)).toBe('240x60 png')
  })
})

describe('A host that does not answer', () => {
  it('delays a page of a hundred posters once, and others not at all', async () => {
    const [dead, alive] = await Promise.all([
      startPictureHost(Object.fromEntries(each(100, (path) => [path, silent] as const))),
      startPictureHost({ '/poster': sends(poster) }),
    ])
    const pictures = startPictures()
    const startedAt = performance.now()
    const queue = each(100, (path) => path)
    // As a browser does: six at a time.
    const page = Array.from({ length: 6 }, async () => {
      const tags: (string | null)[] = []
      for (let path = queue.shift(); path; path = queue.shift()) {
        tags.push((await pictures.find(dead.url + path, atWidth(240)))!.tag)
      }
      return tags
    })
    const other = await pictures.find(`${alive.url}/poster`, atWidth(240))
    expect(performance.now() - startedAt).toBeLessThan(1_400)
    expect(other!.tag).not.toBeNull()
    const tags = (await Promise.all(page)).flat()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(tags).toEqual(Array.from({ length: 100 }, () => null))
    expect(dead.paths.length).toBeLessThanOrEqual(16)
  })

  it('is asked again in the background, and shows its pictures once it is back', async () => {
    let isBack = false
    const host = await startPictureHost({
      '/first': (_request, response) => void (isBack ? response.end(poster) : response.destroy()),
      '/second': (request, response) =>
        isBack ? sends(poster)(request, response) : void response.destroy(),
    })
    const pictures = startPictures()
    expect((await pictures.find(`${host.url}/first`, asked))!.tag).toBeNull()
    isBack = true
    const second = await until(
      'the picture',
      () => pictures.find(`${host.url}/second`, asked),
      (picture) => picture!.tag !== null,
    )
    expect(await shapeOf(second!.bytes)).toBe('800x1200 webp')
  })
})

function each<T>(count: number, make: (path: string) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(`/${index}`))
}
