import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../support/activity-home.ts'
import { noChromium } from '../support/browser.ts'
import { focusOn, openPages, openSignedIn, seriousFaults } from '../support/web-pages.ts'

const home = await startActivityHome(afterAll)
const hourMs = 3_600_000
const now = Date.now()
const olga = home.ids['Olga']!

/** Two plays that the service carried, one that it did not, and three of which that is not known. */
const deliveries = ['proxied', 'redirect', 'proxied', null, null, null]

const plays = deliveries.map((delivery, index) => ({
  userId: olga,
  itemKey: `tt000000${index}`,
  titleKey: `tt000000${index}`,
  kind: 'movie',
  startedAt: now - (index + 2) * hourMs,
  endedAt: now - (index + 1) * hourMs,
  watchedMs: hourMs,
  finished: false,
  origin: 'local',
  delivery,
}))
await home.ask('Olga', 'mutation ($file: String!) { importHistory(file: $file) { plays } }', {
  file: JSON.stringify({
    format: 'stream-aggregation-history',
    version: 2,
    users: [{ id: olga, name: 'Olga', own: true, historyOf: olga }],
    items: [],
    plays,
  }),
})

async function open(language: string) {
  const { page, troubles } = await openPages(home.service.url)
  await page.evaluateOnNewDocument((chosen) => localStorage.setItem('language', chosen), language)
  await openSignedIn(page, home.service.url, home.home, 'dashboard')
  return { page, troubles }
}

const tableOf = async (page: Page, section: string) => {
  const table = await page.waitForSelector(`::-p-xpath(${section}//table)`)
  return table!.$$eval('tr', (rows) =>
    rows.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent)),
  )
}

describe.skipIf(noChromium)('How plays were carried is counted on the dashboard', () => {
  it.each([
    {
      language: 'en',
      title: 'How plays were carried',
      table: 'Table',
      names: ['Directly from its server', 'Through this service', 'Not known'],
    },
    {
      language: 'de',
      title: 'Wie Wiedergaben übertragen wurden',
      table: 'Tabelle',
      names: ['Direkt von ihrem Server', 'Über diesen Dienst', 'Nicht bekannt'],
    },
    {
      language: 'es',
      title: 'Cómo se transmitieron las reproducciones',
      table: 'Tabla',
      names: ['Directamente de su servidor', 'A través de este servicio', 'Desconocido'],
    },
  ])(
    'by day, in the language $language, as a chart and by keys as a table',
    async ({ language, title, table, names }) => {
      const { page, troubles } = await open(language)
      const section = `//section[.//h2[.="${title}"]]`
      await page.waitForSelector(`::-p-xpath(${section}//*[@role="img"][@aria-label="${title}"])`)
      for (const name of names)
        await page.waitForSelector(`::-p-xpath(${section}//*[text()="${name}"])`)
      await focusOn(page, `::-p-xpath(${section}//button[.="${table}"])`)
      await page.keyboard.press('Enter')
      const [head, ...days] = await tableOf(page, section)
      expect(head!.slice(1)).toEqual(names)
      const sums = [1, 2, 3].map((column) =>
        days.reduce((sum, day) => sum + Number(day[column]), 0),
      )
      expect(sums).toEqual([1, 2, 3])
      expect(await seriousFaults(page)).toEqual([])
      expect(troubles).toEqual([])
    },
    60_000,
  )
})
