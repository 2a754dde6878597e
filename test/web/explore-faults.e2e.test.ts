import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import type { Auth } from '../support/service.ts'
import {
  click,
  openPages,
  openSignedIn,
  press,
  seriousFaults,
  shows,
} from '../support/web-pages.ts'

const service = await startService({}, afterAll)

/** One operation of each method, ready to be tried, and one that was. */
async function tryOperations(page: Page) {
  await page.goto(`${service.url}/docs`)
  for (const method of ['head', 'get', 'post', 'put', 'delete']) {
    await click(page, `.opblock-${method} .opblock-summary-control`)
    await click(page, `.opblock-${method} .try-out__btn`)
  }
  await click(page, '.opblock-get .execute')
  await page.waitForSelector('.opblock-get .curl-command')
}

async function askForPassword(page: Page) {
  await click(page, '.btn.authorize')
  await page.waitForSelector('.auth-container')
}

/** With an answer beside it, in the second of two tabs. */
async function openSchema(page: Page, { uuid }: Auth) {
  await page.goto(`${service.url}/graphql`)
  await click(page, '.graphiql-tab-add')
  // As the page opens: before it, the new tab's empty query may be stored a moment later over this one.
  await page.evaluateOnNewDocument(() =>
    localStorage.setItem('graphiql:query', '# Who?\n{ me { uuid } }'),
  )
  await page.reload()
  await click(page, '.graphiql-execute-button')
  await shows(page, uuid)
  await click(page, '[aria-label="Show Documentation Explorer"]')
  await press(page, 'Query')
  await shows(page, 'findTitles')
}

const views: Readonly<Record<string, (page: Page, owner: Auth) => Promise<void>>> = {
  'Swagger with operations to try': tryOperations,
  'Swagger that asks for a password': askForPassword,
  'GraphiQL with the documentation of the schema': openSchema,
}

describe.skipIf(noChromium)('On the pages that try operations nothing is faulty', () => {
  it.each(['light', 'dark'] as const)(
    'in %s colours',
    async (value) => {
      const owner = await service.createUser({ name: 'The Nightingales' })
      const { page } = await openPages(service.url)
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ])
      await openSignedIn(page, service.url, owner, 'explore')
      const faults: Record<string, string[]> = {}
      for (const [name, open] of Object.entries(views)) {
        await open(page, owner)
        const found = await seriousFaults(page)
        if (found.length > 0) faults[name] = found
      }
      expect(faults).toEqual({})
    },
    240_000,
  )
})
