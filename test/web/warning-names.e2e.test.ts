import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startFilmSource } from '../support/film-source.ts'
import { freePort } from '../support/free-port.ts'
import { startService } from '../support/service.ts'
import { click, openPages, openSignedIn, press, save, shows } from '../support/web-pages.ts'

const first = await startFilmSource({ films: 1, series: 0, name: 'First', ends: afterAll })
const third = await startFilmSource({ films: 1, series: 0, name: 'Third', ends: afterAll })

describe.skipIf(noChromium)('Warnings of sources', () => {
  it('never name another source while one before theirs is removed', async () => {
    const service = await startService()
    const url = `http://127.0.0.1:${await freePort()}/manifest.json`
    const gone = { type: 'stremio', name: 'Gone', url, resources: [] }
    const sources = [first.source, gone, third.source]
    const owner = await service.createUser({ sources })
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'sources')
    const warned = 'main [role=alert] li'
    await page.waitForSelector(warned)
    await page.evaluate((selector) => {
      const look = () => {
        for (const { textContent } of document.querySelectorAll(selector)) {
          performance.mark('warned', { detail: textContent })
        }
      }
      look()
      new MutationObserver(look).observe(document, {
        childList: true,
        subtree: true,
        characterData: true,
      })
    }, warned)
    await click(page, '::-p-aria([name="Details of First"])')
    await press(page, 'Remove First')
    const answered = page.waitForResponse(
      (response) => response.request().postData()?.includes('query Configuration') === true,
    )
    await save(page)
    await answered
    await shows(page, 'Gone')
    const seen = await page.evaluate(() =>
      performance
        .getEntriesByName('warned')
        .map((one) => (one as PerformanceMark).detail as string),
    )
    expect(seen.length).toBeGreaterThan(0)
    expect([...new Set(seen)].filter((text) => !text.includes('Gone'))).toEqual([])
  }, 60_000)
})
