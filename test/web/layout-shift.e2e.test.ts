import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { range, startCatalogAddon } from '../support/catalog-addon.ts'
import { startService } from '../support/service.ts'
import { openPages, openSignedIn } from '../support/web-pages.ts'
import { householdPages } from '../support/page-names.ts'

const most = 0.05
const pages = householdPages.filter((name) => name !== 'explore')

const service = await startService({ RATE_LIMIT_GRAPHQL: 'off' }, afterAll)
const addon = await startCatalogAddon({ name: 'Alpha', films: range(1, 30), ends: afterAll })

/** How far what was seen has moved by itself, as a share of the window, since the page was opened. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const add = (entries: readonly PerformanceEntry[]) => {
          for (const { value } of entries as (PerformanceEntry & { value: number })[]) sum += value
        }
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        // Nothing is heard of where nothing has moved: what was kept is heard of before this.
        setTimeout(() => {
          add(observer.takeRecords())
          resolve(sum)
        }, 200)
      }),
  )
}

describe.skipIf(noChromium)('While a page loads', () => {
  it.each([360, 1280])(
    `what is seen in a window of %i pixels moves by at most ${most}`,
    async (width) => {
      const owner = await service.createUser({ name: 'Family', sources: [addon.source] })
      const { page } = await openPages(service.url)
      await page.setViewport({ width, height: 800 })
      await page.setCacheEnabled(false)
      await openSignedIn(page, service.url, owner, 'dashboard')
      const shifts: Record<string, number> = {}
      for (const name of pages) {
        await page.goto(`${service.url}/configure/${name}`, { waitUntil: 'networkidle2' })
        await page.waitForSelector('h1')
        shifts[name] = await shiftOf(page)
      }
      expect(Object.entries(shifts).filter(([, shift]) => shift > most)).toEqual([])
    },
    120_000,
  )

  it('the place of the scrollbar, which a longer page brings, is kept free', async () => {
    const { page } = await openPages(service.url)
    await page.goto(`${service.url}/configure/`)
    await page.waitForSelector('h1')
    const gutter = () => getComputedStyle(document.documentElement).scrollbarGutter
    expect(await page.evaluate(gutter)).toBe('stable')
  }, 60_000)
})
