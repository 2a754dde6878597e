import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { says, silent, saysNothing, showsLater } from '../support/interruptions.ts'
import { startService } from '../support/service.ts'
import { startServiceProcess, temporaryFolder } from '../support/service-process.ts'
import { fill, openPages, openSignedIn, press, save, shows } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)

describe.skipIf(noChromium)('A session', () => {
  it('stands where the password of the server is wrong', async () => {
    const guarded = await startService({ ADDON_PASSWORD: 'first,second' }, afterAll)
    const owner = await guarded.createUser({ addonPassword: 'first' })
    const { page } = await openPages(guarded.url)
    await openSignedIn(page, guarded.url, owner, 'account')
    await fill(page, 'Password of this server', 'not the right one')
    await press(page, 'Save')
    await shows(page, 'This service is protected: its password is missing or wrong.')
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('Your session')
    await fill(page, 'Password of this server', 'second')
    await save(page)
  }, 60_000)

  it('that has ended is asked for again by its own UUID, whatever was opened in another tab', async () => {
    const owner = await service.createUser({ name: 'Family' })
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'media-server')
    const other = await page.browserContext().newPage()
    await openSignedIn(other, service.url, await service.createUser({ name: 'Other' }), 'account')
    await shows(other, 'Other')
    await page.bringToFront()
    await showsLater(page, 'Your session has ended.')
    const field = await page.waitForSelector('input[autocomplete=username]')
    expect(await field!.evaluate(({ value }) => value)).toBe(owner.uuid)
    const asked: string[] = []
    page.on('request', (request) => {
      const body = request.postData() ?? ''
      if (body.includes('WaitingDevices')) asked.push(body)
    })
    // The page looks at the session every ten seconds, and asked for devices every four.
    await page.waitForResponse((response) => response.url().endsWith('/readyz'))
    expect(asked).toEqual([])
  }, 90_000)

  it('of the operator ends where their page is off, which the form says', async () => {
    const env = { PORT: String(await freePort()), DATA_DIR: temporaryFolder() }
    const before = await startServiceProcess({ ...env, ADMIN_PASSWORD: 'correct horse' })
    const { page } = await openPages(before.url)
    await page.goto(`${before.url}/configure/operator`)
    await page.locator('input[type=password]').fill('not the right one')
    before.signal('SIGTERM')
    await before.finished()
    await says(page, silent)
    await startServiceProcess(env)
    await saysNothing(page)
    await press(page, 'Sign in')
    await shows(page, 'This page is off')
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('password is wrong')
  }, 120_000)
})
