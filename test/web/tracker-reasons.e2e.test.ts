import type { HTTPRequest } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { trackerReasons } from '../../src/core/tracker-reasons.ts'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { click, openPages, openSignedIn, overflowOf, shows } from '../support/web-pages.ts'

const service = await startService({}, afterAll)

const values: Readonly<Record<string, string>> = {
  failure: 'connect',
  host: 'api.trakt.tv',
  problem: 'api.trakt.tv cannot be reached (ECONNREFUSED)',
  status: '503',
  tracker: 'Trakt',
  words: '…',
}

const reasons = Object.entries(trackerReasons).map(([code, text]) => ({
  codedReason: {
    code,
    values: Object.entries(values).map(([name, said]) => ({ name, text: said })),
  },
  reason: text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name]!),
}))
const stored = { reason: 'What an earlier release stored', codedReason: null }

const tracker = {
  id: '1',
  native: null,
  source: null,
  name: 'Watchlist',
  state: 'RECONNECT',
  ...reasons.find(({ codedReason }) => codedReason.code === 'TRACKER_DISCONNECTED')!,
  waiting: 1,
  pulledAt: null,
  givenUp: [...reasons, stored].map((reason, index) => ({
    ...reason,
    event: 'PLAYED',
    name: `Film ${index}`,
    at: '2026-01-01T12:00:00.000Z',
  })),
}

const loading: Readonly<Record<string, string>> = {
  en: 'Loading …',
  de: 'Wird geladen …',
  es: 'Cargando …',
}

const texts = /\/assets\/.*reason/

async function open(language: string, fate: 'come' | 'held' | 'gone' = 'come') {
  const owner = await service.createUser({ mediaServer: { owner: { name: 'Olga' } } })
  const { data } = await service.graphql('{ serviceUsers { user { id } } }', { auth: owner })
  const { page } = await openPages(service.url)
  await page.setViewport({ width: 360, height: 740 })
  await page.evaluateOnNewDocument((chosen) => localStorage.setItem('language', chosen), language)
  await page.setRequestInterception(true)
  const trackers = [{ ...tracker, userId: data.serviceUsers[0].user.id }]
  const body = JSON.stringify({ data: { trackers } })
  const held: HTTPRequest[] = []
  page.on('request', (request: HTTPRequest) => {
    if (request.postData()?.includes('query Trackers'))
      void request.respond({ status: 200, contentType: 'application/json', body })
    else if (fate === 'come' || !texts.test(request.url())) void request.continue()
    else if (fate === 'held') held.push(request)
    else void request.respond({ status: 404 })
  })
  await openSignedIn(page, service.url, owner, 'media-server')
  await click(page, 'main details summary')
  await shows(page, 'Film 18')
  const read = () =>
    page.$$eval('main details li', (found) =>
      found.map(({ textContent }) => textContent.replace(/^Film \d+: (.*) \([^)]*\)$/, '$1')),
    )
  const lines = async () => {
    await expect.poll(read).not.toContain(loading[language])
    return read()
  }
  return { page, held, read, lines }
}

const english = /\b(?:the|this|is|does|did|not|answered|says|gave|which|reached)\b/i

describe.skipIf(noChromium)('Why a tracker did not take something', () => {
  it.each([
    {
      language: 'de',
      row: 'Trakt nimmt die Verbindung nicht mehr an',
      failed: 'Trakt: Keine Verbindung',
    },
    {
      language: 'es',
      row: 'Trakt ya no acepta la conexión',
      failed: 'Trakt: Sin conexión',
    },
  ])(
    'is said in the language $language, whatever its code',
    async ({ language, row, failed }) => {
      const { page, lines: readLines } = await open(language)
      const lines = await readLines()
      await shows(page, row)
      expect(lines.slice(0, -1).filter((line) => english.test(line))).toEqual([])
      expect(lines.filter((line) => line === failed)).toHaveLength(2)
      expect(new Set(lines).size).toBe(reasons.length)
      expect(lines.at(-1)).toBe(stored.reason)
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    },
    60_000,
  )

  it('is what the service says where the part with the translations is gone', async () => {
    const { page, lines } = await open('de', 'gone')
    expect(await lines()).toEqual([...reasons, stored].map(({ reason }) => reason))
    await shows(page, tracker.reason)
  }, 60_000)

  it('is what the service says in English', async () => {
    const { lines } = await open('en')
    expect(await lines()).toEqual([...reasons, stored].map(({ reason }) => reason))
  }, 60_000)

  it('is said to be loading while its translations are on their way', async () => {
    const { page, held, read, lines } = await open('de', 'held')
    await expect.poll(() => held.length).toBeGreaterThan(0)
    expect(await read()).toEqual([...reasons.map(() => loading['de']), stored.reason])
    await page.setRequestInterception(false)
    for (const request of held) await request.continue()
    expect((await lines()).filter((line) => line === '')).toEqual([])
  }, 60_000)
})
