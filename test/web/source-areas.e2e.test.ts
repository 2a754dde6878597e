import { afterAll, describe, expect, it } from 'vitest'
import { atNoon } from '../support/browser-noon.ts'
import { noChromium } from '../support/browser.ts'
import { startFilmSource } from '../support/film-source.ts'
import { startService } from '../support/service.ts'
import { json, startUpstream, status } from '../support/upstream.ts'
import {
  choose,
  click,
  openPages,
  openSignedIn,
  overflowOf,
  press,
  seriousFaults,
  shows,
} from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const catalogs = [1, 2, 3, 4, 5, 6].map((id) => ({ type: 'movie', id: `${id}`, name: `Top ${id}` }))
const manifest = {
  id: 'test.lists',
  version: '1.0.0',
  name: 'Lists',
  types: ['movie'],
  resources: ['catalog'],
  catalogs,
}
const broken = await startUpstream(
  (request, response) => {
    const handler = request.url === '/manifest.json' ? json(manifest) : status(503)
    handler(request, response)
  },
  '127.0.0.1',
  afterAll,
)
const lists = { type: 'stremio', name: 'Lists', url: `${broken.url}/manifest.json` }
const { source: films } = await startFilmSource({ films: 3, series: 0, ends: afterAll })

/** A household that has asked for each catalog, for streams and for subtitles. */
async function openAsked(sources: readonly object[]) {
  const auth = await service.createUser({ sources, mediaServer: {} })
  const { page, troubles } = await openPages(service.url)
  await atNoon(page)
  // Before it is asked: a source that fails is left alone for ten seconds.
  await openSignedIn(page, service.url, auth, 'account')
  const { data } = await service.graphql('{ addon { catalogs { id type } } }', { auth })
  for (const { id, type } of data.addon.catalogs as { id: string; type: string }[]) {
    await service.graphql(`{ addonPage(type: "${type}", id: "${id}") { titles { id } } }`, { auth })
  }
  await service.graphql('{ search(type: "movie", id: "tt1000000") { tookMs } }', { auth })
  await service.graphql('{ addonSubtitles(type: "movie", id: "tt1000000") { tracks { url } } }', {
    auth,
  })
  await page.goto(`${service.url}/configure/sources`)
  await page.waitForSelector('h1')
  return { page, troubles }
}

const rows = '::-p-xpath(//section[.//h2[.="How the sources answer"]]//tbody/tr)'

describe.skipIf(noChromium)('The health of a source', () => {
  it('that has catalogs alone tells that they fail, and that it is left alone', async () => {
    const { page, troubles } = await openAsked([lists])
    await page.waitForSelector('::-p-xpath(//main//*[.="pausing"])')
    const bars = await page.waitForSelector('.health')
    expect(await bars!.evaluate((one) => one.getAttribute('aria-label'))).toBe(
      '0% of 5 answered this week',
    )
    expect(await page.$$eval('.health > .bad', (days) => days.length)).toBe(1)
    await click(page, '::-p-aria([name="Details of Lists"])')
    await shows(page, 'Its answers this week')
    expect(await seriousFaults(page)).toEqual([])
    await press(page, 'Dashboard')
    await page.waitForSelector(rows)
    const texts = await page.$$eval(rows, (found) =>
      found.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent)),
    )
    expect(texts).toHaveLength(1)
    expect(texts[0]![0]).toMatch(/^Lists pausing since \d+:\d\d.[AP]M$/)
    expect(texts[0]!.slice(1, 4)).toEqual(['Catalogs', '5', '0%'])
    expect(troubles).toEqual([])
  }, 60_000)

  it('is said where the first titles of its catalogs would stand', async () => {
    const { page } = await openAsked([lists])
    await page.goto(`${service.url}/configure/catalogs`)
    const said = await page.waitForSelector('::-p-xpath(//ul/li[starts-with(., "Lists: ")])')
    const { text, below } = await said!.evaluate((one) => ({
      text: one.textContent,
      below: one.getBoundingClientRect().top - one.parentElement!.getBoundingClientRect().top,
    }))
    expect(text).toMatch(/^Lists: ./)
    expect(below).toBe(0)
  }, 60_000)

  it('is as bad as what fails most often, and each thing can be read by itself', async () => {
    const { page } = await openAsked([films, lists])
    await page.waitForSelector('.health')
    const labels = await page.$$eval('.health', (all) =>
      all.map((one) => one.getAttribute('aria-label')),
    )
    expect(labels[0]).toMatch(
      /^Streams: 100% of 1 answered this week · .*Catalogs: 100% of \d+ answered this week/,
    )
    await click(page, '::-p-aria([name="Details of Films"])')
    const today = '::-p-xpath((//main//table//tr)[last()]/td[1])'
    const asked = async () =>
      (await page.waitForSelector(today))!.evaluate((one) => one.textContent)
    expect(await asked()).toBe('1')
    await choose(page, 'Asked for', 'Catalogs')
    expect(Number(await asked())).toBeGreaterThan(1)
    await page.setViewport({ width: 360, height: 740 })
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  }, 60_000)
})
