import { describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { operatorPassword } from '../support/browser-session.ts'
import { startService } from '../support/service.ts'
import {
  brokenWords,
  click,
  focusOn,
  openPages,
  openSignedIn,
  overflowOf,
  press,
  reload,
  seriousFaults,
  shows,
} from '../support/web-pages.ts'

describe.skipIf(noChromium)("On the operator's page", () => {
  it('whoever has the password sees the instance, makes a backup and leaves again', async () => {
    const service = await startService({ ADMIN_PASSWORD: operatorPassword })
    const { page, troubles } = await openPages(service.url)
    await page.goto(`${service.url}/configure/`)
    await press(page, 'For the operator')
    await page.locator('input[type=password]').fill(operatorPassword)
    await click(page, 'button[type=submit]')
    await shows(page, 'can serve')
    await press(page, 'Make a backup now')
    await shows(page, 'The backup is made.')
    await reload(page)
    await shows(page, 'The seven latest'.toLowerCase())
    expect(await page.$$eval('.secret', (names) => names.length)).toBe(1)
    await press(page, 'Sign out as operator')
    await page.waitForSelector('input[type=password]')
    expect(troubles).toEqual([])
  }, 60_000)

  it('a session that has ended is told without a touch, and one that was left is not', async () => {
    const service = await startService({ ADMIN_PASSWORD: operatorPassword })
    const { page } = await openPages(service.url)
    await page.goto(`${service.url}/configure/operator`)
    const signIn = async () => {
      await page.locator('input[type=password]').fill(operatorPassword)
      await click(page, 'button[type=submit]')
      await shows(page, 'can serve')
    }
    await signIn()
    await page.evaluate(() => fetch('/session/operator', { method: 'DELETE' }))
    await shows(page, 'Your session has ended.')
    expect(await seriousFaults(page)).toEqual([])
    await signIn()
    await press(page, 'Sign out as operator')
    await page.waitForSelector('input[type=password]')
    expect(await page.$eval('main', (main) => main.textContent)).not.toContain('has ended')
  }, 60_000)

  it('a wrong password is told, and the session of a configuration shows nothing', async () => {
    const service = await startService({ ADMIN_PASSWORD: operatorPassword })
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, await service.createUser(), 'operator')
    await page.locator('input[type=password]').fill('a wrong password')
    await click(page, 'button[type=submit]')
    await shows(page, "The operator's password is wrong.")
    expect(await page.evaluate(() => document.body.textContent)).not.toContain('can serve')
  }, 60_000)

  it('there is a hint where it is off, and how to change that', async () => {
    const service = await startService()
    const { page } = await openPages(service.url)
    await page.goto(`${service.url}/configure/operator`)
    await shows(page, 'Set ADMIN_PASSWORD where the service runs')
    expect(await page.$('input[type=password]')).toBeNull()
  }, 60_000)

  it('a telephone in German shows whole words and the browser in German', async () => {
    const service = await startService({ ADMIN_PASSWORD: operatorPassword })
    const { page } = await openPages(service.url)
    await page.setViewport({ width: 360, height: 740 })
    await page.evaluateOnNewDocument(() => localStorage.setItem('language', 'de'))
    await page.goto(`${service.url}/configure/operator`)
    await page.locator('input[type=password]').fill(operatorPassword)
    await click(page, 'button[type=submit]')
    await shows(page, 'Chrome auf Linux')
    expect(await brokenWords(page)).toEqual([])
  }, 60_000)

  it('nothing is a serious fault in either colour, and everything fits every window', async () => {
    const service = await startService({ ADMIN_PASSWORD: operatorPassword })
    const { page } = await openPages(service.url)
    await page.goto(`${service.url}/configure/operator`)
    await page.locator('input[type=password]').fill(operatorPassword)
    await click(page, 'button[type=submit]')
    for (const value of ['light', 'dark']) {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ])
      await shows(page, 'can serve')
      expect({ value, faults: await seriousFaults(page) }).toEqual({ value, faults: [] })
    }
    for (const width of [360, 1280, 1920]) {
      await page.setViewport({ width, height: 800 })
      await expect.poll(() => overflowOf(page)).toBe(0)
    }
  }, 60_000)

  it('one notice says that parts are not known, and asks for all of them again', async () => {
    const service = await startService({ ADMIN_PASSWORD: operatorPassword })
    const { page } = await openPages(service.url)
    let isRefused = true
    const refusal = { errors: [{ message: 'Not now', extensions: { code: 'FORBIDDEN' } }] }
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      const isHeld = isRefused && request.url().endsWith('/graphql')
      void (isHeld
        ? request.respond({ contentType: 'application/json', body: JSON.stringify(refusal) })
        : request.continue())
    })
    await page.goto(`${service.url}/configure/operator`)
    await page.locator('input[type=password]').fill(operatorPassword)
    await click(page, 'button[type=submit]')
    const textsOf = (selector: string) =>
      page.$$eval(selector, (all) => all.map(({ textContent }) => textContent))
    const unknown = '::-p-xpath(//section//p[.="Nothing is known of this."])'
    await expect.poll(async () => (await textsOf(unknown)).length).toBe(8)
    expect(await textsOf('[role=alert]')).toEqual([
      'Not everything could be readThis is not allowed. Not nowTry again',
    ])
    isRefused = false
    await focusOn(page, '[data-retry]')
    await page.keyboard.press('Enter')
    await shows(page, 'can serve')
    await expect.poll(() => textsOf(`[data-retry], ${unknown}`)).toEqual([])
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Operator')
  }, 60_000)

  it('what seldom changes is seldom asked for', async () => {
    const service = await startService({ ADMIN_PASSWORD: operatorPassword })
    const { page } = await openPages(service.url)
    await page.goto(`${service.url}/configure/operator`)
    await page.locator('input[type=password]').fill(operatorPassword)
    await click(page, 'button[type=submit]')
    await shows(page, 'can serve')
    const asked: string[] = []
    page.on('request', (request) => {
      const [, name] = /query (\w+)/.exec(request.postData() ?? '') ?? []
      if (name) asked.push(name)
    })
    const loadAgain = () =>
      page.waitForRequest((request) => request.postData()?.includes('query OperatorLoad') === true)
    await loadAgain()
    await loadAgain()
    expect([...new Set(asked)].sort()).toEqual(['OperatorHealth', 'OperatorLoad'])
  }, 60_000)
})
