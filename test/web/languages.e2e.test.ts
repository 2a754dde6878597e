import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { choose, click, fill, openPages, openSignedIn, press, shows } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const wrongPassword = 'Die UUID oder der Alias ist unbekannt, oder das Passwort ist falsch.'

async function openChoices(page: Page): Promise<void> {
  await click(page, '::-p-aria([name="Language and colours"])')
}

/** The sign-in, with the choice of the language open, while the texts in German do not come. */
async function openWithoutGerman() {
  const { page } = await openPages(service.url)
  await page.goto(`${service.url}/configure/account`)
  await openChoices(page)
  const held: (() => void)[] = []
  let isHeld = true
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const send = () => void request.continue()
    if (isHeld && request.url().includes('/assets/de-')) held.push(send)
    else send()
  })
  const release = () => {
    isHeld = false
    for (const send of held) send()
  }
  return { page, held, release }
}

const language = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, localStorage.getItem('language')])

describe.skipIf(noChromium)('The language that is chosen', () => {
  it('last stays, whichever comes first', async () => {
    const { page, held, release } = await openWithoutGerman()
    await choose(page, 'Language', 'Deutsch')
    await expect.poll(() => held.length).toBe(1)
    await choose(page, 'Language', 'Español')
    await expect.poll(() => language(page)).toEqual(['es', 'es'])
    const came = page.waitForResponse((response) => response.url().includes('/assets/de-'))
    release()
    await (await came).text()
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    expect(await language(page)).toEqual(['es', 'es'])
  }, 60_000)

  it('says why something is refused, also if that was asked for before the language came', async () => {
    const { page, held, release } = await openWithoutGerman()
    await choose(page, 'Language', 'Deutsch')
    await expect.poll(() => held.length).toBe(1)
    await fill(page, 'UUID or alias', 'nobody')
    await page.locator('main input[type=password]').fill('wrong')
    await press(page, 'Sign in')
    await shows(page, 'This did not work')
    release()
    await shows(page, wrongPassword)
    expect(await language(page)).toEqual(['de', 'de'])
  }, 60_000)

  it('while its user signs in again is that of the title of the page that was kept', async () => {
    const { page } = await openPages(service.url)
    const owner = await service.createUser()
    await openSignedIn(page, service.url, owner, 'sources')
    await page.evaluate(() => fetch('/session', { method: 'DELETE' }))
    await shows(page, 'Your session has ended.')
    expect(await page.title()).toBe('Sign in')
    await openChoices(page)
    await choose(page, 'Language', 'Deutsch')
    await expect.poll(() => page.title()).toBe('Anmelden')
    await page.locator('main form input[type=password]').fill(owner.password)
    await click(page, '::-p-xpath(//main//button[@type="submit"][.="Anmelden"])')
    await expect.poll(() => page.title()).toBe('Quellen')
    expect(await page.$eval('h1', (one) => one.textContent)).toBe('Quellen')
  }, 60_000)
})
