import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startOffering } from '../support/offering-addons.ts'
import { startService } from '../support/service.ts'
import {
  click,
  openPages,
  openSignedIn,
  press,
  seriousFaults,
  shows,
} from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)

describe.skipIf(noChromium)('The test of a source on its page', () => {
  it.each([
    { resource: 'catalog', texts: ['Top · 3 titles · ', 'Asked for: Catalogs', 'Film 3 (2003)'] },
    { resource: 'subtitles', texts: [' · 2 subtitles · ', 'Asked for: Subtitles', 'ger'] },
  ] as const)(
    'asks for what it offers, $resource alone',
    async ({ resource, texts }) => {
      const source = await startOffering(resource, afterAll)
      const owner = await service.createUser({ sources: [source] })
      const { page, troubles } = await openPages(service.url)
      await openSignedIn(page, service.url, owner, 'sources')
      await click(page, `::-p-aria([name="Details of ${resource}"])`)
      await press(page, 'Test now')
      for (const text of texts) await shows(page, text)
      expect(await page.$eval('main', (main) => main.textContent)).not.toContain('404')
      expect(await seriousFaults(page)).toEqual([])
      expect(troubles).toEqual([])
    },
    60_000,
  )

  it('is made once its details are opened, and keeps its answer while they are folded', async () => {
    const source = await startOffering('subtitles', afterAll)
    const owner = await service.createUser({ sources: [source] })
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'sources')
    const details = '::-p-aria([name="Details of subtitles"])'
    const button = '::-p-xpath(//button[.="Test now"])'
    await page.waitForSelector(details)
    expect(await page.$(button)).toBeNull()
    await click(page, details)
    await press(page, 'Test now')
    await shows(page, ' · 2 subtitles · ')
    await click(page, details)
    await page.waitForSelector(button, { hidden: true })
    await click(page, details)
    await page.waitForSelector(button, { visible: true })
    await shows(page, ' · 2 subtitles · ')
    await page.close()
  }, 60_000)
})
