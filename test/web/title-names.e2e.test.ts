import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { filmId, seriesId, startFilmSource } from '../support/film-source.ts'
import { startService } from '../support/service.ts'
import { choose, click, openPages, openSignedIn, press, shows } from '../support/web-pages.ts'

const { source } = await startFilmSource({ films: 2, series: 1, ends: afterAll })
const service = await startService({}, afterAll)
const owner = await service.createUser({ sources: [{ ...source, name: 'Films' }] })

async function ask(page: Page, type: string, id: string, button: string): Promise<void> {
  await choose(page, 'Type', type === 'Film' ? 'Episode' : 'Film')
  await choose(page, 'Type', type)
  await page.locator('::-p-aria([name="Title"][role="combobox"])').fill(id)
  await press(page, button)
}

describe.skipIf(noChromium)('A title that was asked for by its id is called by its name', () => {
  it('on the page of searches, films and episodes alike, and by its id where no source knows it', async () => {
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'search')
    await ask(page, 'Film', filmId(0), 'Search')
    await shows(page, 'Film 0 (1950)')
    await ask(page, 'Episode', `${seriesId(0)}:1:2`, 'Search')
    await shows(page, 'Show 0 1×2')
    await ask(page, 'Film', 'tt9999999', 'Search')
    await page.waitForSelector('::-p-xpath(//main//p[.="tt9999999"])')
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('Show 0')
  }, 60_000)

  it('at the test of a source and the result of the rules', async () => {
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'sources')
    await click(page, '::-p-aria([name="Details of Films"])')
    await ask(page, 'Film', filmId(1), 'Test now')
    await shows(page, 'Film 1 (')
    await press(page, 'Rules')
    await ask(page, 'Film', filmId(0), 'Search my sources')
    await shows(page, 'Shown: what your sources have for Film 0 (1950).')
    expect(
      await page.$$('::-p-xpath(//main//p[contains(., "have for Film 0 (1950).")])'),
    ).toHaveLength(1)
  }, 60_000)
})
