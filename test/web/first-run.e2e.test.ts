import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { filmStream, startAddon } from '../support/addon.ts'
import { startService } from '../support/service.ts'
import {
  click,
  openPages,
  overflowOf,
  press,
  seriousFaults,
  setUp,
  shows,
} from '../support/web-pages.ts'
import { householdPages } from '../support/page-names.ts'

const { url, request } = await startService({}, afterAll)
const addon = await startAddon({ streams: [filmStream(1), filmStream(2)], ends: afterAll })
const manifest = `${addon.url}/manifest.json`

describe.skipIf(noChromium)('In a browser', () => {
  it('a person comes from an empty service to streams of the installed manifest', async () => {
    const { page, troubles } = await openPages(url)
    await page.goto(url)
    await press(page, 'Set it up in the browser')
    await press(page, 'Set it up')
    await shows(page, 'Nobody can recover it.')
    const uuid = await setUp(page, url)
    await page.locator('input[inputmode=url]').fill(manifest)
    await press(page, 'Look at it')
    await shows(page, 'answers from this test')
    await press(page, 'Add it')
    await shows(page, 'Added: Loopback')
    await press(page, 'Next')
    await press(page, 'Search')
    await shows(page, '2 streams')
    await press(page, 'Next')
    await shows(page, 'Install in Stremio')
    const installed = await page.$eval('a[href^="stremio:"]', (link) => link.getAttribute('href'))
    expect(installed).toContain(`/stremio/${uuid}/`)
    const path = new URL(installed!.replace('stremio:', 'http:')).pathname
    const streams = path.replace('manifest.json', 'stream/movie/tt0063350.json')
    expect((await request(path)).status).toBe(200)
    expect(JSON.parse((await request(streams)).text).streams).toHaveLength(2)
    expect(troubles).toEqual([])
  }, 60_000)

  it.each(['en', 'de', 'es'])(
    'the steps stand in one row on a phone in the language %s',
    async (language) => {
      const { page } = await openPages(url)
      await page.setViewport({ width: 360, height: 740 })
      await page.evaluateOnNewDocument((name) => localStorage.setItem('language', name), language)
      await page.goto(`${url}/configure/start`)
      await page.waitForSelector('.mantine-Stepper-step')
      const tops = await page.$$eval('.mantine-Stepper-step', (steps) =>
        steps.map((step) => step.getBoundingClientRect().top),
      )
      expect(tops).toHaveLength(4)
      expect(new Set(tops).size).toBe(1)
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    },
    60_000,
  )

  it('a person without any address takes the demo, and finds a film to play', async () => {
    const { page, troubles } = await openPages(url)
    await setUp(page, url)
    await press(page, 'Take the demo')
    await shows(page, 'Four films that anybody may watch')
    await press(page, 'Add it')
    await shows(page, 'Added: Demo films')
    await press(page, 'Next')
    await press(page, 'Search')
    await shows(page, '2 streams')
    const address = (stream: string) =>
      new URL(stream.replace('stremio:', 'http:')).pathname.replace(
        'manifest.json',
        'stream/movie/tt0063350.json',
      )
    await press(page, 'Next')
    await shows(page, 'Install in Stremio')
    const installed = await page.$eval('a[href^="stremio:"]', (link) => link.getAttribute('href'))
    const { streams } = JSON.parse((await request(address(installed!))).text)
    expect(streams[0].url).toMatch(/^https:\/\/archive\.org\//)
    expect(troubles).toEqual([])
  }, 60_000)

  it('a person signs out, and in again from the list of the browser', async () => {
    const { page } = await openPages(url)
    await setUp(page, url, 'Summer house')
    await press(page, 'Sign out')
    await page.waitForSelector('input[autocomplete=new-password]')
    await page.goto(`${url}/configure/`)
    await shows(page, 'Summer house')
    await page.locator('input[type=password]').fill('wrong horse')
    await click(page, 'button[type=submit]')
    await shows(page, 'This did not work')
    await page.locator('input[type=password]').fill('correct horse')
    await click(page, 'button[type=submit]')
    await shows(page, 'Now playing')
    expect(await page.title()).toBe('Dashboard')
  }, 60_000)

  it('a page says that its session has ended, and goes on after signing in', async () => {
    const { page } = await openPages(url)
    await setUp(page, url)
    await page.goto(`${url}/configure/account`)
    await shows(page, 'Signed-in browsers')
    await page.evaluate(() => fetch('/session', { method: 'DELETE' }))
    await page.goto(`${url}/configure/account`)
    await page.locator('input[type=password]').fill('correct horse')
    await click(page, 'button[type=submit]')
    await shows(page, 'Signed-in browsers')
    expect(page.url()).toBe(`${url}/configure/account`)
  }, 60_000)

  it.each(['light', 'dark'] as const)(
    'no page has a serious fault for anybody, in %s colours',
    async (scheme) => {
      const { page, troubles } = await openPages(url)
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ])
      await setUp(page, url)
      const faults: Record<string, string[]> = {}
      for (const name of householdPages) {
        await page.goto(`${url}/configure/${name}`, { waitUntil: 'networkidle2' })
        await page.waitForSelector('h1')
        const found = await seriousFaults(page)
        if (found.length > 0) faults[name] = found
      }
      expect(faults).toEqual({})
      expect(troubles).toEqual([])
    },
    90_000,
  )

  it.each([360, 1280, 1920])(
    'every page fits a window of %i pixels',
    async (width) => {
      const { page } = await openPages(url)
      await setUp(page, url)
      await page.setViewport({ width, height: 800 })
      for (const name of ['', ...householdPages]) {
        await page.goto(`${url}/configure/${name}`, { waitUntil: ['load', 'networkidle2'] })
        await page.waitForSelector('h1')
        expect({ name, over: await overflowOf(page) }).toEqual({ name, over: 0 })
      }
    },
    90_000,
  )
})
