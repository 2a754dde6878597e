import { afterAll, describe, expect, it } from 'vitest'
import { atNoon } from '../support/browser-noon.ts'
import { noChromium } from '../support/browser.ts'
import { startFilmSource } from '../support/film-source.ts'
import { freePort } from '../support/free-port.ts'
import { startService } from '../support/service.ts'
import { click, openPages, openSignedIn, press, shows } from '../support/web-pages.ts'

const { source } = await startFilmSource({ ends: afterAll })
const service = await startService({}, afterAll)

/** A household whose only source has failed often enough to pause. */
async function failing() {
  const url = `http://127.0.0.1:${await freePort()}/manifest.json`
  const owner = await service.createUser({ sources: [{ type: 'stremio', name: 'Gone', url }] })
  for (const id of [1, 2, 3, 4, 5]) {
    const query = `{ search(type: "movie", id: "tt125420${id}") { tookMs } }`
    await service.graphql(query, { auth: owner })
  }
  return owner
}

describe.skipIf(noChromium)("The bars of a source's health", () => {
  it('can be read as a table and copied as CSV, by the days of the browser', async () => {
    const owner = await service.createUser({ sources: [{ ...source, name: 'Films' }] })
    await service.graphql('{ search(type: "movie", id: "tt1254207") { tookMs } }', { auth: owner })
    const { page } = await openPages(service.url)
    const timeZone = new Date().getUTCHours() < 10 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
    await page.emulateTimezone(timeZone)
    await openSignedIn(page, service.url, owner, 'sources')
    await click(page, '::-p-aria([name="Details of Films"])')
    await shows(page, 'Its answers this week')
    await page
      .browserContext()
      .setPermission(service.url, { permission: { name: 'clipboard-read' }, state: 'granted' })
    await press(page, 'Copy CSV')
    await shows(page, 'Copied')
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
    expect(lines[0]).toBe('"Day","Asked","Failed","Median"')
    expect(lines).toHaveLength(8)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format()
    expect(lines.at(-1)).toMatch(new RegExp(`^"${today}","1","0","\\d+"$`))
  }, 60_000)

  it.each([
    { language: 'en', daysLater: 1, when: /since \d+\/\d+\/\d+, 1[12]:\d\d.PM/ },
    { language: 'de', daysLater: 0, when: /seit 1[12]:\d\d Uhr/ },
    { language: 'de', daysLater: 1, when: /seit \d+\.\d+\.\d+, 1[12]:\d\d(?! Uhr)/ },
    { language: 'es', daysLater: 0, when: /desde hoy, 1[12]:\d\d/ },
    { language: 'es', daysLater: 1, when: /desde el \d+\/\d+\/\d+, 1[12]:\d\d/ },
  ])(
    'say since when a source pauses $daysLater days later, in $language',
    async ({ language, daysLater, when }) => {
      const owner = await failing()
      const { page } = await openPages(service.url)
      await page.evaluateOnNewDocument(
        (chosen) => localStorage.setItem('language', chosen),
        language,
      )
      await atNoon(page, daysLater)
      await openSignedIn(page, service.url, owner, 'sources')
      const said = await page.waitForSelector('.health-line:has(.mantine-Badge-root)')
      expect(await said!.evaluate(({ textContent }) => textContent)).toMatch(when)
    },
    60_000,
  )

  it('say that a source pauses and since when, and by themselves when it is tried next', async () => {
    const owner = await failing()
    const { page } = await openPages(service.url)
    await atNoon(page)
    await openSignedIn(page, service.url, owner, 'sources')
    const title = '::-p-xpath(//main//*[.="pausing"])'
    await page.waitForSelector(title)
    const said = await page.$eval('main ol > li', ({ textContent }) => textContent)
    expect(said).toMatch(/since \d+:\d\d.[AP]M/)
    await page.waitForSelector('::-p-xpath(//main//*[.="tried next"])', { timeout: 30_000 })
    expect(await page.$(title)).toBeNull()
    await press(page, 'Dashboard')
    await page.waitForSelector('::-p-xpath(//main//th[contains(., "tried next since")])')
  }, 60_000)
})
