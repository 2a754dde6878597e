import type { HTTPRequest, Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { createMysql } from '../support/dialects.ts'
import { startFilmSource } from '../support/film-source.ts'
import { says, saysNothing, unable } from '../support/interruptions.ts'
import { mariadbMissing, ownMariadbServer } from '../support/mariadb.ts'
import { startService } from '../support/service.ts'
import { openPages, openSignedIn, press } from '../support/web-pages.ts'

const { source } = await startFilmSource({ films: 1, series: 0, ends: afterAll })
const family = { sources: [source], mediaServer: { users: [{ name: 'Kim' }] } }
/** More looks than a question waits for before it is tried again. */
const looks = 5

function questionsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request: HTTPRequest) => {
    const { pathname } = new URL(request.url())
    const { query = '', variables } = JSON.parse(request.postData() ?? '{}')
    if (pathname === '/readyz') asked.push('look')
    if (pathname === '/graphql')
      asked.push(`${/^\w+ (\w+)/.exec(query)?.[1]} ${JSON.stringify(variables) ?? ''}`.trim())
  })
  return asked
}

/** Pages, by their names in the menu, and one of the questions of each. */
const pages = [
  ['Media server', 'ApiKeys'],
  ['Dashboard', 'PlayStatistics'],
  ['Catalogs', 'CatalogPreview'],
  ['Sources', 'SourceHealth'],
] as const

describe.skipIf(noChromium || mariadbMissing)('Pages that are opened without a database', () => {
  it('ask nothing more until the service serves again, and then nothing twice', async () => {
    const database = await ownMariadbServer()
    const { settings } = await createMysql(database.server)
    const service = await startService({
      DATABASE_URL: settings.dialect === 'mysql' ? settings.url : '',
      SECRET_KEY: '1'.repeat(64),
    })
    const owner = await service.createUser(family)
    const opened = []
    for (const [name, question] of pages) {
      const { page } = await openPages(service.url)
      await openSignedIn(page, service.url, owner, 'explore')
      opened.push({ page, name, question })
    }
    await database.stop('SIGTERM')
    for (const { page, name } of opened) await press(page, name)
    for (const { page } of opened) await says(page, unable)
    const watched = opened.map(({ page, ...rest }) => ({ page, ...rest, asked: questionsOf(page) }))
    for (const { asked } of watched) {
      await expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(looks)
    }
    const without = watched.map(({ name, asked }) => [name, asked.filter((one) => one !== 'look')])
    expect(without).toEqual(pages.map(([name]) => [name, []]))

    await database.start()
    for (const { page, asked, question } of watched) {
      await saysNothing(page)
      // What is playing is told by a subscription, which stays open.
      await page.waitForNetworkIdle({ concurrency: 1 })
      const questions = asked.filter((one) => one !== 'look' && one !== 'WaitingDevices')
      const names = questions.map((one) => one.split(' ')[0])
      expect(names).toEqual(expect.arrayContaining(['Configuration', question]))
      expect(questions).toEqual([...new Set(questions)])
    }
  }, 120_000)
})
