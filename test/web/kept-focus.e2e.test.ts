import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { focusOn, openPages, openSignedIn, shows } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const household = {
  mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }, { name: 'Mia' }] },
}
const source = (name: string) => ({ type: 'stremio', name, url: `http://127.0.0.1:9/${name}` })

async function open(name: string, config: object) {
  const owner = await service.createUser(config)
  const { page } = await openPages(service.url)
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  await openSignedIn(page, service.url, owner, name)
  return page
}

async function enter(page: Page, selector: string) {
  await focusOn(page, selector)
  await page.keyboard.press('Enter')
}

/** What has the focus: its name, or else its text. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
  })

const takesFocus = (page: Page, name: string) =>
  until(
    `the focus on ${name}`,
    () => focused(page),
    (found) => found === name,
  )

describe.skipIf(noChromium)('The focus of a keyboard', () => {
  it('goes to the next user after one is removed, and to what is said after saving', async () => {
    const page = await open('media-server', household)
    await enter(page, '::-p-aria([name="Details of Kim"])')
    await enter(page, '::-p-aria([name="Remove Kim"])')
    await page.waitForSelector('[role=dialog]')
    await enter(page, '::-p-xpath(//*[@role="dialog"]//button[.="Remove"])')
    await takesFocus(page, 'Details of Mia')
    await enter(page, '::-p-xpath(//button[.="Save"])')
    expect(await takesFocus(page, 'Saved.')).toBe('Saved.')
  }, 60_000)

  it('stays in a list of sources when one goes, and is not taken from who clicks beside it', async () => {
    const page = await open('sources', { sources: [source('First'), source('Second')] })
    await enter(page, '::-p-aria([name="Details of First"])')
    await enter(page, '::-p-xpath(//button[.="Remove First"])')
    await takesFocus(page, 'Drag Second')
    await page.mouse.click(2, 700)
    await enter(page, '::-p-aria([name="Details of Second"])')
    await shows(page, 'Test now')
    expect(await focused(page)).toBe('Details of Second')
  }, 60_000)

  it('is told where a source stands now', async () => {
    const page = await open('sources', { sources: [source('First'), source('Second')] })
    await enter(page, '::-p-aria([name="Move First down"])')
    const heard = () =>
      page.$$eval('[role=status]', (all) => all.map(({ textContent }) => textContent).join(' '))
    expect(await until('the place', heard, (text) => text !== '')).toContain(
      'First is now at place 2 of 2.',
    )
  }, 60_000)

  it('does not go to links that are out of sight in a narrow window', async () => {
    const page = await open('sources', {})
    await page.setViewport({ width: 360, height: 800 })
    await focusOn(page, '::-p-aria([name="Menu"])')
    await page.keyboard.press('Enter')
    await focusOn(page, '::-p-xpath(//nav//a[.="Catalogs"])')
    await enter(page, '::-p-aria([name="Menu"])')
    await page.waitForSelector('nav', { hidden: true })
    expect(
      await page.$$eval(
        'nav a',
        (links) => links.filter((a) => a.checkVisibility({ visibilityProperty: true })).length,
      ),
    ).toBe(0)
  }, 60_000)
})
