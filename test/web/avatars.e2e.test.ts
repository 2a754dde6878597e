import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import sharp from 'sharp'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { startAvatarHost } from '../support/avatar-host.ts'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { click, openPages, openSignedIn, save, shows } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const unreadable = 'This file is no picture that your browser can read.'
const avatar = '::-p-xpath(//main//*[contains(@class, "mantine-Avatar-root")]//img)'

async function open(own: object = {}) {
  const owner = await service.createUser({ mediaServer: { owner: { name: 'Olga', ...own } } })
  const { page, troubles } = await openPages(service.url)
  const show = () => openSignedIn(page, service.url, owner, 'media-server')
  const saved = async () => {
    const { data } = await service.graphql('{ serviceUsers { user { avatar } } }', { auth: owner })
    return data.serviceUsers[0].user.avatar as string | null
  }
  return { owner, page, troubles, show, saved }
}

/** Every dot of a colour of its own, so that no form of picture makes it small. */
const noise = () =>
  sharp({
    create: {
      width: 900,
      height: 600,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
    .png()
    .toBuffer()

async function choosePicture(page: Page, content: Buffer | string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'avatar-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'picture.png')
  writeFileSync(file, content)
  const [chooser] = await Promise.all([
    page.waitForFileChooser(),
    click(page, '::-p-aria([name="Choose a picture for Olga"])'),
  ])
  await chooser.accept([file])
}

async function shownAvatar(page: Page) {
  const picture = await page.waitForSelector(avatar)
  return picture!.evaluate(async (element) => {
    const image = element as HTMLImageElement
    await image.decode()
    const { src, naturalWidth: width, naturalHeight: height } = image
    return { kind: src.split(/[;?]/, 1)[0], letters: src.length, width, height }
  })
}

describe.skipIf(noChromium)('The picture of a user', () => {
  it('is cut and shrunk once it is chosen, saved, and removed again', async () => {
    const { page, troubles, show, saved } = await open()
    // As browsers do that are some years old.
    await page.evaluateOnNewDocument(() => {
      Reflect.deleteProperty(globalThis, 'Iterator')
      Reflect.deleteProperty(Object.getPrototypeOf(Object.getPrototypeOf([].values())), 'map')
    })
    await show()
    await click(page, '::-p-aria([name="Details of Olga"])')
    await choosePicture(page, 'no picture at all')
    await shows(page, unreadable)
    await choosePicture(page, await noise())
    const shown = await shownAvatar(page)
    expect(shown).toMatchObject({ kind: 'data:image/webp', width: 256, height: 256 })
    expect(await page.evaluate(() => document.body.innerText)).not.toContain(unreadable)
    await save(page)
    expect((await saved())!.length).toBe(shown.letters)
    await click(page, '::-p-aria([name="Remove the picture of Olga"])')
    await save(page)
    expect(await saved()).toBeNull()
    expect(await page.$(avatar)).toBeNull()
    expect(troubles).toEqual([])
  }, 60_000)

  it('is made smaller still where the browser writes it larger than the service keeps it', async () => {
    const { page, show, saved } = await open()
    // As browsers do that cannot write WebP.
    await page.evaluateOnNewDocument(() => {
      HTMLCanvasElement.prototype.toDataURL = new Proxy(
        Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'toDataURL')!
          .value as HTMLCanvasElement['toDataURL'],
        { apply: (write, canvas) => Reflect.apply(write, canvas, []) },
      )
    })
    await show()
    await click(page, '::-p-aria([name="Details of Olga"])')
    await choosePicture(page, await noise())
    const shown = await shownAvatar(page)
    expect(shown).toMatchObject({ kind: 'data:image/png', width: 128 })
    await save(page)
    expect((await saved())!.length).toBe(shown.letters)
  }, 60_000)

  it('that lies elsewhere is shown, through the service', async () => {
    const host = await startAvatarHost()
    const { page, troubles, show } = await open({ avatar: `${host.url}/kim.png` })
    await show()
    expect(await shownAvatar(page)).toMatchObject({
      kind: `${service.url}/UserImage`,
      width: 400,
      height: 400,
    })
    expect(host.paths).toEqual(['/kim.png'])
    expect(troubles).toEqual([])
  }, 60_000)

  it('that lies elsewhere is shown anew once it is another', async () => {
    const host = await startAvatarHost()
    const { owner, page, show } = await open({ avatar: `${host.url}/kim.png` })
    await show()
    await shownAvatar(page)
    const other = { name: 'Olga', avatar: `${host.url}/kim.png?other` }
    const { status } = await service.request('/api/v1/user', {
      method: 'PUT',
      auth: owner,
      json: { config: { mediaServer: { owner: other } } },
    })
    expect(status).toBe(200)
    await show()
    await shownAvatar(page)
    expect(host.paths).toEqual(['/kim.png', '/kim.png?other'])
  }, 60_000)
})
