import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { createAccessToken } from '../support/access-tokens.ts'
import { startActivityHome } from '../support/activity-home.ts'
import { operatorPassword } from '../support/browser-session.ts'
import { noChromium } from '../support/browser.ts'
import {
  brokenWords,
  openPages,
  openSignedIn,
  overflowOf,
  seriousFaults,
  settled,
} from '../support/web-pages.ts'
import { householdPages } from '../support/page-names.ts'

// Pages of a household with sources, users, devices, keys, tokens and plays, with every fold open.
const signedIn = householdPages
const signedOut = ['', 'start', 'account', 'operator', 'nowhere']
/** Beside the pages at `/configure`. */
const ofServer = ['/', '/nowhere']

const household = await startActivityHome(afterAll, {
  RATE_LIMIT_GRAPHQL: 'off',
  ADMIN_PASSWORD: operatorPassword,
})
const { service, home, films } = household
const { url } = service
for (const name of ['Olga', 'Plain', 'Olga']) await household.watch(name, films[0]!)
await household.watch('Olga', films[1]!, 900)
await createAccessToken(service, home, { scopes: ['ACTIVITY', 'HEALTH'] })
await service.graphql('mutation { createApiKey(name: "Jellystat") { id } }', { auth: home })

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: ['load', 'networkidle2'] })
  await page.waitForSelector('h1')
  await settled(page)
}

/** Opens what is folded, and what is folded within it. */
async function unfold(page: Page): Promise<void> {
  for (const _level of [1, 2]) {
    await page.$$eval('main button[aria-expanded=false]', (buttons) => {
      for (const button of buttons) (button as unknown as { click(): void }).click()
    })
    await settled(page)
  }
}

describe.skipIf(noChromium)('Pages with all that they can show', () => {
  it.each(['light', 'dark'] as const)(
    'have no serious fault for anybody, in %s colours',
    async (value) => {
      const { page } = await openPages(url)
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ])
      const faults: Record<string, string[]> = {}
      const look = async (address: string) => {
        await open(page, address)
        await unfold(page)
        const found = await seriousFaults(page)
        if (found.length > 0) faults[address] = found
      }
      for (const path of ofServer) await look(url + path)
      for (const name of signedOut) await look(`${url}/configure/${name}`)
      await openSignedIn(page, url, home, 'dashboard')
      for (const name of signedIn) await look(`${url}/configure/${name}`)
      expect(faults).toEqual({})
    },
    240_000,
  )

  it.each(['en', 'de', 'es'])(
    'fit a telephone in the language %s',
    async (language) => {
      const { page, troubles } = await openPages(url)
      await page.setViewport({ width: 360, height: 740 })
      await page.evaluateOnNewDocument(
        (chosen) => localStorage.setItem('language', chosen),
        language,
      )
      const over: Record<string, number> = {}
      const broken: Record<string, string[]> = {}
      const look = async (name: string) => {
        await open(page, `${url}/configure/${name}`)
        await unfold(page)
        const overflow = await overflowOf(page)
        if (overflow > 0) over[name] = overflow
        const words = await brokenWords(page)
        if (words.length > 0) broken[name] = words
      }
      for (const name of signedOut) await look(name)
      await openSignedIn(page, url, home, 'dashboard')
      for (const name of signedIn) await look(name)
      expect({ over, broken }).toEqual({ over: {}, broken: {} })
      expect(await page.$eval('html', ({ lang }) => lang)).toBe(language)
      // What is not there is answered with 404, which browsers complain of.
      expect(troubles.filter((trouble) => !trouble.includes('404'))).toEqual([])
    },
    240_000,
  )
})
