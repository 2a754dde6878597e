import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../support/activity-home.ts'
import { noChromium } from '../support/browser.ts'
import { importFilms } from '../support/imported-films.ts'
import {
  choose,
  openPages,
  openSignedIn,
  press,
  seriousFaults,
  shows,
} from '../support/web-pages.ts'

const textOf = (page: Page): Promise<string> =>
  page.$eval('main', (main) => (main as unknown as { innerText: string }).innerText)

const thisYear = new Date().getFullYear()

describe.skipIf(noChromium)('On the page of the year in review', () => {
  const endings: (() => unknown)[] = []
  let home: Awaited<ReturnType<typeof startActivityHome>>
  beforeAll(async () => {
    home = await startActivityHome((end) => void endings.push(end))
    await home.watch('Olga', home.films[0]!)
    await home.watch('Olga', home.films[0]!)
    await home.watch('Olga', home.films[1]!)
    await home.watch('Closed', home.films[2]!)
  }, 60_000)
  afterAll(async () => {
    for (const end of endings.toReversed()) await end()
  })

  async function open() {
    const opened = await openPages(home.service.url)
    await openSignedIn(opened.page, home.service.url, home.home, 'dashboard')
    await press(opened.page, 'The year in review')
    await shows(opened.page, `${thisYear} in review`)
    return opened
  }

  it('the first user reads what each of the household has watched', async () => {
    const { page, troubles } = await open()
    await shows(page, 'Olga watched less than a minute')
    await shows(page, '2 films')
    await shows(page, `Watched again: ${home.films[0]!.Name}`)
    await shows(page, `${home.films[1]!.Name}.`)
    await choose(page, 'User', 'Closed')
    await shows(page, 'Closed watched')
    await shows(page, '1 film')
    await choose(page, 'User', 'Plain')
    await shows(page, `Plain watched nothing in ${thisYear}.`)
    expect(troubles).toEqual([])
  }, 60_000)

  it('titles have names where pictures cannot be had, and nothing has a serious fault', async () => {
    const { page } = await open()
    await shows(page, 'Watched longest')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const titles = await page.$$eval('.year-titles > li', (found) =>
      found.map((one) => one.textContent),
    )
    expect(titles).toHaveLength(2)
    for (const name of [home.films[0]!.Name, home.films[1]!.Name]) {
      expect(titles.some((text) => text.includes(name))).toBe(true)
    }
    expect(await seriousFaults(page)).toEqual([])
  }, 60_000)

  it('the months are copied as a table', async () => {
    const { page } = await open()
    await shows(page, 'Month by month')
    await page
      .browserContext()
      .setPermission(home.service.url, { permission: { name: 'clipboard-read' }, state: 'granted' })
    await press(page, 'Copy CSV')
    await shows(page, 'Copied')
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
    expect(lines[0]).toBe('"Month","Plays","Hours"')
    expect(lines).toHaveLength(13)
    expect(lines.filter((line) => line.includes('"3","0"'))).toHaveLength(1)
  }, 60_000)

  it('what was imported without a length is counted by plays', async () => {
    const owner = await home.service.createUser({ mediaServer: { owner: { name: 'Ida' } } })
    await importFilms(home.service, owner, [0, 0])
    const { page } = await openPages(home.service.url)
    await openSignedIn(page, home.service.url, owner, 'year')
    await shows(page, 'Ida watched something 2 times.')
    await shows(page, 'Watched most')
    const text = await textOf(page)
    expect(text).not.toMatch(/\b0 minutes|less than a minute|Watched longest/)
    const months = await page.$$eval('.months > div', (all) =>
      all
        .map((one) => {
          const bar = one.querySelector('.bar')! as unknown as { style: { width: string } }
          return [one.querySelector('dd:last-child')!.textContent, bar.style.width]
        })
        .filter(([, width]) => width !== '0%'),
    )
    expect(months).toEqual([['2 plays', '100%']])
    await openSignedIn(page, home.service.url, owner, 'dashboard')
    await shows(page, 'How long it was watched is not known.')
    await page.waitForSelector('.top-titles > li')
    await page.waitForSelector('.plays > .play')
    expect(await textOf(page)).not.toMatch(/\b0 min|Nothing was watched/)
  }, 60_000)

  it('is not compared with a year before whose lengths are known', async () => {
    const owner = await home.service.createUser({ mediaServer: { owner: { name: 'Ada' } } })
    await importFilms(home.service, owner, [0])
    const startedAt = Date.UTC(thisYear - 1, 5)
    const hour = 3_600_000
    const play = {
      userId: 'ada',
      itemKey: 'tt6000000',
      titleKey: 'tt6000000',
      kind: 'movie',
      startedAt,
      endedAt: startedAt + hour,
      watchedMs: hour,
      finished: true,
      origin: 'local',
    }
    const users = [{ id: 'ada', name: 'Ada', own: true }]
    const file = {
      format: 'stream-aggregation-history',
      version: 2,
      users,
      items: [],
      plays: [play],
    }
    const { data } = await home.service.graphql(
      'mutation ($file: String!) { importHistory(file: $file) { plays } }',
      { auth: owner, variables: { file: JSON.stringify(file) } },
    )
    expect(data).toEqual({ importHistory: { plays: 1 } })
    const { page } = await openPages(home.service.url)
    await openSignedIn(page, home.service.url, owner, 'year')
    await shows(page, 'Ada watched something 1 time.')
    expect(await textOf(page)).not.toContain('less than in')
  }, 60_000)

  it('a print holds the review alone', async () => {
    const { page } = await open()
    await shows(page, 'Olga watched less than a minute')
    await page.emulateMediaType('print')
    const seen = await page.evaluate(() =>
      ['header', 'nav', 'button', 'h1', 'section'].filter((name) =>
        [...document.querySelectorAll(name)].some((one) => one.checkVisibility()),
      ),
    )
    expect(seen).toEqual(['h1', 'section'])
  }, 60_000)
})
