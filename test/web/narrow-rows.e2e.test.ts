import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startFilmSource } from '../support/film-source.ts'
import { startService } from '../support/service.ts'
import { openPages, openSignedIn, overflowOf } from '../support/web-pages.ts'

const service = await startService({}, afterAll)
const users = [
  { name: 'Kim', private: true, personal: true, maxRating: 12, minutesPerDay: 60 },
  { name: 'Maximiliane' },
]

describe.skipIf(noChromium)('Users on the narrowest screen', () => {
  it.each(['en', 'de', 'es'])(
    'have all that is said of them whole, and their button beside their name, in %s',
    async (language) => {
      const owner = await service.createUser({ mediaServer: { owner: { name: 'Olga' }, users } })
      const { page } = await openPages(service.url)
      await page.evaluateOnNewDocument(
        (chosen) => localStorage.setItem('language', chosen),
        language,
      )
      await page.setViewport({ width: 360, height: 800 })
      await openSignedIn(page, service.url, owner, 'media-server')
      await page.waitForSelector('main section .mantine-Paper-root')
      const rows = await page.$$eval('main section .mantine-Paper-root', (found) =>
        found
          .filter((row) => row.querySelector('.mantine-Avatar-root') !== null)
          .map((row) => {
            const middle = (one: Element) => {
              const { top, bottom } = one.getBoundingClientRect()
              return (top + bottom) / 2
            }
            const { top, bottom } = row
              .querySelector('.mantine-Avatar-root')!
              .getBoundingClientRect()
            const at = middle(row.querySelector('button[aria-expanded]')!)
            const cut = [...row.querySelectorAll('.mantine-Badge-label')]
              .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
              .map(({ textContent }) => textContent)
            return { cut, isBeside: at > top && at < bottom }
          }),
      )
      expect(rows).toEqual([...users, 'the owner'].map(() => ({ cut: [], isBeside: true })))
    },
    60_000,
  )
})

describe.skipIf(noChromium)('A source on the narrowest screen', () => {
  it.each(['en', 'de', 'es'])(
    'has its switch beside its name, its details beside its health, and its host once, in %s',
    async (language) => {
      const { source } = await startFilmSource()
      const long = { ...source, name: 'Recently restored masterpieces' }
      const owner = await service.createUser({
        sources: [long, { ...source, name: undefined }],
        mediaServer: {},
      })
      await service.request('/api/v1/search?type=movie&id=tt1000000', { auth: owner })
      const { page } = await openPages(service.url)
      await page.evaluateOnNewDocument(
        (chosen) => localStorage.setItem('language', chosen),
        language,
      )
      await page.setViewport({ width: 360, height: 800 })
      await openSignedIn(page, service.url, owner, 'sources')
      await page.waitForSelector('.health')
      const rows = await page.$$eval('main ol > li', (all) =>
        all.map((row) => {
          const middle = (selector: string) => {
            const { top, bottom } = row.querySelector(selector)!.getBoundingClientRect()
            return (top + bottom) / 2
          }
          const near = (one: string, other: string) => Math.abs(middle(one) - middle(other)) < 12
          return {
            isSwitchBeside: near('[role=switch]', '.order'),
            areDetailsBeside: near('button[aria-expanded]', '.health-line'),
            texts: [...row.querySelectorAll('.order + div > p')].map((one) => one.textContent),
          }
        }),
      )
      const { host } = new URL(source.url)
      const whole = { isSwitchBeside: true, areDetailsBeside: true }
      expect(rows).toEqual([
        { ...whole, texts: [long.name, host] },
        { ...whole, texts: [host] },
      ])
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    },
    60_000,
  )
})
