import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../support/addon.ts'
import { noChromium } from '../support/browser.ts'
import { filmId, startFilmSource } from '../support/film-source.ts'
import { startService } from '../support/service.ts'
import { json, startUpstream, status } from '../support/upstream.ts'
import {
  choose,
  click,
  focusOn,
  openPages,
  openSignedIn,
  press,
  seriousFaults,
  setUp,
  shows,
} from '../support/web-pages.ts'

const { source } = await startFilmSource({ films: 12, series: 3, ends: afterAll })
const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const sources = [{ ...source, name: 'Films' }]

const field = '::-p-aria([name="Title"][role="combobox"])'

async function open(name: string, config: object = { sources }) {
  const owner = await service.createUser(config)
  const { page, troubles } = await openPages(service.url)
  await openSignedIn(page, service.url, owner, name)
  return { page, troubles }
}

async function type(page: Page, text: string): Promise<void> {
  if ((await page.$(field)) === null) await press(page, 'Another title')
  await page.locator(field).fill(text)
}

async function pick(page: Page, option: string): Promise<void> {
  await click(page, `::-p-xpath(//*[@role="option"][normalize-space(.)="${option}"])`)
}

const isDisabled = (page: Page, button: string) =>
  page.$eval(`::-p-xpath(//button[normalize-space(.)="${button}"])`, (one) =>
    (one as HTMLButtonElement).matches(':disabled'),
  )

describe.skipIf(noChromium)('A title is found by its name', () => {
  it('in the catalogs for searching, with its year and picture, and searched for', async () => {
    const { page, troubles } = await open('search')
    await type(page, 'film 1')
    await shows(page, 'Film 10 (1960)')
    const pictures = await page.$$eval('[role=option] img', (all) => all.map(({ src }) => src))
    expect(pictures[0]).toContain('/configure/pictures/')
    expect(await isDisabled(page, 'Search')).toBe(true)
    expect(await seriousFaults(page)).toEqual([])
    await pick(page, 'Film 1 (1951)')
    await press(page, 'Search')
    await page.waitForSelector('::-p-xpath(//main//p[.="Film 1 (1951)"])')
    await shows(page, '3 streams')
    const ofPictures = troubles.filter((one) => !one.includes('404'))
    expect(ofPictures).toEqual([])
  }, 60_000)

  it('with the keys alone', async () => {
    const { page } = await open('search')
    await type(page, 'film 2')
    await shows(page, 'Film 2 (1952)')
    await focusOn(page, field)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await press(page, 'Search')
    await page.waitForSelector('::-p-xpath(//main//p[.="Film 2 (1952)"])')
    expect(await isDisabled(page, 'Search')).toBe(false)
  }, 60_000)

  it('among the titles of other catalogs where none can search, and an episode by its numbers', async () => {
    const { page } = await open('search')
    await choose(page, 'Type', 'Episode')
    await page.waitForSelector(field)
    await type(page, 'show 2')
    await pick(page, 'Show 2 (1992)')
    const season = '::-p-aria([name="Season"])'
    await focusOn(page, season)
    await page.keyboard.press('Backspace')
    await page.keyboard.type('2')
    expect(await page.$eval(season, (one) => (one as HTMLInputElement).value)).toBe('2')
    await page.locator('::-p-aria([name="Number of the episode"])').fill('3')
    await press(page, 'Search')
    await shows(page, 'Show 2 2×3')
    await shows(page, '3 streams')
    expect(await isDisabled(page, 'Search')).toBe(false)
  }, 60_000)

  it('with the media server off, at the test of a source and the rules', async () => {
    const { page } = await open('sources', { sources, mediaServer: { enabled: false } })
    await click(page, '::-p-aria([name="Details of Films"])')
    await type(page, 'film 3')
    await pick(page, 'Film 3 (1953)')
    await press(page, 'Test now')
    await shows(page, 'Film 3 (1953) · 3 streams')
    await press(page, 'Rules')
    await shows(page, 'Search my sources')
    await type(page, 'film 4')
    await pick(page, 'Film 4 (1954)')
    await press(page, 'Search my sources')
    await shows(page, 'Shown: what your sources have for Film 4 (1954).')
    expect(await isDisabled(page, 'Search my sources')).toBe(false)
  }, 60_000)

  it('an episode of an anime by its number alone', async () => {
    const { page } = await open('search')
    await choose(page, 'Type', 'Episode')
    await page.waitForSelector(field)
    await type(page, 'kitsu:1376:1')
    await page.locator('::-p-aria([name="Number of the episode"])').fill('12')
    await press(page, 'Search')
    await page.waitForSelector('::-p-xpath(//main//p[.="kitsu:1376:12"])')
    expect(await page.$('::-p-aria([name="Season"])')).toBeNull()
  }, 60_000)

  it('or it is said which source that might know it did not answer, until it does', async () => {
    let isWell = false
    const metas = [
      { id: filmId(1), type: 'movie', name: 'Film 1' },
      { id: 'own:film-2', type: 'movie', name: 'Film 2' },
    ]
    const catalogs = [{ type: 'movie', id: 'find', extra: [{ name: 'search', isRequired: true }] }]
    const manifest = {
      id: 'test.broken',
      version: '1.0.0',
      name: 'Broken',
      description: 'at first',
      types: ['movie'],
      resources: ['catalog'],
      catalogs,
    }
    const { url } = await startUpstream((request, response) => {
      const isManifest = request.url!.endsWith('/manifest.json')
      const answers = isManifest ? json(manifest) : isWell ? json({ metas }) : status(500)
      answers(request, response)
    })
    const { page } = await open('search', { sources: [sourceAt(`${url}/manifest.json`, 'Broken')] })
    await type(page, 'film 1')
    await shows(page, 'Nothing found, but Broken did not answer.')
    isWell = true
    await type(page, 'film')
    await shows(page, 'Choose a title from the list.')
    expect(await page.$$('[role=option]')).toHaveLength(2)
    await type(page, 'own:film-2')
    await page.waitForSelector('::-p-xpath(//*[@role="option"][normalize-space(.)="Film 2"])')
    expect(await page.$$('[role=option]')).toHaveLength(2)
    await type(page, 'film 1')
    await shows(page, 'Choose a title from the list.')
  }, 60_000)

  it.each(['yt_id:UCabc-1', 'anime.42', 'matrix'])(
    'or it is the id %s that an addon has given it',
    async (id) => {
      const { page } = await open('search')
      await type(page, id)
      await pick(page, `The title with the id ${id}`)
      await press(page, 'Search')
      await page.waitForSelector(`::-p-xpath(//main//p[.="${id}"])`)
      expect(await isDisabled(page, 'Search')).toBe(false)
    },
    60_000,
  )

  it('in the first run, where an id is taken as well', async () => {
    const { page } = await openPages(service.url)
    await setUp(page, service.url)
    await page.locator('input[inputmode=url]').fill(source.url)
    await press(page, 'Look at it')
    await press(page, 'Add it')
    await shows(page, 'Added: Films')
    await press(page, 'Next')
    await type(page, 'nothing of the kind')
    await shows(page, 'Your catalogs have no such title. Type its id, such as tt0063350.')
    expect(await isDisabled(page, 'Search')).toBe(true)
    await type(page, 're:zero')
    await shows(page, 'Your catalogs have no such title. Type its id, such as tt0063350.')
    expect(await isDisabled(page, 'Search')).toBe(true)
    await type(page, filmId(5))
    await press(page, 'Search')
    await shows(page, 'Film 5 (1955)')
  }, 60_000)
})
