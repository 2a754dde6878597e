import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, startAddon } from '../support/addon.ts'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'
import {
  click,
  drawn,
  fill,
  focusOn,
  openPages,
  openSignedIn,
  press,
  save,
  seriousFaults,
  shows,
} from '../support/web-pages.ts'
import { until } from '../support/until.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off', SOURCE_TIMEOUT: '1s' }, afterAll)
const addon = (name: string, count: number) =>
  startAddon({
    name,
    streams: Array.from({ length: count }, (_, index) => filmStream(index + 1)),
    ends: afterAll,
  })
const [first, second] = [await addon('First', 2), await addon('Second', 1)]
const garbage = await startUpstream((_, response) => response.end('<p>'), '127.0.0.1', afterAll)
const silent = await startUpstream(() => {}, '127.0.0.1', afterAll)

const named = (name: string) => `::-p-aria([name="${name}"])`
const addressField = 'input[inputmode=url]'

async function open(sources: readonly object[]) {
  const owner = await service.createUser({ sources })
  const { page, troubles } = await openPages(service.url)
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  await openSignedIn(page, service.url, owner, 'sources')
  const saved = async () => {
    const { data } = await service.graphql('{ me(raw: true) { userData } }', { auth: owner })
    return data.me.userData.sources as Record<string, unknown>[]
  }
  return { page, troubles, saved }
}

async function lookAt(page: Page, address: string): Promise<void> {
  await page.locator(addressField).fill(address)
  await press(page, 'Look at it')
}

/** Drags one thing onto another, as a hand does: in steps. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const middle = async (selector: string) => {
    const box = await (await page.waitForSelector(selector))!.boundingBox()
    return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }
  }
  const [start, end] = [await middle(from), await middle(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y - 4, { steps: 12 })
  await drawn(page)
  await page.mouse.up()
}

const namesOf = (sources: readonly Record<string, unknown>[]) => sources.map(({ name }) => name)

describe.skipIf(noChromium)('On the page of sources', () => {
  it('what is no address, no source, or silent is told before it is added', async () => {
    const { page, troubles, saved } = await open([])
    await lookAt(page, 'http://')
    await shows(page, 'This did not work')
    await lookAt(page, `${garbage.url}/manifest.json`)
    await shows(page, 'This source gives no manifest now')
    await lookAt(page, `${silent.url}/manifest.json`)
    await shows(page, 'This source gives no manifest now')
    expect(await seriousFaults(page)).toEqual([])
    expect(await saved()).toEqual([])
    await press(page, 'Add it all the same')
    await page.waitForSelector(named(`Details of ${silent.host}`))
    await shows(page, 'Some parts do not work as written')
    await shows(page, `${silent.host} sources[0].url`)
    await lookAt(page, `${first.url}/manifest.json`)
    await shows(page, 'answers from this test')
    await press(page, 'Add it')
    await page.waitForSelector(named('Details of First'))
    expect((await saved()).map(({ url }) => url)).toEqual(
      [silent, first].map(({ url }) => `${url}/manifest.json`),
    )
    expect(troubles).toEqual([])
  }, 90_000)

  it('sources are ordered by hand and by keys, and each is set, tested and left out', async () => {
    const { page, troubles, saved } = await open([first.source, second.source])
    await drag(page, named('Drag Second'), named('Drag First'))
    await save(page)
    expect(namesOf(await saved())).toEqual(['Second', 'First'])
    await focusOn(page, named('Drag Second'))
    await page.keyboard.press('Space')
    await page.waitForSelector('[aria-pressed="true"]')
    await until('it to be heard at its new place', async () => {
      await page.keyboard.press('ArrowDown')
      await drawn(page)
      const heard = await page.$$eval('[role="status"]', (all) => all.map((one) => one.textContent))
      return heard.join().includes('Second is now at place 2 of 2.')
    })
    await page.keyboard.press('Space')
    await save(page)
    expect(namesOf(await saved())).toEqual(['First', 'Second'])

    await click(page, named('Details of First'))
    await press(page, 'Test now')
    await shows(page, '2 streams · ')
    await shows(page, 'Some.Film.2020.1080p.WEB-DL.x264-GRP1.mkv')
    await fill(page, 'Longest time for an answer, in seconds', '2.5')
    await click(page, 'input[placeholder="Everything that it offers"]')
    await click(page, '::-p-xpath(//*[@role="option"][.="Streams"])')
    await click(page, 'input[placeholder="All"]')
    await page.keyboard.type('movie')
    await page.keyboard.press('Enter')
    expect(await seriousFaults(page)).toEqual([])
    await save(page)
    expect((await saved())[0]).toMatchObject({
      timeout: 2_500,
      resources: ['stream'],
      mediaTypes: ['movie'],
    })
    await click(page, named('Second is asked'))
    await save(page)
    expect((await saved()).map(({ enabled }) => enabled !== false)).toEqual([true, false])
    await press(page, 'Remove First')
    await page.waitForSelector(named('Details of First'), { hidden: true })
    await press(page, 'Undo')
    await page.waitForSelector(named('Details of First'))
    expect(namesOf(await saved())).toEqual(['First', 'Second'])
    expect(troubles).toEqual([])
  }, 90_000)
})
