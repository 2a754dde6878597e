import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { listNames } from '../../src/anime/catalogue.ts'
import { animeFixturePath } from '../support/anime-fixtures.ts'
import { createOperatorClient, operatorPassword } from '../support/browser-session.ts'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { click, openPages } from '../support/web-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'anime-lists-'))
afterAll(() => rmSync(folder, { recursive: true }))
const disagreeing = join(folder, 'kometa.json')
writeFileSync(disagreeing, '{"101": {"mal_id": 799, "tvdb_id": 999}}')
const lists = {
  ...Object.fromEntries(listNames.map((name) => [name, null])),
  fribb: [animeFixturePath('fribb-new.json')],
  kometa: [disagreeing],
}
const service = await startService(
  {
    ADMIN_PASSWORD: operatorPassword,
    RATE_LIMIT_SEARCH: '2/1h',
    MAX_MEMORY: '700mb',
    ANIME_SOURCES: JSON.stringify(lists),
  },
  afterAll,
)
await service.service.services.anime.refresh()
const user = await service.createUser()
for (let count = 0; count < 5; count++) {
  await service.request('/api/v1/search?type=movie&id=tt0063350', { auth: user })
}
const operator = createOperatorClient(service)
await operator.signIn(operatorPassword)

async function open(): Promise<Page> {
  const { page } = await openPages(service.url)
  await page.goto(`${service.url}/configure/operator`)
  await page.locator('input[type=password]').fill(operatorPassword)
  await click(page, 'button[type=submit]')
  return page
}

const section = (title: string, path: string) =>
  `::-p-xpath(//section[.//h2[normalize-space(.)="${title}"]]${path})`

/** Each figure of a part by its name. */
async function figuresOf(page: Page, title: string): Promise<Record<string, string>> {
  const read = () =>
    page.$$eval(section(title, '//dl/div'), (all) =>
      all.map((one) => [...one.children].map(({ textContent }) => textContent) as [string, string]),
    )
  return Object.fromEntries(await until(title, read, (found) => found.length > 0))
}

const units: Record<string, number> = { MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 }
const bytesOf = (text = ''): number => parseFloat(text) * units[text.split('\u00a0')[1]!]!

describe.skipIf(noChromium)("On the operator's page", () => {
  it('load and memory are those of the process and its machine', async () => {
    const shown = await figuresOf(await open(), 'Load and memory')
    expect(bytesOf(shown['Memory']) / process.memoryUsage.rss()).toBeCloseTo(1, 0)
    expect(bytesOf(shown['Memory of its objects'])).toBeLessThan(bytesOf(shown['Memory']))
    expect(shown['Limit (MAX_MEMORY)']).toBe('700\u00a0MB')
    expect(shown['Cores']).toBe(String(availableParallelism()))
    const [free, all] = shown['Free memory of the machine']!.split(' / ')
    expect(bytesOf(all) / totalmem()).toBeCloseTo(1, 1)
    expect(bytesOf(free)).toBeLessThan(bytesOf(all))
    expect(shown['Load of the machine (1, 5, 15 min)']).toMatch(
      /^[\d,]+(?:\.\d)?(?: · [\d,]+(?:\.\d)?){2}$/,
    )
    expect(shown['Processor']).toMatch(/^\d+%$/)
    expect(shown['Main thread busy']).toMatch(/^\d+%$/)
  }, 60_000)

  it('configurations are counted by their last use', async () => {
    const page = await open()
    const { data } = await operator.graphql('{ operator { configurations { lastUsedAt } } }')
    const time = await page.evaluate(
      (at) =>
        new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(
          new Date(at),
        ),
      data.operator.configurations.lastUsedAt as string,
    )
    expect(await figuresOf(page, 'Configurations')).toEqual({
      Stored: '1',
      'Used in 24 hours': '1',
      'Used in 7 days': '1',
      'Used in 30 days': '1',
      'Last use': time,
      'Signed-in devices': '0',
    })
  }, 60_000)

  it('the limit that was hit most stands first, with how often', async () => {
    const page = await open()
    await page.waitForSelector(section('Limits', '//tbody/tr'))
    const rows = await page.$$eval(section('Limits', '//tbody/tr'), (all) =>
      all.map((row) => [...row.children].map(({ textContent }) => textContent)),
    )
    expect(rows[0]).toEqual(['Searches', '3', '2 / 60 min'])
    expect(rows.slice(1).every(([, refused]) => refused === '0')).toBe(true)
  }, 60_000)

  it('disagreements of the lists of anime are counted, and the fields named', async () => {
    const page = await open()
    expect(await figuresOf(page, 'Anime lists')).toMatchObject({ Entries: '3', Conflicts: '2' })
    const fields = await page.$eval(
      section('Anime lists', '//p[contains(., "anime:conflicts")]'),
      (line) => line.textContent.split(' · ')[0]!.split(', '),
    )
    expect(fields.toSorted()).toEqual(['malId 1', 'thetvdbId 1'])
  }, 60_000)
})
