import type { HTTPRequest } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { openPages, openSignedIn } from '../support/web-pages.ts'

const service = await startService({}, afterAll)

describe.skipIf(noChromium)('What a page needs', () => {
  it('is asked for while its own scripts are on their way', async () => {
    const owner = await service.createUser({ name: 'Family' })
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'account')
    await page.setRequestInterception(true)
    const held: HTTPRequest[] = []
    page.on('request', (request: HTTPRequest) => {
      if (request.url().includes('/sources-page-')) held.push(request)
      else void request.continue()
    })
    const asked = page.waitForRequest(
      (one) => one.postData()?.includes('query Configuration') ?? false,
    )
    const opened = page.goto(`${service.url}/configure/sources`)
    await asked
    expect(held).toHaveLength(1)
    await held[0]!.continue()
    await opened
    await page.waitForSelector('main h1')
  }, 60_000)

  it('is asked for once', async () => {
    const owner = await service.createUser({ name: 'Family' })
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, owner, 'account')
    const asked: string[] = []
    page.on('request', (request: HTTPRequest) => {
      const [, name] = /query (\w+)/.exec(request.postData() ?? '') ?? []
      if (name) asked.push(name)
    })
    await page.goto(`${service.url}/configure/sources`, { waitUntil: 'networkidle0' })
    await page.waitForSelector('main h1')
    expect(asked.filter((name) => ['Configuration', 'Instance'].includes(name)).toSorted()).toEqual(
      ['Configuration', 'Instance'],
    )
  }, 60_000)
})
