import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { click, focusOn, openPages, openSignedIn, press, shows } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)

const wrong = JSON.stringify({
  sources: [{ type: 'stremio', url: 'nonsense' }],
  limits: { total: 0 },
  mediaServer: { users: [{ name: 'Kim' }, { name: 'kim' }] },
})

const languages = [
  {
    language: 'en',
    field: 'Import: paste JSON or base64',
    replace: 'Replace the configuration',
    refusal: 'The service does not accept this:',
    reasons: [
      'sources[0].url must be the address of a manifest',
      'limits.total must be at least 1',
    ],
    expressions: 'Expressions',
    leaveOut: 'Leave out where one of these is true',
    ofExpression: 'must be true or false, but is of type',
  },
  {
    language: 'de',
    field: 'Import: JSON oder base64 einfügen',
    replace: 'Konfiguration ersetzen',
    refusal: 'Der Dienst nimmt das nicht an:',
    reasons: [
      'sources[0].url muss die Adresse eines Manifests sein',
      'limits.total muss mindestens 1 sein',
    ],
    expressions: 'Ausdrücke',
    leaveOut: 'Weglassen, wo etwas davon zutrifft',
    ofExpression: 'muss wahr oder falsch ergeben, ist aber vom Typ',
  },
  {
    language: 'es',
    field: 'Importar: pega JSON o base64',
    replace: 'Reemplazar la configuración',
    refusal: 'El servicio no acepta esto:',
    reasons: [
      'sources[0].url debe ser la dirección de un manifiesto',
      'limits.total debe ser como mínimo 1',
    ],
    expressions: 'Expresiones',
    leaveOut: 'Descartar donde se cumpla algo de esto',
    ofExpression: 'debe dar verdadero o falso, pero es de tipo',
  },
]

async function open(language: string, name: string) {
  const owner = await service.createUser({ name: 'Family' })
  const { page } = await openPages(service.url)
  await page.evaluateOnNewDocument((chosen) => localStorage.setItem('language', chosen), language)
  await openSignedIn(page, service.url, owner, name)
  return page
}

describe.skipIf(noChromium)('Why a configuration is refused', () => {
  it.each(languages)(
    'is told in the language $language of the page',
    async ({ language, field, replace, refusal, reasons }) => {
      const page = await open(language, 'account')
      await focusOn(page, `::-p-aria([name="${field}"])`)
      await page.keyboard.sendCharacter(wrong)
      await press(page, replace)
      await shows(page, refusal)
      for (const reason of reasons) await shows(page, reason)
      const text = await page.$eval('main [role=alert]', ({ textContent }) => textContent)
      expect(text.includes('must be')).toBe(language === 'en')
      const typed = await page.$eval(
        `::-p-aria([name="${field}"])`,
        (area) => (area as HTMLTextAreaElement).value,
      )
      expect(typed).toBe(wrong)
    },
    60_000,
  )

  it.each(languages)(
    'is told of an expression in the language $language of the page',
    async ({ language, expressions, leaveOut, ofExpression }) => {
      const page = await open(language, 'rules')
      await click(page, `::-p-xpath(//main//button[contains(., "${expressions}")][@aria-expanded])`)
      const field = `::-p-aria([name="${leaveOut}"])`
      await click(page, field)
      await page.keyboard.type('size + 1')
      await page.keyboard.press('Enter')
      await page.waitForSelector('main [role=alert] li')
      const text = await page.$eval('main [role=alert] li', ({ textContent }) => textContent)
      expect(text).toContain(`filters.expressions.exclude[0] ${ofExpression}`)
    },
    60_000,
  )
})
