import { afterAll, describe, expect, it } from 'vitest'
import { startService } from '../../support/service.ts'

const { request } = await startService({}, afterAll)

const open = (path: string, language?: string) =>
  request(path, {
    headers: {
      accept: 'text/html',
      ...(language !== undefined && { 'accept-language': language }),
    },
  })

const titles = { en: 'Page not found', de: 'Seite nicht gefunden', es: 'Página no encontrada' }
const firsts = {
  en: 'What to do first, without a browser',
  de: 'Die ersten Schritte ohne Browser',
  es: 'Los primeros pasos, sin navegador',
}

describe('The start page and the page of a wrong path', () => {
  it.each([
    { asked: 'de-AT,de;q=0.9,en;q=0.8', language: 'de' },
    { asked: 'fr, es-MX;q=0.7, en;q=0.5', language: 'es' },
    { asked: 'en;q=0.4, DE;q=0.6', language: 'de' },
    { asked: 'de;q=0, es;q=0.1', language: 'es' },
    { asked: 'en-GB', language: 'en' },
    { asked: 'fr', language: 'en' },
    { asked: ';;q=,,*', language: 'en' },
    { asked: undefined, language: 'en' },
  ] as const)('are in the language of the browser: $asked', async ({ asked, language }) => {
    const start = await open('/', asked)
    expect(start.text).toContain(`<html lang="${language}">`)
    expect(start.text).toContain(`<h2>${firsts[language]}</h2>`)
    expect(start.headers.get('vary')).toMatch(/\bAccept-Language\b/)
    const wrong = await open('/nowhere', asked)
    expect(wrong.status).toBe(404)
    expect(wrong.text).toContain(`<html lang="${language}">`)
    expect(wrong.text).toContain(`<h1>${titles[language]}</h1>`)
    expect(wrong.headers.get('vary')).toMatch(/\bAccept\b.*\bAccept-Language\b/)
  })

  it.each(['de', 'es'])('have no sentence in English in the language %s', async (language) => {
    for (const path of ['/', '/nowhere']) {
      const { text } = await open(path, language)
      const shown = text.replace(/<style>.*?<\/style>/s, '').replaceAll(/<pre>.*?<\/pre>/gs, '')
      expect(shown).not.toMatch(/\b(?:the|and|with|what|from|that|is)\b/i)
    }
  })
})
