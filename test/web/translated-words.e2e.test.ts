import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt, startAddon } from '../support/addon.ts'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { click, openPages, openSignedIn, press, shows } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const addon = await startAddon({ streams: [], ends: afterAll })

async function openInGerman(config: object, name: string) {
  const owner = await service.createUser(config)
  const { page } = await openPages(service.url)
  await page.evaluateOnNewDocument(() => localStorage.setItem('language', 'de'))
  await openSignedIn(page, service.url, owner, name)
  const saved = async () => {
    const { data } = await service.graphql('{ me(raw: true) { userData } }', { auth: owner })
    return data.me.userData
  }
  return { page, saved }
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await click(page, `::-p-xpath(//label[.="${label}"]/following::input[1])`)
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

describe.skipIf(noChromium)('In German', () => {
  it('languages have their German names, and are saved as the service calls them', async () => {
    const language = { prefer: ['German', 'Klingon'] }
    const { page, saved } = await openInGerman({ filters: { language } }, 'rules')
    await click(page, '::-p-xpath(//button[contains(., "Sprache")][contains(., "bevorzugt")])')
    await shows(page, 'Deutsch')
    await type(page, 'Diese bevorzugen, das Beste zuerst', 'spanisch')
    await shows(page, 'Spanisch')
    await press(page, 'Vergleichen und speichern')
    await press(page, 'Speichern')
    await shows(page, 'Gespeichert.')
    expect((await saved()).filters.language.prefer).toEqual(['German', 'Klingon', 'Spanish'])
  }, 60_000)

  it('so do types of titles, typed in any case', async () => {
    const source = { ...sourceAt(addon.url, 'First'), mediaTypes: ['movie', 'lecture'] }
    const { page, saved } = await openInGerman({ sources: [source] }, 'sources')
    await click(page, '::-p-aria([name="Details zu First"])')
    await shows(page, 'Filme')
    await type(page, 'Arten von Titeln', 'serien')
    await type(page, 'Arten von Titeln', 'Movie')
    await press(page, 'Speichern')
    await shows(page, 'Gespeichert.')
    expect((await saved()).sources[0].mediaTypes).toEqual(['movie', 'lecture', 'series'])
  }, 60_000)
})
