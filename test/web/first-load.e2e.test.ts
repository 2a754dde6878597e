import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import config from '../../lingui.config.ts'
import { operatorPassword } from '../support/browser-session.ts'
import { noChromium } from '../support/browser.ts'
import { startFilmSource } from '../support/film-source.ts'
import { startService } from '../support/service.ts'
import { until, untilSteady } from '../support/until.ts'
import { openPages, openSignedIn } from '../support/web-pages.ts'
import { pageNames } from '../../src/http/pages/web-pages.ts'

const most = 200_000

const service = await startService(
  { ADMIN_PASSWORD: operatorPassword, RATE_LIMIT_GRAPHQL: 'off' },
  afterAll,
)

/** Bytes of script by file, as they came over the network. */
async function scriptsOf(page: Page) {
  const network = await page.createCDPSession()
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  const names = new Map<string, string>()
  const sizes = new Map<string, number>()
  const waiting = new Set<string>()
  let asked = 0
  network.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type !== 'Script') return
    waiting.add(requestId)
    asked += 1
  })
  network.on('Network.loadingFailed', ({ requestId }) => waiting.delete(requestId))
  network.on('Network.requestServedFromCache', ({ requestId }) => waiting.delete(requestId))
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') names.set(requestId, response.url.split('/').at(-1)!)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    waiting.delete(requestId)
    const name = names.get(requestId)
    if (name !== undefined) sizes.set(name, encodedDataLength)
  })
  const sum = (isCounted: (name: string) => boolean) =>
    [...sizes].reduce((bytes, [name, size]) => (isCounted(name) ? bytes + size : bytes), 0)
  const clear = () => {
    sizes.clear()
    waiting.clear()
  }
  /** The browser has nothing else to do, and has asked for nothing more: what was loaded when idle may want more. */
  const untilIdle = async () => {
    await untilSteady('the scripts', async () => {
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      await until(
        'the scripts',
        () => waiting.size,
        (count) => count === 0,
      )
      return asked
    })
  }
  return { sum, clear, untilIdle, names: () => [...names.values()] }
}

const mostLater = 20_000
const mostFiles = 7
const mostFilesOfStart = 11
const mostCharts = 125_000

const isChart = (name: string) => name.startsWith('bars-')

const gzipped = (file: string) => gzipSync(readFileSync(file)).length

const [language] = config.locales
  .map((name) => {
    const files = globSync(`dist/web/assets/${name}-*.js`)
    return { name, bytes: files.reduce((sum, file) => sum + gzipped(file), 0) }
  })
  .toSorted((one, other) => other.bytes - one.bytes)

const { source } = await startFilmSource({ ends: afterAll })
const households = [
  { of: 'an empty household', household: { name: 'Family', mediaServer: { users: [] } } },
  {
    of: 'a household with users, sources and libraries',
    household: { name: 'Family', sources: [source], mediaServer: { users: [{ name: 'Kim' }] } },
  },
]

describe.skipIf(noChromium)(`A page that is opened first loads at most ${most / 1000} KB`, () => {
  it.each(households)(
    'of script for $of, whichever it is, in the language with the longest texts; what draws charts stays away until somebody has watched something',
    async ({ household }) => {
      const owner = await service.createUser(household)
      const { page } = await openPages(service.url)
      const scripts = await scriptsOf(page)
      await page.evaluateOnNewDocument(
        (name) => localStorage.setItem('language', name),
        language!.name,
      )
      await page.goto(`${service.url}/configure/`, { waitUntil: 'networkidle0' })
      await page.waitForSelector('main h1')
      const loads: Record<string, number> = { '': scripts.sum(() => true) }
      await openSignedIn(page, service.url, owner, 'account')
      for (const name of pageNames) {
        scripts.clear()
        await page.goto(`${service.url}/configure/${name}`, { waitUntil: 'networkidle2' })
        await page.waitForSelector('h1')
        await scripts.untilIdle()
        loads[name] = scripts.sum(() => true)
      }
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language!.name)
      expect(scripts.names().filter(isChart)).toEqual([])
      expect(Math.min(...Object.values(loads))).toBeGreaterThan(100_000)
      expect(Object.entries(loads).filter(([, bytes]) => bytes > most)).toEqual([])
    },
    120_000,
  )

  it('of what pages ask, the script that all of them load holds what all of them ask', () => {
    const namesIn = (files: string) => {
      const text = globSync(files).map((file) => readFileSync(file, 'utf8'))
      return new Set(text.join('').match(/\b(?:query|mutation|subscription) [A-Z]\w+/g))
    }
    const inFirst = namesIn('dist/web/assets/first-*.js')
    expect(inFirst).toContain('query Configuration')
    expect(inFirst.size).toBeLessThan(10)
    const inAll = namesIn('dist/web/assets/*.js')
    expect(inAll).toEqual(namesIn('src/web/documents/*.graphql'))
  })

  it(`and each part that is loaded later has at most ${mostLater / 1000} KB, the charts ${mostCharts / 1000}`, () => {
    const parts = globSync('dist/web/assets/*.js').filter(
      (file) => !basename(file).startsWith('first-'),
    )
    const sizes = parts.map((file) => ({
      name: basename(file),
      size: gzipped(file),
    }))
    expect(sizes.length).toBeGreaterThan(20)
    expect(sizes.filter(({ name }) => isChart(name))).toHaveLength(1)
    const isLarge = ({ name, size }: { name: string; size: number }) =>
      size > (isChart(name) ? mostCharts : mostLater)
    expect(sizes.filter(isLarge)).toEqual([])
  })

  it(`in at most ${mostFiles} files beside the first, the start in ${mostFilesOfStart}, since each costs a slow processor time`, () => {
    const parts = JSON.parse(readFileSync('dist/web/parts.json', 'utf8')) as Record<
      string,
      string[]
    >
    expect(Object.keys(parts).toSorted()).toEqual([...pageNames].toSorted())
    const tooMany = Object.entries(parts).filter(
      ([name, files]) => files.length > (name === 'start' ? mostFilesOfStart : mostFiles),
    )
    expect(tooMany).toEqual([])
  })
})
