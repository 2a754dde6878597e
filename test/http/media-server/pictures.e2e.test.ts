import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { startHostileSource, usualCase } from '../../support/fuzz/hostile-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { draw, sends, shapeOf, startPictureHost } from '../../support/picture-host.ts'
import { startService } from '../../support/service.ts'
import { startServiceProcess, temporaryFolder } from '../../support/service-process.ts'
import { until } from '../../support/until.ts'
import { silent } from '../../support/upstream.ts'

const host = await startPictureHost(
  {
    '/poster.jpg': sends(await draw(800, 1_200).jpeg().toBuffer()),
    '/background.jpg': sends(await draw(1_600, 900).jpeg().toBuffer()),
    '/logo.png': sends(await draw(400, 100).png().toBuffer()),
    '/silent.jpg': silent,
  },
  afterAll,
)
const film = {
  ...usualCase.film,
  poster: `${host.url}/poster.jpg`,
  background: `${host.url}/background.jpg`,
  logo: `${host.url}/logo.png`,
}

type Home = Pick<Awaited<ReturnType<typeof startService>>, 'request' | 'createUser'> & {
  readonly url: string
}

async function signedIn(service: Home, said: object = film) {
  const source = await startHostileSource(afterAll)
  const url = source.say({ ...usualCase, film: { ...film, ...said } })
  const owner = await service.createUser({ sources: [{ type: 'stremio', url }] })
  const { token } = await signInApp(service.url, owner)
  const headers = { 'x-emby-token': token }
  async function firstFilm() {
    const path = '/Items?recursive=true&includeItemTypes=Movie'
    const { body } = await service.request(path, { headers })
    // oxlint-disable-next-line typescript/no-explicit-any -- an item of the Jellyfin API
    return (body as any).Items[0]
  }
  const { Id: id, ImageTags: tags } = await firstFilm()
  /** Without a token, as players and browsers ask. */
  const ask = async (path: string, more: Record<string, string> = {}, method = 'GET') => {
    const answer = await fetch(`${service.url}/Items/${id}/Images/${path}`, {
      method,
      headers: more,
      redirect: 'manual',
    })
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  return { id, tags, firstFilm, ask }
}

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const home = await signedIn(service)

const browser = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
const shapes: [path: string, accept: string, shape: string][] = [
  ['Primary?fillWidth=500&fillHeight=750&quality=96', browser, '500x750 webp'],
  ['Primary?maxWidth=250', browser, '240x360 webp'],
  ['Primary?width=320&height=9999', '*/*', '320x480 jpeg'],
  ['Primary?maxHeight=480&format=Png', browser, '320x480 png'],
  ['Primary/0/tag/Jpg/130/1000/0/0', browser, '120x180 jpeg'],
  ['Primary?fillWidth=-5&maxWidth=x&quality=NaN', 'image/webp;q=0', '800x1200 jpeg'],
  ['Primary?maxWidth=1e99&format=svg', browser, '800x1200 webp'],
  ['Backdrop/0?maxWidth=1280', 'image/webp', '1280x720 webp'],
  ['Logo?maxWidth=240', '*/*', '240x60 png'],
]

describe('A picture of an item', () => {
  it.each(shapes)('%s for %s is %s', async (path, accept, shape) => {
    const { answer, bytes } = await home.ask(path, { accept })
    expect(answer.status).toBe(200)
    expect(await shapeOf(bytes)).toBe(shape)
    const type = answer.headers.get('content-type')
    expect(type).toBe(`image/${shape.split(' ')[1]}`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'public, max-age=86400',
      vary: 'accept, authorization, x-emby-authorization, x-emby-token, x-mediabrowser-token',
    })
  })

  it('is AVIF for who prefers it', async () => {
    const { answer } = await home.ask('Primary?maxWidth=120', { accept: 'image/avif' })
    expect(answer.headers.get('content-type')).toBe('image/avif')
  })

  it('is asked for again each day, also under the tag that its item names', async () => {
    const { answer } = await home.ask(`Primary?maxWidth=120&tag=${home.tags.Primary}`)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
  })

  it('is not sent again to who has it', async () => {
    const { answer } = await home.ask('Primary?maxWidth=120')
    const etag = answer.headers.get('etag')!
    for (const known of [etag, `"other", W/${etag}`]) {
      const again = await home.ask('Primary?maxWidth=120', { 'if-none-match': known })
      expect({ known, status: again.answer.status }).toEqual({ known, status: 304 })
    }
    const wider = await home.ask('Primary?maxWidth=240', { 'if-none-match': etag })
    expect(wider.answer.status).toBe(200)
  })

  it('answers HEAD as GET, without bytes', async () => {
    const { bytes: whole } = await home.ask('Primary?maxWidth=120')
    const { answer, bytes } = await home.ask('Primary?maxWidth=120', {}, 'HEAD')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String(whole.length))
    expect(bytes).toHaveLength(0)
  })

  it('has a BlurHash in lists once somebody has seen it', async () => {
    const fresh = await signedIn(service, { poster: `${host.url}/poster.jpg?blur` })
    expect((await fresh.firstFilm()).ImageBlurHashes.Primary).toBeUndefined()
    await fresh.ask('Primary?maxWidth=120')
    const { ImageBlurHashes: hashes } = await until(
      'the BlurHash',
      fresh.firstFilm,
      (item) => item.ImageBlurHashes.Primary !== undefined,
    )
    expect(hashes.Primary).toEqual({ [fresh.tags.Primary]: expect.stringMatching(/^.{28}$/) })
  })

  it('whose host is silent is a placeholder, which is asked for again soon', async () => {
    const dark = await signedIn(service, { poster: `${host.url}/silent.jpg` })
    const { answer, bytes } = await dark.ask('Primary?maxWidth=120', { accept: 'image/webp' })
    expect(answer.status).toBe(200)
    expect(await shapeOf(bytes)).toMatch(/webp$/)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=15')
    expect(answer.headers.has('etag')).toBe(false)
  })

  it('that is asked for by a service is redirected, so that none waits for itself', async () => {
    const { answer } = await home.ask('Primary', { 'x-service-instance': 'another' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(film.poster)
  })
})

describe('PICTURES=redirect', () => {
  it('sends every app to the host, fetches nothing and keeps nothing', async () => {
    const plain = await startService({ PICTURES: 'redirect' })
    const { ask, firstFilm } = await signedIn(plain)
    const before = host.paths.length
    const { answer, bytes } = await ask('Primary?maxWidth=120')
    expect({ status: answer.status, bytes: bytes.length }).toEqual({ status: 302, bytes: 0 })
    expect(answer.headers.get('location')).toBe(film.poster)
    expect((await firstFilm()).ImageBlurHashes).toEqual({})
    expect(host.paths).toHaveLength(before)
    expect(existsSync(join(plain.dataDir, 'pictures'))).toBe(false)
  })
})

describe('A platform for which sharp has no code', () => {
  it('starts, says so once and redirects', async () => {
    const hook = join(temporaryFolder(), 'hook.mjs')
    writeFileSync(
      hook,
      `import { registerHooks } from 'node:module'
      registerHooks({
        resolve(name, context, next) {
          if (name === 'sharp') throw new Error('Could not load the "sharp" module')
          return next(name, context)
        },
      })`,
    )
    const bare = await startServiceProcess({
      NODE_OPTIONS: `--import ${hook}`,
      ALLOW_PRIVATE_URLS: 'true',
    })
    const { ask } = await signedIn(bare)
    for (const path of ['Primary', 'Backdrop']) {
      const { answer } = await ask(path)
      expect({ path, status: answer.status }).toEqual({ path, status: 302 })
    }
    // What it has written has come by its end, which may be later than the answers.
    bare.signal('SIGTERM')
    await bare.finished()
    const warnings = bare.lines.filter((line) => line.includes('sharp cannot be loaded'))
    expect(warnings).toHaveLength(1)
  })
})
