import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { filmStream, startAddon } from '../support/addon.ts'
import { noChromium } from '../support/browser.ts'
import { startFilmSource } from '../support/film-source.ts'
import { senderOf, signInApp } from '../support/media-client.ts'
import { startService } from '../support/service.ts'
import { click, fill, openPages, openSignedIn, press, shows } from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const { source } = await startAddon({ streams: [filmStream(1)], ends: afterAll })
const films = await startFilmSource({ films: 1, series: 0, ends: afterAll })
const owner = await service.createUser({
  sources: [source, films.source],
  mediaServer: { owner: { name: 'Olga' } },
})
const send = senderOf(service.url, (await signInApp(service.url, owner)).token)
const [film] = (await send('/Items?recursive=true&includeItemTypes=Movie')).body.Items
await send('/Sessions/Playing', { ItemId: film.Id, PositionTicks: 0 })
await send('/Sessions/Playing/Progress', { ItemId: film.Id, PositionTicks: 600 * 10_000_000 })

async function open(name: string): Promise<Page> {
  const { page } = await openPages(service.url)
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  await openSignedIn(page, service.url, owner, name)
  return page
}

/** The commands that stand in fields of the page, ready to be pasted. */
const commandsOf = (page: Page, within: string) =>
  page.$$eval(`${within} input`, (inputs) =>
    inputs.map(({ value }) => value).filter((value) => value.startsWith('curl ')),
  )

/** Runs a command as a person would who has filled in the password. */
async function run(command: string) {
  const filled = command.replace('<password>', owner.password)
  const { stdout } = await promisify(execFile)('sh', ['-c', `${filled} -s --fail-with-body`])
  return JSON.parse(stdout) as { success?: boolean; data?: unknown; errors?: unknown }
}

const item = { name: 'Film 0' }
const user = { name: 'Olga' }

/** What each scope reads first: by GraphQL, at a path of REST, and what both answer. */
const readings: Readonly<Record<string, { field: string; path: RegExp; answer: object }>> = {
  Statistics: {
    field: 'plays',
    path: /^\/rest\/plays\?first=10$/,
    answer: { nodes: [{ startedAt: expect.any(String), user, item }] },
  },
  History: {
    field: 'history',
    path: /^\/rest\/history\?first=10$/,
    answer: { nodes: [{ item }] },
  },
  'Now playing': { field: 'sessions', path: /^\/rest\/sessions$/, answer: [{ user, item }] },
  'Health of sources': {
    field: 'sourceHealth',
    path: /^\/rest\/source-health\?from=[\d-]+T00:00:00Z&bucket=DAY$/,
    answer: [source, films.source].map(({ name }) => ({ source: { name } })),
  },
}
const scopes = Object.keys(readings)

describe.skipIf(noChromium)('A command that a page shows', () => {
  it('for programs searches, over REST and GraphQL', async () => {
    const commands = await commandsOf(await open('install'), 'main')
    expect(commands).toHaveLength(2)
    for (const command of commands) {
      const { data, errors } = await run(command)
      expect({ command, errors }).toEqual({ command, errors: undefined })
      expect(JSON.stringify(data)).toContain('Some.Film.2020.1080p.WEB-DL.x264-GRP1.mkv')
    }
  }, 60_000)

  it.each(scopes)(
    'for a dashboard that may read one thing alone reads it: %s',
    async (scope) => {
      const page = await open('install')
      for (const other of scopes.filter((one) => one !== scope)) {
        await click(page, `::-p-aria([name="${other}"][role="checkbox"])`)
      }
      await fill(page, 'Name of the dashboard', scope)
      await press(page, 'Make a token')
      await shows(page, 'Copy the token now')
      const commands = await commandsOf(page, '[role=status]')
      const { field, path, answer } = readings[scope]!
      expect(commands).toEqual([
        expect.stringContaining(` ${service.url}/graphql `),
        expect.stringContaining(` '${service.url}/rest/`),
      ])
      expect(commands[1]!.split(`'${service.url}`)[1]!.slice(0, -1)).toMatch(path)
      const [graphql, rest] = [await run(commands[0]!), await run(commands[1]!)]
      expect(graphql).toMatchObject({ data: { [field]: answer } })
      expect(rest).toMatchObject(answer)
      // Days are kept for 400 days, and a year later a fixed date would ask for what is gone.
      for (const [date] of commands.join(' ').matchAll(/\d{4}-\d\d-\d\d/g)) {
        expect(Date.now() - Date.parse(date)).toBeLessThan(32 * 86_400_000)
      }
    },
    60_000,
  )

  it('of the header with the configuration searches without signing in', async () => {
    const page = await open('account')
    const header = await page.$eval(
      '::-p-aria([name="For the header x-service-user-data"])',
      (field) => (field as HTMLInputElement).value,
    )
    const { status, text } = await service.request('/api/v1/search?type=movie&id=tt0063350', {
      headers: { 'x-service-user-data': header },
    })
    expect(status).toBe(200)
    expect(text).toContain('Some.Film.2020.1080p.WEB-DL.x264-GRP1.mkv')
  }, 60_000)
})
