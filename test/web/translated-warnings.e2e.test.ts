import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { startService } from '../support/service.ts'
import { click, openPages, openSignedIn, opens, press, shows } from '../support/web-pages.ts'

const service = await startService({}, afterAll)

async function open(language: string) {
  const url = `http://127.0.0.1:${await freePort()}/manifest.json`
  const owner = await service.createUser({
    sources: [{ type: 'stremio', name: 'Gone', url, resources: [] }],
    filters: { resolution: { includes: [] } },
  })
  const { page } = await openPages(service.url)
  await page.evaluateOnNewDocument((chosen) => localStorage.setItem('language', chosen), language)
  await openSignedIn(page, service.url, owner, 'sources')
  return { page, owner }
}

describe.skipIf(noChromium)('What the service warns of', () => {
  it.each([
    {
      language: 'de',
      warnings: [
        'ist unbekannt; meintest du „include“?',
        'lässt sich gerade nicht verwenden: Keine Verbindung',
        'ist leer, daher wird die Quelle nie gefragt',
      ],
      catalogs: 'Kataloge',
      missing: 'Gone: Keine Verbindung',
      test: 'Jetzt testen',
      failed: 'Keine Verbindung',
    },
    {
      language: 'es',
      warnings: [
        'no se conoce; ¿querías decir «include»?',
        'no se puede usar ahora: Sin conexión',
        'está vacío, así que la fuente no se consulta nunca',
      ],
      catalogs: 'Catálogos',
      missing: 'Gone: Sin conexión',
      test: 'Probar ahora',
      failed: 'Sin conexión',
    },
    {
      language: 'en',
      warnings: ['is not known; did you mean "include"?', 'cannot be used now: 127.0.0.1:'],
      catalogs: 'Catalogs',
      missing: 'cannot be reached (ECONNREFUSED)',
      test: 'Test now',
      failed: 'cannot be reached (ECONNREFUSED)',
    },
  ])(
    'is in the language $language of the page',
    async (expected) => {
      const { page } = await open(expected.language)
      for (const warning of expected.warnings) await shows(page, warning)
      await click(page, 'main button[aria-expanded=false]')
      await press(page, expected.test)
      await page.waitForSelector(
        `::-p-xpath(//main//*[@aria-live]//*[contains(., "${expected.failed}")])`,
      )
      await press(page, expected.catalogs)
      await opens(page, '/configure/catalogs')
      await shows(page, expected.missing)
      const text = await page.$eval('main', ({ textContent }) => textContent)
      expect(text.includes('ECONNREFUSED')).toBe(expected.language === 'en')
    },
    60_000,
  )

  it('has a code with its values beside the message', async () => {
    const auth = await service.createUser({ filters: { resolution: { includes: [] } } })
    const { data } = await service.graphql(
      '{ me { warnings { code path values { name text } message } } }',
      {
        auth,
      },
    )
    expect(data.me.warnings).toEqual([
      {
        code: 'UNKNOWN_NEAR',
        path: 'filters.resolution.includes',
        values: [{ name: 'near', text: 'include' }],
        message: 'is not known; did you mean "include"?',
      },
    ])
  })
})
