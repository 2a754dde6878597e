import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../support/activity-home.ts'
import { noChromium } from '../support/browser.ts'
import { until } from '../support/until.ts'
import { choose, click, fill, openPages, openSignedIn, press, shows } from '../support/web-pages.ts'

const olgas = await startActivityHome(afterAll)
const { service, home, films } = olgas
const [first, second] = films as [(typeof films)[0], (typeof films)[0]]
await olgas.watch('Olga', first)
await olgas.watch('Plain', second)
const old = {
  watched_at: '2024-05-01T20:00:00.000Z',
  type: 'movie',
  movie: { title: first.Name, year: 1950, ids: { imdb: 'tt1000000' } },
}
await olgas.ask('Olga', 'mutation ($file: String!) { importHistory(file: $file) { plays } }', {
  file: JSON.stringify([old]),
})

const section = '//section[.//h2[normalize-space(.)="History"]]'
const every = (name: string) => `::-p-aria([name="Every play of ${name}"])`

/** The name of each play that is listed. */
const namesOn = (page: Page) =>
  page.$$eval(`::-p-xpath(${section}//button[starts-with(@aria-label, "Every play of")])`, (all) =>
    all.map(({ textContent }) => textContent),
  )

async function open() {
  const { page } = await openPages(service.url)
  const network = { isAway: false }
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const isLost = network.isAway && request.method() === 'POST'
    void (isLost ? request.abort('connectionrefused') : request.continue())
  })
  await openSignedIn(page, service.url, home, 'dashboard')
  await until(
    'both plays',
    () => namesOn(page),
    (names) => names.length === 2,
  )
  return { page, network }
}

describe.skipIf(noChromium)('Every play of a title on the dashboard', () => {
  it('is each one, whenever it was, and whatever the history is narrowed by', async () => {
    const { page } = await open()
    await fill(page, 'Title', 'film')
    await choose(page, 'Kind', 'Films')
    await click(page, every(first.Name))
    await expect.poll(() => namesOn(page)).toEqual([first.Name, first.Name])
    await shows(page, '2024')
    await choose(page, 'Kind', 'Videos')
    await shows(page, 'Nothing was watched in this time.')
    expect(await namesOn(page)).toEqual([])
    await page.close()
  }, 60_000)

  it('stands with its date below its title on a phone', async () => {
    const { page } = await open()
    await page.setViewport({ width: 360, height: 740 })
    const line = `${section}//button[@aria-label="Every play of ${first.Name}"]/ancestor::div[.//*[contains(., " min")]][1]`
    const leftOf = (path: string) =>
      page.$eval(`::-p-xpath(${line}${path})`, (one) => one.getBoundingClientRect().left)
    expect(await leftOf('//p[contains(., " min")]')).toBe(await leftOf('//button'))
    await page.close()
  }, 60_000)

  it('is said to be none of a user who has not watched it', async () => {
    const { page } = await open()
    await click(page, every(second.Name))
    await choose(page, 'User', 'Closed')
    await shows(page, 'This user has not watched it.')
    const shown = await page.$eval(`::-p-xpath(${section})`, (one) => one.textContent)
    expect(shown).not.toContain('Nothing was watched')
    await page.close()
  }, 60_000)

  it('is not said to be none before that is known', async () => {
    const { page, network } = await open()
    network.isAway = true
    await click(page, every(second.Name))
    await choose(page, 'User', 'Closed')
    expect(await namesOn(page)).toEqual([])
    const shown = await page.$eval(`::-p-xpath(${section})`, (one) => one.textContent)
    expect(shown).not.toContain('Nothing was watched')
    expect(shown).not.toContain('has not watched it')
    network.isAway = false
    await page.close()
  }, 60_000)

  it('is of no other title or user while the service is away', async () => {
    const { page, network } = await open()
    network.isAway = true
    await click(page, every(second.Name))
    await shows(page, `Every play of ${second.Name}`)
    expect(await namesOn(page)).toEqual([second.Name])
    await press(page, 'All titles')
    await until(
      'both plays',
      () => namesOn(page),
      (names) => names.length === 2,
    )
    await choose(page, 'User', 'Closed')
    expect(await namesOn(page)).toEqual([])
    network.isAway = false
    await page.close()
  }, 60_000)
})
