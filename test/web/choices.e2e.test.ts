import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { choose, click, openPages, seriousFaults, shows } from '../support/web-pages.ts'

const { url } = await startService({}, afterAll)

describe.skipIf(noChromium)('Language and colours', () => {
  it('are chosen with the keyboard, and kept', async () => {
    const { page, troubles } = await openPages(url)
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
    await page.goto(`${url}/configure/`)
    await shows(page, 'Welcome')
    const fold = await page.waitForSelector('summary[aria-label="Language and colours"]')
    await fold!.focus()
    await page.keyboard.press('Enter')
    await choose(page, 'Colours', 'Dark')
    await page.waitForSelector('html[data-mantine-color-scheme=dark]')
    await choose(page, 'Language', 'Deutsch')
    await shows(page, 'Willkommen')
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.waitForSelector('details.choices:not([open])')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
    await page.reload()
    await shows(page, 'Willkommen')
    await page.waitForSelector('html[lang=de][data-mantine-color-scheme=dark]')
    expect(troubles).toEqual([])
  }, 60_000)

  it('are folded away by a press elsewhere', async () => {
    const { page } = await openPages(url)
    await page.goto(`${url}/configure/`)
    await click(page, 'summary[aria-label="Language and colours"]')
    await page.waitForSelector('details.choices[open]')
    await click(page, 'h1')
    await page.waitForSelector('details.choices:not([open])')
    expect(await page.$('details.choices[open]')).toBeNull()
  }, 60_000)
})
