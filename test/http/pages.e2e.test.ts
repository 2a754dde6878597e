import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { openPages } from '../support/web-pages.ts'

const { url, service } = await startService({}, afterAll)
await service.services.anime.useSample()

/** Opens a path as a person does; `troubles` are what the browser complains of, and requests to anywhere else. */
async function visit(path: string, width = 1280) {
  const { page, troubles } = await openPages(url)
  await page.setViewport({ width, height: 900 })
  await page.goto(url + path, { waitUntil: 'networkidle0' })
  return { page, troubles }
}

describe.skipIf(noChromium)('In a browser', () => {
  it.each([
    ['/', 360],
    ['/', 1280],
    ['/', 2560],
    ['/nothing', 360],
    ['/nothing', 1280],
  ])('%s fits a window of %i pixels, styled, without a complaint', async (path, width) => {
    const { page, troubles } = await visit(path, width)
    const measured = await page.evaluate(() => ({
      overflows: document.documentElement.scrollWidth > window.innerWidth,
      styled: getComputedStyle(document.querySelector('.links')!).display === 'grid',
      pictured: document.querySelector('img')!.naturalWidth > 0,
    }))
    expect(measured).toEqual({ overflows: false, styled: true, pictured: true })
    // A browser notes the status of a page that is not found as an error.
    expect(troubles.filter((text) => !text.includes('404 (Not Found)'))).toEqual([])
  })

  it('the page at the root follows the colours that a person prefers', async () => {
    const { page } = await visit('/')
    const ground = async (value: 'light' | 'dark') => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }])
      return page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    }
    expect(await ground('light')).toBe('rgb(246, 247, 250)')
    expect(await ground('dark')).toBe('rgb(17, 21, 29)')
  })

  it('Swagger shows every path of the interface, and asks one of them', async () => {
    const { page, troubles } = await visit('/docs')
    await page.waitForSelector('.opblock')
    const shown = await page.$$eval('.opblock-summary-path', (paths) =>
      paths.map((path) => path.textContent.replaceAll('\u200b', '')),
    )
    expect(shown).toEqual(expect.arrayContaining(['/api/v1/user', '/api/v1/search']))
    await page.click('.opblock-get[id*="anime"] .opblock-summary')
    await (await page.waitForSelector('.try-out__btn'))!.click()
    await page.type('tr[data-param-name="idValue"] input', '1')
    await (await page.waitForSelector('.execute'))!.click()
    const status = await page.waitForSelector('.live-responses-table tbody td.response-col_status')
    expect(await status!.evaluate((cell) => cell.textContent)).toContain('200')
    expect(troubles).toEqual([])
  }, 60_000)

  it('GraphiQL colours and runs a query', async () => {
    const { page, troubles } = await visit('/graphql?query={__typename}')
    await page.waitForSelector('.graphiql-query-editor .view-line span')
    await (await page.waitForSelector('.graphiql-execute-button'))!.click()
    await page.waitForFunction(() =>
      document.querySelector('.result-window')?.textContent?.includes('Query'),
    )
    expect(troubles).toEqual([])
  }, 60_000)

  it('GraphiQL opens where it was left, not with one more empty tab', async () => {
    const { page } = await visit('/graphql')
    await page.waitForSelector('.graphiql-query-editor .view-line span')
    await page.reload({ waitUntil: 'networkidle0' })
    await page.waitForSelector('.graphiql-query-editor .view-line span')
    const tabs = await page.$$eval('.graphiql-tab', (all) => all.map((tab) => tab.textContent))
    expect(tabs).toEqual(['Search'])
  }, 60_000)

  it('GraphiQL has room for the answer on a phone', async () => {
    const { page } = await visit('/graphql', 360)
    await page.waitForSelector('.graphiql-query-editor .view-line span')
    const width = await page.$eval('.result-window', (part) => part.getBoundingClientRect().width)
    expect(width).toBeGreaterThan(200)
  }, 60_000)
})
