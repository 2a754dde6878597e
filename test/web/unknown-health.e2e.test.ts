import type { HTTPRequest } from 'puppeteer-core'
import { describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { startService } from '../support/service.ts'
import { drawn, openPages, openSignedIn, press, shows } from '../support/web-pages.ts'

const failure = {
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify({
    errors: [{ message: 'It broke.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
  }),
}

const notKnown = 'How the sources answer is not known'

const isHealth = (request: HTTPRequest) =>
  request.postData()?.includes('query SourceHealth') ?? false

/** The page of a source that pauses, whose figures are refused as long as `isBroken` says so. */
async function open(isBroken: () => boolean) {
  const service = await startService({})
  const url = `http://127.0.0.1:${await freePort()}/manifest.json`
  const owner = await service.createUser({ sources: [{ type: 'stremio', name: 'Gone', url }] })
  for (const id of [1, 2, 3, 4, 5]) {
    const query = `{ search(type: "movie", id: "tt125420${id}") { tookMs } }`
    await service.graphql(query, { auth: owner })
  }
  const { page } = await openPages(service.url)
  await page.setRequestInterception(true)
  page.on('request', (request: HTTPRequest) => {
    void (isHealth(request) && isBroken() ? request.respond(failure) : request.continue())
  })
  await openSignedIn(page, service.url, owner, 'sources')
  return page
}

/** Looks at the page again, which polls at once where it polls at all. */
const look = "document.dispatchEvent(new Event('visibilitychange'))"

describe.skipIf(noChromium)('Where the figures of the sources cannot be read', () => {
  it('the page of the sources says so, and reads them once it is told to', async () => {
    let isBroken = true
    const page = await open(() => isBroken)
    await shows(page, notKnown)
    await shows(page, 'It broke.')
    isBroken = false
    await press(page, 'Try again')
    await page.waitForFunction(() => !document.body.innerText.includes('It broke.'))
    expect(await page.waitForSelector('.health')).not.toBeNull()
  }, 60_000)

  it('the page reads them again by itself', async () => {
    let isBroken = true
    const page = await open(() => isBroken)
    await shows(page, notKnown)
    isBroken = false
    await page.evaluate(look)
    await page.waitForFunction((text) => !document.body.innerText.includes(text), {}, notKnown)
    expect(await page.$('.health')).not.toBeNull()
  }, 60_000)

  it('figures that were read before stay alone', async () => {
    let isBroken = false
    const page = await open(() => isBroken)
    await shows(page, 'pausing')
    isBroken = true
    const answered = page.waitForResponse((response) => isHealth(response.request()))
    await page.evaluate(look)
    await answered
    await drawn(page)
    const text = await page.evaluate(() => document.body.innerText)
    expect(text).not.toContain(notKnown)
    expect(text.toLowerCase()).toContain('pausing')
  }, 60_000)
})
