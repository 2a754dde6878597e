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

async function open(language: string) {
  const owner = await service.createUser({ mediaServer: { owner: { name: 'Olga' } } })
  const { data } = await service.graphql('{ serviceUsers { user { id } } }', { auth: owner })
  const { page } = await openPages(service.url)
  await page.setViewport({ width: 360, height: 740 })
  await page.evaluateOnNewDocument((chosen) => localStorage.setItem('language', chosen), language)
  await page.setRequestInterception(true)
  const trackers = [{ ...tracker, userId: data.serviceUsers[0].user.id }]
  const body = JSON.stringify({ data: { trackers } })
  page.on('request', (request: HTTPRequest) => {
    const isAsked = request.postData()?.includes('query Trackers') ?? false
    void (isAsked
      ? request.respond({ status: 200, contentType: 'application/json', body })
      : request.continue())
  })
  await openSignedIn(page, service.url, owner, 'media-server')
  await click(page, 'main details summary')
  await shows(page, 'Film 18')
  const lines = await page.$$eval('main details li', (found) =>
    found.map(({ textContent }) => textContent.replace(/^Film \d+: (.*) \([^)]*\)$/, '$1')),
  )
  return { page, lines }
}

const english = /\b(?:the|this|is|does|did|not|answered|says|gave|which|reached)\b/i

describe.skipIf(noChromium)('Why a tracker did not take something', () => {
  it.each([
    { language: 'de', row: 'Trakt nimmt die Verbindung nicht mehr an' },
    { language: 'es', row: 'Trakt ya no acepta la conexión' },
  ])(
    'is said in the language $language, whatever its code',
    async ({ language, row }) => {
      const { page, lines } = await open(language)
      await shows(page, row)
      expect(lines.slice(0, -1).filter((line) => english.test(line))).toEqual([])
      expect(new Set(lines).size).toBe(reasons.length + 1)
      expect(lines.at(-1)).toBe(stored.reason)
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    },
    60_000,
  )

  it('is what the service says in English', async () => {
    const { lines } = await open('en')
    expect(lines).toEqual([...reasons, stored].map(({ reason }) => reason))
  }, 60_000)
})
