import type { HTTPRequest, Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { click, focusOn, openPages, openSignedIn, settled, shows } from '../support/web-pages.ts'

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

describe.skipIf(noChromium)('On the page of sources', () => {
  it('figures that come later draw no card anew', async () => {
    const source = { type: 'stremio', name: 'First', url: 'http://127.0.0.1:9/manifest.json' }
    const { page } = await openPages(service.url)
    await page.setRequestInterception(true)
    const held: HTTPRequest[] = []
    page.on('request', (request) => {
      if (request.postData()?.includes('query SourceHealth')) held.push(request)
      else void request.continue()
    })
    const owner = await service.createUser({ sources: [source] })
    await openSignedIn(page, service.url, owner, 'sources')
    await settled(page)
    const propertiesOf = (card: Element) => {
      const key = Object.keys(card).find((one) => one.startsWith('__reactProps$'))!
      return (card as unknown as Record<string, unknown>)[key]
    }
    const item = await page.waitForSelector('main ol > li')
    const before = await item!.evaluateHandle(propertiesOf)
    expect(held).toHaveLength(1)
    await held[0]!.continue()
    await shows(page, 'Not asked this week')
    const after = await item!.evaluateHandle(propertiesOf)
    expect(await page.evaluate((one, other) => one === other, before, after)).toBe(true)
  }, 60_000)
})
