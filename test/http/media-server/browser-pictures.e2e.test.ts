import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { noChromium, openElsewhere } from '../../support/browser.ts'
import { startHostileSource, usualCase } from '../../support/fuzz/hostile-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { draw, sends, startPictureHost } from '../../support/picture-host.ts'
import { startService } from '../../support/service.ts'

const host = await startPictureHost(
  { '/poster.jpg': sends(await draw(400, 600).jpeg().toBuffer()) },
  afterAll,
)

const bytes = await draw(200, 200).jpeg().toBuffer()
const portrait = `data:image/jpeg;base64,${bytes.toString('base64')}`

/** Runs in the page: shows a picture, then reads its colours, for which the browser has to be allowed. */
async function coloursOf(address: string) {
  const load = (crossOrigin: string | null) =>
    new Promise<HTMLImageElement>((resolve, reject) => {
      const image = new Image()
      image.crossOrigin = crossOrigin
      image.addEventListener('load', () => resolve(image))
      image.addEventListener('error', () => reject(new Error(`${address} was not loaded`)))
      image.src = address
    })
  // The browser keeps it for the second time.
  await load(null)
  const image = await load('anonymous')
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  const context = canvas.getContext('2d')!
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { width: canvas.width, isDrawn: new Set(data).size > 50 }
}

describe.skipIf(noChromium)('A picture in a canvas of another site', () => {
  it('can be read, of items, of users and of the addon', async () => {
    const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' })
    const hostile = await startHostileSource(onTestFinished)
    const poster = `${host.url}/poster.jpg`
    const url = hostile.say({ ...usualCase, film: { ...usualCase.film, poster } })
    const owner = await service.createUser({
      sources: [{ type: 'stremio', url }],
      mediaServer: { owner: { avatar: portrait } },
    })
    const { token, userId } = await signInApp(service.url, owner)
    const ask = async (path: string) =>
      (await fetch(service.url + path, { headers: { 'x-emby-token': token } })).json()
    const { Items } = await ask('/Items?recursive=true&includeItemTypes=Movie')
    const base = `/stremio/${owner.uuid}/${owner.token}`
    const { meta } = await ask(`${base}/meta/movie/${String(usualCase.film['id'])}.json`)
    const page = await openElsewhere()
    const widths = [
      [`${service.url}/Items/${Items[0].Id}/Images/Primary?maxWidth=180`, 180],
      [meta.poster, 400],
      [`${service.url}/Users/${userId}/Images/Primary`, 200],
    ] as const
    for (const [address, width] of widths) {
      expect(await page.evaluate(coloursOf, address)).toEqual({ width, isDrawn: true })
    }
  }, 60_000)
})
