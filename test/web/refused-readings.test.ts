import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { openPages, openSignedIn, shownIn } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const sources = [{ type: 'stremio', name: 'Gone', url: 'http://127.0.0.1:9/manifest.json' }]

/** A page of sources whose health is refused, with the focus on its button, and the pauses between its questions. */
async function openRefused(extensions: object) {
  const { page } = await openPages(service.url)
  const times: number[] = []
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const isAsked = request.postData()?.includes('query SourceHealth(')
    if (!isAsked) return void request.continue()
    times.push(performance.now())
    const body = JSON.stringify({ data: null, errors: [{ message: 'Refused', extensions }] })
    return void request.respond({ status: 200, contentType: 'application/json', body })
  })
  await openSignedIn(page, service.url, await service.createUser({ sources }), 'sources')
  const retry = (await page.waitForSelector('main [role=alert] button'))!
  await retry.focus()
  const pauses = async (count: number) => {
    await until(`${count} pauses`, () => times.length > count, Boolean, { timeoutMs: 40_000 })
    return times.slice(1).map((time, index) => time - times[index]!)
  }
  return { retry, pauses }
}

describe.skipIf(noChromium)('Health of sources that is refused', () => {
  it('is asked for ever more seldom, and the notice with its focus stays', async () => {
    const { retry, pauses } = await openRefused({ code: 'FORBIDDEN' })
    const [, second] = await pauses(2)
    expect(second).toBeGreaterThan(9_500)
    expect(await retry.evaluate((button) => document.activeElement === button)).toBe(true)
  }, 60_000)

  it('is asked for no sooner than the service says', async () => {
    const { pauses } = await openRefused({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 9 })
    const [first] = await pauses(1)
    expect(first).toBeGreaterThan(8_500)
  }, 60_000)
})

describe.skipIf(noChromium)('What all pages know of the service', () => {
  it('is asked for again once the service says that it answers, and the addresses come', async () => {
    const { page } = await openPages(service.url)
    let refusals = 0
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      const isAsked = request.postData()?.includes('query Instance')
      if (!isAsked || refusals >= 4) return void request.continue()
      refusals += 1
      const extensions = { code: 'RATE_LIMIT_EXCEEDED', retryAfter: 1 }
      const body = JSON.stringify({ data: null, errors: [{ message: 'Refused', extensions }] })
      return void request.respond({ status: 200, contentType: 'application/json', body })
    })
    await openSignedIn(page, service.url, await service.createUser({ sources }), 'install')
    const address = await shownIn(page, 'Address of the manifest')
    expect(address).toContain('/manifest.json')
    expect(refusals).toBe(4)
  }, 60_000)
})
