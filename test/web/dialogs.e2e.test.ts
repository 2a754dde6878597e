import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { createAccessToken } from '../support/access-tokens.ts'
import { noChromium } from '../support/browser.ts'
import { showsLater } from '../support/interruptions.ts'
import { householdPages } from '../support/page-names.ts'
import { signInApp } from '../support/media-client.ts'
import { startService } from '../support/service.ts'
import {
  click,
  drawn,
  openPages,
  openSignedIn,
  press,
  seriousFaults,
  settled,
} from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const home = await service.createUser({
  name: 'Family',
  sources: [{ type: 'stremio', name: 'First', url: 'http://127.0.0.1:9/manifest.json' }],
  mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim', personal: true }] },
})
await signInApp(service.url, home)
await createAccessToken(service, home, { scopes: ['HEALTH'] })
await service.graphql('mutation { createApiKey(name: "Jellystat") { id } }', { auth: home })

async function open(name: string, scheme: 'light' | 'dark' = 'light') {
  const { page } = await openPages(service.url)
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  await openSignedIn(page, service.url, home, name)
  return page
}

const dialog = '[role=dialog]'

/** The question of the open dialog, and what is wrong with it; closes it. */
async function look(page: Page) {
  const shown = await page.waitForSelector(dialog)
  const title = await shown!.$eval('h2', ({ textContent }) => textContent)
  const faults = await seriousFaults(page)
  await page.keyboard.press('Escape')
  await page.waitForSelector(dialog, { hidden: true })
  return [title, faults] as const
}

/** On pages where what opens dialogs comes late. */
const openers: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['Clear the history of Olga'],
  'media-server': [
    'Remove Kim',
    'Renew the address',
    'Revoke Jellystat',
    'Sign out Olga on The living-room',
  ],
  install: ['Revoke Wall'],
}

async function unfold(page: Page): Promise<void> {
  await page.$$eval('main button[aria-expanded=false]', (buttons) => {
    for (const button of buttons) button.click()
  })
  await settled(page)
}

describe.skipIf(noChromium)('A dialog', () => {
  it.each(['light', 'dark'] as const)(
    'has no serious fault in %s colours',
    async (scheme) => {
      const page = await open('dashboard', scheme)
      const found: (readonly [string, string[]])[] = []
      for (const name of householdPages) {
        await page.goto(`${service.url}/configure/${name}`, { waitUntil: ['load', 'networkidle2'] })
        await page.waitForSelector('main h1')
        await unfold(page)
        for (const opener of openers[name] ?? []) {
          await page.waitForSelector(`main ::-p-aria([name="${opener}"][role="button"])`)
        }
        for (const opener of await page.$$('main [aria-haspopup=dialog]')) {
          await opener.click()
          found.push(await look(page))
        }
      }
      await page.goto(`${service.url}/configure/sources`, { waitUntil: ['load', 'networkidle2'] })
      await click(page, '::-p-aria([name="First is asked"])')
      await press(page, 'Dashboard')
      found.push(await look(page))
      await press(page, 'Sign out')
      found.push(await look(page))
      expect(Object.fromEntries(found)).toEqual({
        'Clear the history of Olga?': [],
        'Leave without saving?': [],
        'Remove Kim?': [],
        'Renew the address of Kim?': [],
        'Revoke Jellystat?': [],
        'Revoke Wall?': [],
        'Sign out Olga on The living-room?': [],
        'Sign out without saving?': [],
      })
    },
    120_000,
  )

  it('keeps the page behind it where it is, and moves the focus once', async () => {
    const page = await open('media-server')
    await unfold(page)
    const opener = await page.waitForSelector('::-p-aria([name="Remove Kim"])')
    await opener!.scrollIntoView()
    await page.evaluate(() => {
      const page = globalThis as { focused?: string[] }
      page.focused = []
      addEventListener('focusin', ({ target }) => {
        page.focused!.push((target as HTMLElement).innerText)
      })
    })
    await opener!.focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector(dialog)
    await settled(page)
    const before = await page.evaluate(() => scrollY)
    await page.mouse.move(5, 700)
    await page.mouse.wheel({ deltaY: 400 })
    await drawn(page)
    expect(await page.evaluate(() => scrollY)).toBe(before)
    expect(await page.evaluate(() => (globalThis as { focused?: string[] }).focused)).toEqual([
      'Remove',
      'Cancel',
    ])
    await page.keyboard.press('Escape')
    await page.waitForSelector(dialog, { hidden: true })
    await page.mouse.wheel({ deltaY: 400 })
    await page.waitForFunction((top) => scrollY !== top, {}, before)
  }, 60_000)

  it('closes once the session has ended, so that its user can sign in again', async () => {
    const page = await open('media-server')
    await unfold(page)
    await click(page, '::-p-aria([name="Remove Kim"])')
    await page.waitForSelector(dialog)
    await page.evaluate(() => fetch('/session', { method: 'DELETE' }))
    await showsLater(page, 'Your session has ended.')
    await page.waitForSelector(dialog, { hidden: true })
    await page.locator('main form input[autocomplete=current-password]').fill(home.password)
    await click(page, '::-p-xpath(//main//button[@type="submit"][.="Sign in"])')
    await page.waitForSelector('::-p-aria([name="Remove Kim"])', { visible: true })
    expect(await page.$(dialog)).toBeNull()
  }, 60_000)
})

describe.skipIf(noChromium)('Menus', () => {
  it.each(['light', 'dark'] as const)(
    'have no serious fault in %s colours',
    async (scheme) => {
      const page = await open('dashboard', scheme)
      await click(page, 'summary')
      const ofChoices = await seriousFaults(page)
      await page.keyboard.press('Escape')
      await page.setViewport({ width: 360, height: 740 })
      await click(page, '::-p-aria([name="Menu"])')
      await page.waitForSelector('nav', { visible: true })
      expect({ ofChoices, ofPages: await seriousFaults(page) }).toEqual({
        ofChoices: [],
        ofPages: [],
      })
    },
    60_000,
  )
})
