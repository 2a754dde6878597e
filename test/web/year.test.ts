import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../support/activity-home.ts'
import { noChromium } from '../support/browser.ts'
import {
  choose,
  openPages,
  openSignedIn,
  press,
  seriousFaults,
  shows,
} from '../support/web-pages.ts'

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
    await shows(page, 'Olga watched')
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
    expect(lines[0]).toBe('"Month","Hours"')
    expect(lines).toHaveLength(13)
  }, 60_000)

  it('a print holds the review alone', async () => {
    const { page } = await open()
    await shows(page, 'Olga watched')
    await page.emulateMediaType('print')
    const seen = await page.evaluate(() =>
      ['header', 'nav', 'button', 'h1', 'section'].filter((name) =>
        [...document.querySelectorAll(name)].some((one) => one.checkVisibility()),
      ),
    )
    expect(seen).toEqual(['h1', 'section'])
  }, 60_000)
})
