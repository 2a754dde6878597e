import type { HTTPRequest } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { click, opens, openPages, openSignedIn, shownIn, shows } from '../support/web-pages.ts'

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

/** Twice: by then the page has read what came before. */
const untilDrawn = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

type Limited = {
  readonly name: string
  readonly query: string
  readonly times: number
  /** Seconds. */
  readonly retryAfter: number
  /** What comes only after the first refusal. */
  readonly late?: RegExp
  /** So many are answered before the first refusal. */
  readonly answered?: number
}

async function openLimited({ name, query, times, retryAfter, late, answered = 0 }: Limited) {
  const { page } = await openPages(service.url)
  await openSignedIn(page, service.url, await service.createUser({ sources }), 'explore')
  const asked: number[] = []
  const limit = { times }
  const held: HTTPRequest[] = []
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    if (asked.length === 0 && late?.test(request.url())) return void held.push(request)
    if (!request.postData()?.includes(`query ${query}`)) return void request.continue()
    asked.push(performance.now())
    if (asked.length <= answered || asked.length - answered > limit.times)
      return void request.continue()
    const extensions = { code: 'RATE_LIMIT_EXCEEDED', retryAfter }
    const body = JSON.stringify({ data: null, errors: [{ message: 'Refused', extensions }] })
    const refused = request.respond({ status: 200, contentType: 'application/json', body })
    return void refused
      .then(() => page.evaluate(untilDrawn))
      .then(() => Promise.all(held.splice(0).map((one) => one.continue())))
  })
  await page.goto(`${service.url}/configure/${name}`)
  return { page, limit, pauses: () => asked.slice(1).map((time, index) => time - asked[index]!) }
}

describe.skipIf(noChromium)(
  'What was asked too often is asked for again once the service says',
  () => {
    it('as what all pages know of the service, and the addresses come', async () => {
      const { page, pauses } = await openLimited({
        name: 'install',
        query: 'Instance',
        times: 4,
        retryAfter: 1,
      })
      const address = await shownIn(page, 'Address of the manifest')
      expect(address).toContain('/manifest.json')
      expect(pauses()).toHaveLength(4)
      expect(Math.min(...pauses())).toBeGreaterThan(900)
    }, 60_000)

    it.each([
      ['a list', 'Devices'],
      ['the configuration, without which there is no page', 'Configuration'],
      [
        'the configuration, refused before it is known whether the service can serve',
        'Configuration',
        /\/readyz$/,
      ],
    ])(
      'and not before, as %s',
      async (_what, query, late?: RegExp) => {
        const { page, pauses } = await openLimited({
          name: 'media-server',
          query,
          times: 2,
          retryAfter: 3,
          ...(late && { late }),
        })
        await shows(page, 'No app is signed in yet.')
        const [first, second, ...more] = pauses()
        expect(first).toBeGreaterThan(2_500)
        expect(second).toBeGreaterThan(2_500)
        expect(more).toEqual([])
      },
      60_000,
    )

    it.each([
      ['that has no answer yet', 0],
      ['that had one', 1],
    ])(
      'and not before, however often somebody comes back to its page: one %s',
      async (_which, answered) => {
        const { page, pauses } = await openLimited({
          name: 'dashboard',
          query: 'TopTitles',
          times: Infinity,
          retryAfter: 3_600,
          answered,
        })
        const card = '::-p-xpath(//section[.//h2[.="Watched most"]])'
        const go = async (name: string) => {
          await click(page, `nav a[href$="/configure/${name}"]`)
          await opens(page, `/configure/${name}`)
        }
        await page.waitForSelector(card)
        // What comes after the clock was set forward would be new.
        await page.waitForNetworkIdle({ concurrency: 2 })
        await page.evaluate(() => {
          const { now } = Date
          Date.now = () => now() + 120_000
        })
        for (let round = 0; round < 3; round += 1) {
          await go('account')
          await go('dashboard')
          await page.waitForSelector(card)
        }
        await page.waitForNetworkIdle({ concurrency: 2 })
        expect(pauses()).toHaveLength(answered)
      },
      60_000,
    )

    it.each([
      ['a list', 'Devices'],
      ['the configuration, without which there is no page', 'Configuration'],
    ])(
      'or sooner, once somebody comes back to the tab, as %s',
      async (_what, query) => {
        const { page, limit, pauses } = await openLimited({
          name: 'media-server',
          query,
          times: Infinity,
          retryAfter: 3_600,
        })
        await page.waitForSelector('main [role=alert] button')
        const before = pauses().length
        limit.times = 0
        await page.evaluate(() =>
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
        )
        await shows(page, 'No app is signed in yet.')
        expect(pauses()).toHaveLength(before + 1)
      },
      60_000,
    )
  },
)
