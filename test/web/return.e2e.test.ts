import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startFilmSource } from '../support/film-source.ts'
import { startService } from '../support/service.ts'
import { drawn, openPages, openSignedIn, opens, settled, shows } from '../support/web-pages.ts'

const { source } = await startFilmSource({ films: 1, series: 1, ends: afterAll })
const service = await startService({}, afterAll)

describe.skipIf(noChromium)('Who goes back to the page of the media server', () => {
  it('is where they were', async () => {
    const owner = await service.createUser({ sources: [source] })
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'media-server')
    await shows(page, 'Trackers')
    await shows(page, 'No app is signed in yet.')
    await settled(page)
    const place = () => page.evaluate(() => scrollY)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await drawn(page)
    const before = await place()
    expect(before).toBeGreaterThan(800)
    await page.$eval('nav a[href$="/account"]', (link) => link.click())
    await opens(page, '/account')
    await expect.poll(place).toBe(0)
    await page.evaluate(() => history.back())
    await opens(page, '/media-server')
    await shows(page, 'No app is signed in yet.')
    await settled(page)
    expect(Math.abs((await place()) - before)).toBeLessThan(5)
  }, 60_000)
})
