import { afterAll, describe, expect, it } from 'vitest'
import { operatorPassword } from '../support/browser-session.ts'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { click, openPages, settled } from '../support/web-pages.ts'

const service = await startService({ ADMIN_PASSWORD: operatorPassword }, afterAll)
const gone = { type: 'stremio', name: 'Gone', url: 'http://127.0.0.1:9/manifest.json' }
const auth = await service.createUser({ sources: [gone] })
await service.request('/api/v1/search?type=movie&id=tt0063350', { auth })

async function openOperator(language: string, width: number) {
  const { page } = await openPages(service.url)
  await page.evaluateOnNewDocument((chosen) => localStorage.setItem('language', chosen), language)
  await page.setViewport({ width, height: 800 })
  await page.goto(`${service.url}/configure/operator`)
  await page.locator('input[type=password]').fill(operatorPassword)
  await click(page, 'button[type=submit]')
  const limits = await page.waitForSelector(
    '::-p-xpath(//*[@role="region"][.//td[.="Quick Connect"]])',
  )
  return { page, limits: limits! }
}

describe.skipIf(noChromium)('The limits on the narrowest screen', () => {
  it.each(['en', 'de', 'es'])(
    'have names of their own, and show how often they refused without scrolling, in %s',
    async (language) => {
      const { limits } = await openOperator(language, 360)
      const rows = await limits.$$eval('tbody tr', (all) =>
        all.map((row) => {
          const [name, refused] = [...row.children]
          const region = row.closest('[role=region]')!
          return {
            name: name!.textContent,
            refused: refused!.textContent,
            isSeen: refused!.getBoundingClientRect().right <= region.getBoundingClientRect().right,
          }
        }),
      )
      expect(rows.length).toBeGreaterThan(10)
      for (const row of rows) {
        expect(row).toMatchObject({ refused: '0', isSeen: true })
        expect(row.name).toMatch(/^\p{Lu}/u)
      }
    },
    60_000,
  )
})

describe.skipIf(noChromium)('The tables on a large screen', () => {
  it.each(['en', 'de', 'es'])(
    'fit without scrolling sideways, in %s',
    async (language) => {
      const { page } = await openOperator(language, 1920)
      await page.waitForFunction(() => document.querySelectorAll('[role=region] table').length > 1)
      await settled(page)
      const beyond = await page.$$eval('[role=region]:has(table)', (regions) =>
        regions.map((region) => {
          const inner = [region, ...region.querySelectorAll('*')]
          return Math.max(
            ...inner
              .filter((one) => one.querySelector(':scope table') !== null)
              .map((one) => one.scrollWidth - one.clientWidth),
          )
        }),
      )
      expect(beyond.length).toBeGreaterThan(1)
      expect(beyond).toEqual(beyond.map(() => 0))
    },
    60_000,
  )
})
