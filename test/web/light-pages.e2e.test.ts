import { globSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { HTTPRequest } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { focusOn, openPages, openSignedIn, shows } from '../support/web-pages.ts'

const service = await startService({}, afterAll)

async function openAccount() {
  const owner = await service.createUser({ name: 'Family' })
  const { page, troubles } = await openPages(service.url)
  await openSignedIn(page, service.url, owner, 'account')
  return { page, troubles, goTo: (name: string) => page.goto(`${service.url}/configure/${name}`) }
}

describe.skipIf(noChromium)('Who is signed in, and whether the service can serve,', () => {
  it('is asked once by the HTML of a page, and again only by the next look', async () => {
    const { page, troubles, goTo } = await openAccount()
    const asked: string[] = []
    page.on('request', (request: HTTPRequest) => {
      const { pathname } = new URL(request.url())
      if (['/session', '/readyz'].includes(pathname)) {
        asked.push(`${pathname} by ${request.initiator()?.type}`)
      }
    })
    await goTo('sources')
    await shows(page, 'There is no source yet.')
    expect(asked.toSorted()).toEqual(['/readyz by parser', '/session by parser'])
    asked.length = 0
    await page.evaluate(() => fetch('/session', { method: 'DELETE' }))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await shows(page, 'Your session has ended.')
    expect(asked).toContain('/session by script')
    expect(troubles).toEqual([])
  }, 60_000)

  it('is asked anew by each page, whatever the one before was told', async () => {
    const { page, goTo } = await openAccount()
    await goTo('sources')
    await shows(page, 'There is no source yet.')
    await page.evaluate(() => fetch('/session', { method: 'DELETE' }))
    await page.reload()
    await page.waitForSelector('input[type=password]')
    expect(await page.$('nav a')).toBeNull()
  }, 60_000)
})

describe.skipIf(noChromium)('The dashboard of a household that has watched nothing', () => {
  it('asks the browser for no format of dates or numbers', async () => {
    const { page, goTo } = await openAccount()
    await page.evaluateOnNewDocument(() => {
      const noted = <Format extends object>(format: Format): Format =>
        new Proxy(format, {
          get(...all) {
            performance.mark('format')
            return Reflect.get(...all)
          },
          apply(_format, _this, parameters) {
            performance.mark('format')
            return Reflect.construct(format as never, parameters)
          },
          construct(_format, parameters) {
            performance.mark('format')
            return Reflect.construct(format as never, parameters)
          },
        })
      Object.assign(Intl, {
        DateTimeFormat: noted(Intl.DateTimeFormat),
        NumberFormat: noted(Intl.NumberFormat),
      })
    })
    await goTo('dashboard')
    const empty =
      '::-p-xpath(//section[.="How plays were carriedTableCopy CSVNothing was watched in this time."])'
    await page.waitForSelector(empty)
    const formats = await page.evaluate(() => ({
      made: performance.getEntriesByName('format').length,
      // Older browsers know their time zone from a format alone.
      isNeeded: !('Temporal' in globalThis),
    }))
    expect(formats.made > 0).toBe(formats.isNeeded)
  }, 60_000)
})

describe.skipIf(noChromium)('A choice of few', () => {
  it('is read whole, and made with the keyboard, too', async () => {
    const { page, goTo } = await openAccount()
    await goTo('dashboard')
    const chosen = () =>
      page.$eval(
        '[role=radiogroup][aria-label="Counted by"] input:checked',
        (input) => input.parentElement!.textContent,
      )
    await focusOn(page, '::-p-aria([name="Plays"][role="radio"])')
    expect(await chosen()).toBe('Plays')
    const cut = await page.$$eval('[role=radiogroup] label', (labels) =>
      labels
        .filter((label) => label.scrollWidth > label.clientWidth)
        .map((label) => label.textContent),
    )
    expect(cut).toEqual([])
    await page.keyboard.press('ArrowRight')
    await expect.poll(chosen).toBe('Hours')
  }, 60_000)
})

describe('Styles of the library', () => {
  const built = (kind: string) =>
    globSync(`dist/web/assets/*.${kind}`)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
  const classesIn = (text: string) => new Set(text.match(/\bm_[\da-f]{5,8}\b/g))

  it('are there for every class that scripts name, and few others', () => {
    const all = ['core', 'charts']
      .map((name) => readFileSync(`node_modules/@mantine/${name}/styles.css`, 'utf8'))
      .join('\n')
    const styled = classesIn(all)
    const there = classesIn(built('css'))
    const named = [...classesIn(built('js'))].filter((name) => styled.has(name))
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter((name) => !there.has(name))).toEqual([])
    expect(there.size).toBeLessThan(named.length * 1.5)
    const [first] = globSync('dist/web/assets/index-*.css')
    expect(gzipSync(readFileSync(first!)).length).toBeLessThan(25_000)
  })
})
