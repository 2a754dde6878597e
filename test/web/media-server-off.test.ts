import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { click, openPages, openSignedIn, save, shows } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const off = { mediaServer: { enabled: false } }

async function open(name: string, config: object = off) {
  const owner = await service.createUser(config)
  const { page } = await openPages(service.url)
  await openSignedIn(page, service.url, owner, name)
  return { page, text: () => page.evaluate(() => document.body.innerText) }
}

describe.skipIf(noChromium)('Where the media server is off', () => {
  it.each(['dashboard', 'year'])(
    'the page %s says so once, in place of failures',
    async (name) => {
      const { page, text } = await open(name)
      await shows(page, 'The media server is switched off in this configuration.')
      expect(await text()).not.toContain('This did not work')
    },
    60_000,
  )

  it('a parent configuration can be what says it', async () => {
    const { uuid, password } = await service.createUser(off)
    const { page, text } = await open('dashboard', { parentConfig: { uuid, password } })
    await shows(page, 'The media server is switched off in this configuration.')
    expect(await text()).not.toContain('Nobody is watching right now.')
  }, 60_000)

  it('its page asks for nothing before it is on and saved', async () => {
    const { page, text } = await open('media-server')
    await click(page, '::-p-xpath(//label[contains(., "Apps for media servers can sign in")])')
    await shows(page, 'The rest is here once this is saved.')
    expect(await text()).not.toContain('This did not work')
    await save(page)
    await shows(page, 'No app is signed in yet.')
  }, 60_000)
})
