import { describe, expect, it, onTestFinished } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startPathProxy } from '../support/path-proxy.ts'
import { startService } from '../support/service.ts'
import { openPages, openSignedIn, press, shows } from '../support/web-pages.ts'

async function open(path: string) {
  const service = await startService()
  const owner = await service.createUser({ name: 'The Nightingales' })
  const url = path ? await startPathProxy(service.url, path, onTestFinished) : service.url
  const { page, troubles } = await openPages(url)
  await openSignedIn(page, url, owner, 'explore')
  return { owner, page, troubles }
}

describe.skipIf(noChromium).each([
  ['at the root of its host', ''],
  ['below a path of a proxy', '/some/path'],
])('On the pages that try operations, %s', (_where, path) => {
  it('GraphiQL asks as the browser is signed in, and as nobody once it is signed out', async () => {
    const { owner, page, troubles } = await open(path)
    await page.evaluate(() => localStorage.setItem('graphiql:query', '{ me { uuid } }'))
    await press(page, 'Open GraphiQL')
    const run = async (answered: string) => {
      await page.locator('.graphiql-execute-button').click()
      await page.waitForFunction(
        (wanted) => document.querySelector('.graphiql-response')?.textContent.includes(wanted),
        {},
        answered,
      )
    }
    await run(owner.uuid)
    await page.evaluate(() => fetch('session', { method: 'DELETE' }))
    await run('UNAUTHORIZED')
    expect(troubles.filter((trouble) => trouble.startsWith('asks'))).toEqual([])
  }, 60_000)

  it('Swagger does so on both of its documents, and shows no secret', async () => {
    const { owner, page, troubles } = await open(path)
    await press(page, 'Open Swagger')
    const ask = async (operated: string, answered: string) => {
      const operation = `//*[contains(@class,"opblock-get")][.//*[@data-path="${operated}"]]`
      for (const part of ['opblock-summary-control', 'try-out__btn', 'execute'])
        await page
          .locator(`::-p-xpath(${operation}//*[contains(concat(" ", @class, " "), " ${part} ")])`)
          .click()
      await shows(page, answered)
    }
    await ask('/api/v1/user', 'The Nightingales')
    expect(await page.$eval('.curl-command', (one) => one.textContent)).not.toContain('Basic')
    const { origin, pathname } = new URL(page.url())
    await page.goto(`${origin}${pathname}?urls.primaryName=GraphQL+operations+(/rest)`)
    await ask('/me', owner.uuid)
    expect(troubles.filter((trouble) => trouble.startsWith('asks'))).toEqual([])
  }, 60_000)
})
