import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { copiedCsv } from '../support/copied-csv.ts'
import { startFilmSource } from '../support/film-source.ts'
import { senderOf, signInApp } from '../support/media-client.ts'
import { startService } from '../support/service.ts'
import { click, openPages, openSignedIn, shows } from '../support/web-pages.ts'

const timeZone = 'Asia/Kolkata'
const aheadMs = 5.5 * 3_600_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const today = Math.floor((Date.now() + aheadMs) / dayMs) * dayMs - aheadMs
/** When it is still the day before in UTC. */
const begun = today - 2 * dayMs + hourMs / 4
const evening = today - 3 * dayMs + 22 * hourMs

const date = (at: number) => new Date(at + aheadMs).toISOString().slice(0, 10)
const weekday = (at: number) =>
  new Date(at + aheadMs).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' })

const { source } = await startFilmSource({ films: 1, series: 1, ends: afterAll })
const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const names = Array.from({ length: 10 }, (_, index) => `User ${index}`)
const [owner, ...others] = names.map((name) => ({ name }))
const home = await service.createUser({
  sources: [source],
  mediaServer: { owner, users: others },
})
const { token } = await signInApp(service.url, home)
const { data } = await service.graphql('{ serviceUsers { user { id name } } }', { auth: home })
const users = (data.serviceUsers as { user: { id: string; name: string } }[]).map(
  ({ user }) => user,
)

const film = { itemKey: 'tt1000000', titleKey: 'tt1000000', kind: 'movie' }
const episode = {
  itemKey: 'tt2000000:1:1',
  titleKey: 'tt2000000',
  kind: 'episode',
  season: 1,
  episode: 1,
}

/** The first watches ten hours with the first app, the last one hour with the last. */
const plays = names.map((name, index) => ({
  ...(index < 7 ? film : episode),
  userId: users.find((user) => user.name === name)!.id,
  startedAt: begun,
  endedAt: begun + (10 - index) * hourMs,
  watchedMs: (10 - index) * hourMs,
  finished: true,
  client: `App ${index}`,
  ...(index < 8 && { delivery: index < 5 ? 'redirect' : 'proxied' }),
  origin: 'local',
}))
const late = { ...plays[0]!, startedAt: evening, endedAt: evening + hourMs, watchedMs: hourMs }
const send = senderOf(service.url, token)
await send('/Service/History/Import?restore=true', {
  format: 'stream-aggregation-history',
  version: 2,
  exportedAt: Date.now(),
  users: users.map(({ id, name }) => ({ id, name, own: name === names[0], historyOf: null })),
  items: [],
  plays: [...plays, late],
})

const hoursOf = (name: string) => [
  ['', 'Hours'],
  [`${name} 0`, '11'],
  ...[1, 2, 3, 4, 5, 6, 7].map((index) => [`${name} ${index}`, String(10 - index)]),
  ['Others', '3'],
]

describe.skipIf(noChromium)('What the cards of the dashboard copy as CSV', () => {
  it('is what was watched, by the days of the browser', async () => {
    const { page } = await openPages(service.url)
    await page.emulateTimezone(timeZone)
    await openSignedIn(page, service.url, home, 'dashboard')
    const byDay = async (title: string) => {
      const [head, ...days] = await copiedCsv(page, title)
      expect(days).toHaveLength(30)
      expect(days.at(-1)![0]).toBe(date(Date.now()))
      return [head, ...days.filter(([, ...counts]) => counts.some((count) => count !== '0'))]
    }
    expect(await byDay('Plays per day')).toEqual([
      ['', 'Films', 'Episodes', 'Videos'],
      [date(evening), '1', '0', '0'],
      [date(begun), '7', '3', '0'],
    ])
    expect(await byDay('Most streams at once per day')).toEqual([
      ['', 'Streams'],
      [date(evening), '1'],
      [date(begun), '10'],
    ])
    expect(await byDay('Users per day')).toEqual([
      ['', 'Users'],
      [date(evening), '1'],
      [date(begun), '10'],
    ])
    expect(await byDay('How plays were carried')).toEqual([
      ['', 'Directly from its server', 'Through this service', 'Not known'],
      [date(evening), '1', '0', '0'],
      [date(begun), '5', '3', '2'],
    ])
    const counts = { [weekday(begun)]: '10', [weekday(evening)]: '1' }
    expect(await copiedCsv(page, 'By weekday')).toEqual([
      ['', 'Plays'],
      ...['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((day) => [day, counts[day] ?? '0']),
    ])
    expect(await copiedCsv(page, 'By hour')).toEqual([
      ['', 'Plays'],
      ...Array.from({ length: 24 }, (_, hour) => [String(hour), { 0: '10', 22: '1' }[hour] ?? '0']),
    ])
    expect(await copiedCsv(page, 'Hours by user')).toEqual(hoursOf('User'))
    expect(await copiedCsv(page, 'Hours by app')).toEqual(hoursOf('App'))
    expect(await copiedCsv(page, 'Watched most')).toEqual([
      ['Title', 'Plays', 'Hours'],
      ['A title that no source has any more', '8', '50'],
      ['A title that no source has any more', '3', '6'],
    ])
  }, 60_000)
})

describe.skipIf(noChromium)('The charts of the dashboard', () => {
  it('take nothing but their own place where what draws them is gone, as after an upgrade', async () => {
    const { page } = await openPages(service.url)
    await page.setRequestInterception(true)
    page.on('request', (request) =>
      request.url().includes('/bars-')
        ? void request.respond({ status: 404 })
        : void request.continue(),
    )
    await openSignedIn(page, service.url, home, 'dashboard')
    await shows(page, 'This part cannot be loaded')
    await shows(page, 'Nobody is watching right now.')
    expect(await page.waitForSelector('::-p-xpath(//h2[.="Watched most"])')).not.toBeNull()
    expect(await page.$$('::-p-xpath(//*[@role="alert"])')).toHaveLength(1)
  }, 60_000)

  it('are there at once where somebody comes back to them from a table', async () => {
    const { page } = await openPages(service.url)
    await openSignedIn(page, service.url, home, 'dashboard')
    const card = '//section[.//h2[.="Plays per day"]]'
    const chart = `::-p-xpath(${card}//*[@role="img"])`
    await page.waitForSelector(chart)
    await click(page, `::-p-xpath(${card}//button[.="Table"])`)
    await page.waitForSelector(`::-p-xpath(${card}//table)`)
    expect(await page.$(chart)).toBeNull()
    await page.evaluate(() => {
      globalThis.requestIdleCallback = () => 0
    })
    await click(page, `::-p-xpath(${card}//button[.="Chart"])`)
    await page.waitForSelector(chart)
    expect(await page.$(`::-p-xpath(${card}//table)`)).toBeNull()
  }, 60_000)

  it('are drawn one at a time, so that a click never waits for all of them', async () => {
    const { page } = await openPages(service.url)
    await page.evaluateOnNewDocument(() => {
      new MutationObserver(() => {
        const { length } = document.querySelectorAll('main section [role=img]')
        performance.mark('drawn', { detail: length })
      }).observe(document, { childList: true, subtree: true })
    })
    await openSignedIn(page, service.url, home, 'dashboard')
    const drawn = () =>
      page.evaluate(() =>
        performance.getEntriesByName('drawn').map((one) => (one as PerformanceMark).detail),
      )
    await expect.poll(async () => [...new Set(await drawn())]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  }, 60_000)
})
