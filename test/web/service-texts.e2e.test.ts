import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, startAddon } from '../support/addon.ts'
import { noChromium } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { startOffering } from '../support/offering-addons.ts'
import { startService } from '../support/service.ts'
import { openPages, openSignedIn, overflowOf, press, shows } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const { source } = await startAddon({
  name: 'Filme',
  streams: [filmStream(1), filmStream(2), filmStream(2)],
  ends: afterAll,
})
const other = { ...(await startOffering('catalog', afterAll)), name: 'Listen' }

/** A household that gets the service to say much: of failed and skipped sources, of dropped streams, of unusable files. */
async function open(language: string, name: string) {
  const url = `http://127.0.0.1:${await freePort()}/manifest.json`
  const gone = { type: 'stremio', name: 'Weg', url }
  const owner = await service.createUser({
    sources: [source, other, gone],
    filters: { regex: { exclude: ['GRP1'] } },
    dedupe: { enabled: true },
    mediaServer: { owner: { name: 'Olga' } },
  })
  const { page } = await openPages(service.url)
  await page.setViewport({ width: 360, height: 740 })
  await page.evaluateOnNewDocument((chosen) => localStorage.setItem('language', chosen), language)
  await openSignedIn(page, service.url, owner, name)
  const text = () =>
    page.$eval('main', (main) => (main as unknown as { innerText: string }).innerText)
  return { page, text }
}

const english =
  /cannot be reached|not asked|dropped|duplicate|excluded|remembered|left out|It names|The entry|offers no|in one answer/

describe.skipIf(noChromium)('What the service says', () => {
  it.each([
    {
      language: 'de',
      search: 'Suchen',
      failed: 'gescheitert',
      lines: [
        'Filme 3 Streams in ',
        'Listen für diesen Titel nicht gefragt',
        'Weg Keine Verbindung',
        'Filter 1 weggelassen: 1 × Regulärer Ausdruck',
        'Duplikate 1 weggelassen',
      ],
    },
    {
      language: 'es',
      search: 'Buscar',
      failed: 'ha fallado',
      lines: ['Listen no se le ha preguntado por este título', 'Weg Sin conexión', '1 descartado'],
    },
    {
      language: 'en',
      search: 'Search',
      failed: 'failed',
      lines: [
        'Filme 3 streams in ',
        'Listen not asked: offers no stream resource',
        'Filters 1 left out: 1 × Regular expression',
        'Duplicates 1 left out',
      ],
    },
  ])(
    'of a search is in the language $language',
    async ({ language, search, failed, lines }) => {
      const { page, text } = await open(language, 'search')
      await press(page, search)
      for (const line of lines) await shows(page, line)
      expect(english.test(await text())).toBe(language === 'en')
      expect((await text()).match(/\bWeg\b/g)).toHaveLength(1)
      const marks = await page.$$eval('main li [role=img]', (all) =>
        all.map((one) => `${one.ariaLabel} ${one.nextElementSibling!.textContent}`),
      )
      expect(marks).toEqual([`${failed} Weg`])
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    },
    60_000,
  )

  it('of the file of a history is in the language of the page', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'history-'))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'yamtrack.csv')
    const rows = [
      'media_id,source,media_type,status',
      '1,manual,movie,Completed',
      '2,tmdb,game,Completed',
    ]
    writeFileSync(file, rows.join('\n'))
    const { page, text } = await open('de', 'dashboard')
    const [chooser] = await Promise.all([
      page.waitForFileChooser(),
      press(page, 'Datei importieren'),
    ])
    await chooser.accept([file])
    await shows(page, '(keine Kennung einer Datenbank, die hier bekannt ist)')
    await shows(page, '(weder Film noch Serie, Staffel, Folge oder Anime)')
    expect(await text()).not.toMatch(english)
  }, 60_000)

  it('of rules that are tried names failed sources in the language of the page', async () => {
    const { page, text } = await open('de', 'rules')
    await press(page, 'Meine Quellen durchsuchen')
    await shows(page, 'Keine Verbindung')
    expect(await text()).not.toMatch(english)
  }, 60_000)
})
