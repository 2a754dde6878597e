import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HTTPRequest, Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { errorCodes } from '../../src/core/errors.ts'
import { refusalTexts } from '../../src/core/refusal-texts.ts'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { fill, openPages, openSignedIn, press } from '../support/web-pages.ts'

const service = await startService(
  { RATE_LIMIT_SIGN_IN: 'off', RATE_LIMIT_GRAPHQL: 'off' },
  afterAll,
)

async function open(language: string, name: string, config: object = {}) {
  const owner = await service.createUser(config)
  const { page } = await openPages(service.url)
  await page.evaluateOnNewDocument((chosen) => localStorage.setItem('language', chosen), language)
  await openSignedIn(page, service.url, owner, name)
  return { page, owner }
}

const english = /\b(?:the|this|is|of|not|and|there|again|must|cannot|try|page|said)\b/i

/** What it says once it has loaded its words. */
async function alertOf(page: Page): Promise<string> {
  const isLoading = ['Wird geladen …', 'Cargando …'].map((text) => `.="${text}"`).join(' or ')
  const text = `::-p-xpath(//main//*[@role="alert"]//p[normalize-space(.)!="" and not(${isLoading})])`
  const found = await page.waitForSelector(text)
  return found!.evaluate(({ textContent }) => textContent)
}

const message = 'This is what the service said.'

/** UNAUTHORIZED ends the session, which the page of the sign-in says. */
const refusals = [
  ...errorCodes.filter((code) => code !== 'UNAUTHORIZED').map((code) => ({ code })),
  ...Object.entries(refusalTexts).map(([code, text]) => ({
    code: 'BAD_REQUEST',
    reason: {
      code,
      values: Array.from(text.matchAll(/\{(\w+)\}/g), ([, name]) => ({
        name,
        text: name === 'problem' ? message : '1',
      })),
    },
  })),
]

describe.skipIf(noChromium)('What the service refuses', () => {
  it.each([
    { language: 'de', search: 'Suchen' },
    { language: 'es', search: 'Buscar' },
  ])(
    'is said in the language $language, whatever its code',
    async ({ language, search }) => {
      const { page } = await open(language, 'search')
      let extensions: object = {}
      await page.setRequestInterception(true)
      page.on('request', (request: HTTPRequest) => {
        const isSearch = request.postData()?.includes('query SampleSearch') ?? false
        const body = JSON.stringify({ errors: [{ message, extensions }] })
        void (isSearch
          ? request.respond({ status: 200, contentType: 'application/json', body })
          : request.continue())
      })
      const texts = new Map<string, string>()
      for (const refusal of refusals) {
        extensions = refusal
        const answered = page.waitForResponse((response) => response.url().endsWith('/graphql'))
        await press(page, search)
        await answered
        texts.set(JSON.stringify(refusal), await alertOf(page))
      }
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(language)
      expect([...texts].filter(([, text]) => english.test(text))).toEqual([])
      expect(new Set(texts.values()).size).toBeGreaterThan(Object.keys(refusalTexts).length)
    },
    120_000,
  )

  it('names the wrong password at the sign-in', async () => {
    const { page, owner } = await open('de', 'account')
    await press(page, 'Abmelden')
    await page.goto(`${service.url}/configure/sources`)
    await page.locator('input[autocomplete=username]').fill(owner.uuid)
    await page.locator('input[autocomplete=current-password]').fill('not the right one')
    await press(page, 'Anmelden')
    expect(await alertOf(page)).toBe(
      'Die UUID oder der Alias ist unbekannt, oder das Passwort ist falsch.',
    )
  }, 60_000)

  it('names the unknown code of Quick Connect', async () => {
    const { page } = await open('es', 'media-server')
    await fill(page, 'Código', '123456')
    await press(page, 'Iniciar sesión en el dispositivo')
    expect(await alertOf(page)).toBe('Este código no se conoce, ya se usó o ha caducado.')
  }, 60_000)

  it('names the file that holds no history', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'history-'))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'letter.txt')
    writeFileSync(file, 'Dear reader')
    const { page } = await open('de', 'dashboard')
    const [chooser] = await Promise.all([
      page.waitForFileChooser(),
      press(page, 'Datei importieren'),
    ])
    await chooser.accept([file])
    expect(await alertOf(page)).toContain('Das ist keine Datei mit einem Verlauf.')
  }, 60_000)

  it('names the parent that cannot be opened', async () => {
    const { page, owner } = await open('de', 'account')
    const config = { parentConfig: { uuid: owner.uuid, password: 'not the right one' } }
    await page
      .locator('::-p-aria([name="Import: JSON oder base64 einfügen"])')
      .fill(JSON.stringify(config))
    await press(page, 'Konfiguration ersetzen')
    expect(await alertOf(page)).toContain('Die übergeordnete Konfiguration lässt sich nicht')
  }, 60_000)
})
