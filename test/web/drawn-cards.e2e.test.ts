import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { click, focusOn, openPages, openSignedIn, settled } from '../support/web-pages.ts'

const service = await startService({}, afterAll)
const family = { mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }] } }

/** Titles of the cards that React draws anew while a letter is typed: each drawing gives an element other properties. */
async function drawnFor(page: Page, label: string): Promise<string[]> {
  await focusOn(page, `::-p-aria([name="${label}"])`)
  // What the first letter changes for good, as the bar for saving, is not meant.
  await page.keyboard.type('7')
  await settled(page)
  await page.evaluate(() => {
    const seen = globalThis as { propertiesOf?: (card: Element) => unknown; before?: unknown[] }
    seen.propertiesOf = (card) => {
      const key = Object.keys(card).find((one) => one.startsWith('__reactProps$'))!
      return (card as unknown as Record<string, unknown>)[key]
    }
    seen.before = [...document.querySelectorAll('main section')].map(seen.propertiesOf)
  })
  await page.keyboard.type('7')
  await settled(page)
  return page.evaluate(() => {
    const { propertiesOf, before } = globalThis as unknown as {
      propertiesOf: (card: Element) => unknown
      before: unknown[]
    }
    return [...document.querySelectorAll('main section')]
      .filter((card, index) => propertiesOf(card) !== before[index])
      .map((card) => card.querySelector('h2')!.textContent)
  })
}

describe.skipIf(noChromium)("On the media server's page", () => {
  it('a letter that is typed draws only the card with its field anew', async () => {
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, await service.createUser(family), 'media-server')
    await click(page, '::-p-aria([name="Details of Olga"])')
    const drawn: Record<string, string[]> = {}
    for (const label of ['Name', 'Most titles of one library', 'Most versions of one title']) {
      drawn[label] = await drawnFor(page, label)
    }
    expect(drawn).toEqual({
      Name: ['Users'],
      'Most titles of one library': ['Libraries'],
      'Most versions of one title': ['Versions'],
    })
  }, 60_000)
})
