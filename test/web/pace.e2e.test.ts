import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startFilmSource } from '../support/film-source.ts'
import { freePort } from '../support/free-port.ts'
import { startService } from '../support/service.ts'
import type { Auth } from '../support/service.ts'
import { openPages, openSignedIn } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const { source: films } = await startFilmSource({ films: 1, series: 0, ends: afterAll })

async function fail(owner: Auth): Promise<void> {
  for (const id of [1, 2, 3, 4, 5]) {
    const query = `{ search(type: "movie", id: "tt125420${id}") { tookMs } }`
    await service.graphql(query, { auth: owner })
  }
}

/** A page whose clock goes on only when it is told to, and how often it has asked for the health of sources. */
async function openFailing() {
  const url = `http://127.0.0.1:${await freePort()}/manifest.json`
  const owner = await service.createUser({
    sources: [{ type: 'stremio', name: 'Gone', url }, films],
  })
  await fail(owner)
  const { page } = await openPages(service.url)
  await openSignedIn(page, service.url, owner, 'sources')
  await page.waitForSelector('::-p-xpath(//main//*[.="pausing"])')
  const clock = await page.createCDPSession()
  const goOn = async (seconds: number) => {
    const over = new Promise((resolve) => clock.once('Emulation.virtualTimeBudgetExpired', resolve))
    await clock.send('Emulation.setVirtualTimePolicy', {
      policy: 'pauseIfNetworkFetchesPending',
      budget: seconds * 1_000,
    })
    await over
  }
  let asked = 0
  page.on('request', (request) => {
    if (request.postData()?.includes('query SourceHealth(')) asked++
  })
  const askedIn = async (seconds: number) => {
    asked = 0
    await goOn(seconds)
    return asked
  }
  return { page, owner, askedIn }
}

describe.skipIf(noChromium)('While a source fails, its health is asked for', () => {
  it('ever more seldom', async () => {
    const { askedIn } = await openFailing()
    const counts = []
    for (const seconds of [6, 10, 20, 40, 60, 60, 60]) counts.push(await askedIn(seconds))
    expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1])
  }, 60_000)

  it('soon again once it has changed', async () => {
    const { askedIn, owner } = await openFailing()
    expect(await askedIn(76)).toBe(4)
    await service.graphql('{ search(type: "movie", id: "tt1254209") { tookMs } }', { auth: owner })
    expect(await askedIn(60)).toBe(1)
    expect(await askedIn(36)).toBe(3)
  }, 60_000)

  it('not at all while nobody sees the page, and at once when it is seen again', async () => {
    const { page, askedIn } = await openFailing()
    expect(await askedIn(76)).toBe(4)
    const other = await page.browserContext().newPage()
    await other.bringToFront()
    expect(await page.evaluate(() => document.visibilityState)).toBe('hidden')
    expect(await askedIn(600)).toBe(0)
    await page.bringToFront()
    expect(await askedIn(1)).toBe(1)
    expect(await askedIn(35)).toBe(3)
  }, 60_000)
})
