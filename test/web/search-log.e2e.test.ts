import type { HTTPRequest } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, sourceAt, startAddon } from '../support/addon.ts'
import { noChromium } from '../support/browser.ts'
import { filmId, startFilmSource } from '../support/film-source.ts'
import { startService } from '../support/service.ts'
import {
  brokenWords,
  click,
  openPages,
  openSignedIn,
  overflowOf,
  reload,
  save,
  seriousFaults,
  settled,
  shows,
} from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const addon = await startAddon({
  streams: [filmStream(1), filmStream(2), filmStream(3)],
  ends: afterAll,
})
const sources = [sourceAt(addon.url, 'Films')]
const heading = 'The last searches'

describe.skipIf(noChromium)('On the page of searches', () => {
  it('those that are kept stand below the switch: what, when, how, and what became of it', async () => {
    const owner = await service.createUser({ sources, limits: { total: 2 } })
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'search')
    expect(await page.evaluate(() => document.body.innerText)).not.toContain(heading)
    await click(page, '::-p-xpath(//label[contains(., "Keep the last searches")])')
    await save(page)
    await shows(page, 'Nothing was searched for since they are kept.')

    const { status } = await service.request('/api/v1/search?type=movie&id=tt0063350', {
      auth: owner,
    })
    expect(status).toBe(200)
    await page.setViewport({ width: 360, height: 800 })
    await reload(page)
    const cells = `::-p-xpath(//section[.//h2[.="${heading}"]]//tbody/tr/*)`
    await page.waitForSelector(cells)
    const texts = await page.$$eval(cells, (all) =>
      all.map((one) => (one as unknown as { innerText: string }).innerText),
    )
    expect(texts).toEqual([
      expect.stringMatching(/tt0063350[\s\S]*\d+:\d\d[\s\S]*REST/),
      expect.stringMatching(/2 of 3\s+\d+ ms/),
      'Limits: 1',
    ])
    expect(await overflowOf(page)).toBe(0)
    expect(await brokenWords(page)).toEqual([])
    expect(await seriousFaults(page)).toEqual([])
  }, 90_000)
  it('the ten titles at the top have names, asked for one after the other, and none of the others is asked for', async () => {
    const { source } = await startFilmSource({ films: 12 })
    const owner = await service.createUser({ sources: [source], searchLog: true })
    for (let film = 0; film < 12; film += 1) {
      const path = `/api/v1/search?type=movie&id=${filmId(film)}`
      await service.request(path, { auth: owner })
    }
    const { page } = await openPages(service.url)
    const open = new Set<HTTPRequest>()
    const counts: number[] = []
    page.on('request', (request) => {
      if (!request.postData()?.includes('addonTitle')) return
      open.add(request)
      counts.push(open.size)
    })
    page.on('requestfinished', (request) => open.delete(request))
    await openSignedIn(page, service.url, owner, 'search')
    await shows(page, 'Film 2 (1952)')
    await settled(page)
    const titles = `::-p-xpath(//section[.//h2[.="${heading}"]]//tbody//th/p[1])`
    const names = await page.$$eval(titles, (all) => all.map((one) => one.textContent))
    const ofTop = Array.from({ length: 10 }, (_, index) => `Film ${11 - index} (${1961 - index})`)
    expect(names).toEqual([...ofTop, filmId(1), filmId(0)])
    expect(counts).toEqual(Array.from({ length: 10 }, () => 1))
  }, 60_000)
})
