import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { openPages, openSignedIn } from '../support/web-pages.ts'

const service = await startService({}, afterAll)
const cards = 8
/** As long as those below the first two take with a pause of 200 ms for each. */
const oneByOneMs = 200 * (cards - 3)

/** When the page had how many cards, in ms. */
async function arrivals(page: Page): Promise<{ count: number; at: number }[]> {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll('main section').length === wanted,
    {},
    cards,
  )
  return page.evaluate(() =>
    performance.getEntriesByName('seen').map((one) => ({
      count: (one as PerformanceMark).detail as number,
      at: one.startTime,
    })),
  )
}

describe.skipIf(noChromium)('In a browser without idle callbacks, as Safari', () => {
  it('the cards of a page come one by one, with one pause before the first', async () => {
    const { page, troubles } = await openPages(service.url)
    await openSignedIn(page, service.url, await service.createUser({ name: 'Family' }), 'explore')
    await page.evaluateOnNewDocument(() => {
      Reflect.deleteProperty(globalThis, 'requestIdleCallback')
      Reflect.deleteProperty(globalThis, 'cancelIdleCallback')
      let last = 0
      new MutationObserver(() => {
        const { length } = document.querySelectorAll('main section')
        if (length > last) performance.mark('seen', { detail: length })
        last = length
      }).observe(document, { childList: true, subtree: true })
    })
    // A machine that does something else may be slow for once, and show several cards with one look.
    const loads: { count: number; at: number }[][] = []
    for (let load = 0; load < 3; load += 1) {
      await page.goto(`${service.url}/configure/media-server`)
      loads.push(await arrivals(page))
    }
    const [whole = []] = loads.toSorted((a, b) => b.length - a.length)
    const steps = whole.map(({ count }, index) => count - (whole[index - 1]?.count ?? 0))
    expect(Math.max(...steps)).toBeLessThanOrEqual(2)
    const slices = loads.filter(({ length }) => length >= cards / 2)
    const pauses = slices.map((seen) => seen.at(-1)!.at - seen[1]!.at)
    expect(await page.evaluate(() => 'requestIdleCallback' in globalThis)).toBe(false)
    expect(Math.min(...pauses)).toBeLessThan(oneByOneMs)
    expect(troubles).toEqual([])
  }, 60_000)
})
