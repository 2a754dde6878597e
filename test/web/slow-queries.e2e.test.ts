import type { HTTPRequest, Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { startActivityHome } from '../support/activity-home.ts'
import { noChromium } from '../support/browser.ts'
import { openPages, openSignedIn, shows } from '../support/web-pages.ts'
import { pageNames } from '../../src/http/pages/web-pages.ts'
import { operatorPassword } from '../support/browser-session.ts'

const olgas = await startActivityHome(afterAll, { ADMIN_PASSWORD: operatorPassword })
const { service, home, films } = olgas
const [film] = films as [(typeof films)[0]]
await olgas.watch('Olga', film)

/** A page that changes the configuration shows itself once it is there: one row of the database. */
const needed = 'Configuration'

/** Such as `PlayStatistics USER`; null for what is no query. */
function queryOf(request: HTTPRequest): string | null {
  if (!request.url().endsWith('/graphql')) return null
  const { query, variables } = JSON.parse(request.postData() ?? '{}')
  const [, kind, name] = /^\s*(\w+) (\w+)/.exec(query) ?? []
  return kind === 'query' ? [name, variables?.groupBy].filter(Boolean).join(' ') : null
}

type Fate = 'asked' | 'held' | 'failed'

/** A page that is signed in to the household and as the operator, whose queries have the fate that is set. */
async function open() {
  const { page } = await openPages(service.url)
  await openSignedIn(page, service.url, home, 'explore')
  await page.evaluate(
    (password) =>
      fetch('../session/operator', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password }),
      }),
    operatorPassword,
  )
  const seen = new Set<string>()
  let fateOf = (_query: string): Fate => 'asked'
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const query = queryOf(request)
    const fate = query === null ? 'asked' : fateOf(query)
    if (query !== null) seen.add(query)
    if (fate === 'asked') void request.continue()
    if (fate === 'failed') void request.respond(failure)
  })
  return {
    page,
    seen,
    setFate: (query: string, fate: Fate): void => {
      fateOf = (asked) => (asked === query ? fate : 'asked')
    },
  }
}

const failure = {
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify({
    errors: [{ message: 'It broke.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
  }),
}

/** Waits until somebody can use the page: its heading stands there, and something to press. */
async function usable(page: Page): Promise<void> {
  await page.waitForSelector('main h1', { visible: true })
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main :is(button, input, a):not(:disabled)')].some((one) =>
      one.checkVisibility(),
    ),
  )
}

/** A chart that is there can also be read as a table. */
const drawn = (title: string) =>
  `::-p-xpath(//section[.//h2[normalize-space(.)="${title}"]]//button[.="Table"])`

const told = (title: string) =>
  `::-p-xpath(//section[.//h2[normalize-space(.)="${title}"]]//*[self::dd or self::tr])`

describe.skipIf(noChromium)('While one of its queries is not answered', () => {
  it.each(pageNames)(
    'the page %s can be used, whichever it is',
    async (name) => {
      const { page, seen, setFate } = await open()
      const address = `${service.url}/configure/${name}`
      await page.goto(address, { waitUntil: 'networkidle2' })
      await usable(page)
      expect([...seen]).toContain('Instance')
      for (const query of seen) {
        setFate(query, 'held')
        await page.goto(address)
        if (query === needed) await page.waitForSelector('nav a', { visible: true })
        else await usable(page)
      }
    },
    120_000,
  )

  it('the link to the start has a name before that of the service is known', async () => {
    const { page, setFate } = await open()
    setFate('Instance', 'held')
    await page.goto(`${service.url}/configure/dashboard`)
    const link = await page.waitForSelector('header ::-p-aria([name="Start page"][role="link"])')
    expect(await link!.evaluate(({ textContent }) => textContent.trim())).toBe('')
  }, 60_000)

  it.each(['held', 'failed'] as const)(
    'a chart waits for its own alone, and the others are drawn: %s',
    async (fate) => {
      const { page, setFate } = await open()
      setFate('PlayStatistics USER', fate)
      await page.goto(`${service.url}/configure/dashboard`)
      for (const title of ['Plays per day', 'By weekday', 'By hour', 'Hours by app']) {
        await page.waitForSelector(drawn(title))
      }
      expect(await page.$(drawn('Hours by user'))).toBeNull()
      if (fate === 'failed') await shows(page, 'It broke.')
    },
    60_000,
  )

  it.each(['held', 'failed'] as const)(
    'a figure of the operator waits for its own alone, and the others are shown: %s',
    async (fate) => {
      const { page, setFate } = await open()
      setFate('OperatorUpstreams', fate)
      await page.goto(`${service.url}/configure/operator`)
      const others = ['Health', 'Load and memory', 'Configurations', 'Backups', 'Limits']
      for (const title of [...others, 'Anime lists']) await page.waitForSelector(told(title))
      expect(await page.$(told('Sources and trackers'))).toBeNull()
      if (fate === 'failed') await shows(page, 'It broke.')
    },
    60_000,
  )
})
