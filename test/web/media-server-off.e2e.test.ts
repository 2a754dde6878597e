import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startFilmSource } from '../support/film-source.ts'
import { householdPages } from '../support/page-names.ts'
import { startService } from '../support/service.ts'
import {
  click,
  fill,
  openPages,
  openSignedIn,
  press,
  save,
  seriousFaults,
  settled,
  shows,
} from '../support/web-pages.ts'

const service = await startService(
  { RATE_LIMIT_SIGN_IN: 'off', WEB_APP_URL: 'https://client.example' },
  afterAll,
)
const off = { mediaServer: { enabled: false } }
const { source } = await startFilmSource({ ends: afterAll })
const stremioAlone = { ...off, sources: [source] }

async function open(name: string, config: object = off) {
  const owner = await service.createUser(config)
  await service.request('/api/v1/search?type=movie&id=tt1000000', { auth: owner })
  const { page } = await openPages(service.url)
  await openSignedIn(page, service.url, owner, name)
  return { page, text: () => page.evaluate(() => document.body.innerText) }
}

describe.skipIf(noChromium)('Where the media server is off', () => {
  it.each(['dashboard', 'year'])(
    'the page %s says so once, in place of failures',
    async (name) => {
      const { page, text } = await open(name)
      await shows(page, 'The media server is switched off in this configuration.')
      expect(await text()).not.toContain('This did not work')
    },
    60_000,
  )

  it.each(householdPages)(
    'the page %s shows no failure',
    async (name) => {
      const { page, text } = await open(name, stremioAlone)
      await settled(page)
      expect(await text()).not.toMatch(/did not work|not allowed|is not known|Try again/)
      expect(await seriousFaults(page)).toEqual([])
    },
    60_000,
  )

  it('how the sources answer is shown beside them and on the dashboard', async () => {
    const { page } = await open('sources', stremioAlone)
    await page.waitForSelector('.health .good')
    await press(page, 'Dashboard')
    const row = await page.waitForSelector('::-p-xpath(//tr[th[contains(., "Films")]])')
    expect(await row!.evaluate((line) => line.textContent)).toContain('100%')
  }, 60_000)

  it('no web client for the media server is offered, and dashboards may read the health alone', async () => {
    const { page, text } = await open('install', stremioAlone)
    await fill(page, 'Name of the dashboard', 'Wall')
    await press(page, 'Make a token')
    await shows(page, 'Copy the token now')
    const shown = await text()
    expect(shown).toContain(
      'Statistics, History, and Now playing need the media server, which is switched off',
    )
    expect(await page.$('::-p-aria([name="Now playing"][role="checkbox"])')).toBeNull()
    expect(shown).not.toContain('In the browser')
    const fields = await page.$$eval('[role=status] input', (inputs) =>
      inputs.map(({ value }) => value),
    )
    const command = fields.find((value) => value.includes('/rest/'))!
    const [, authorization, address] = /'authorization: ([^']+)' '([^']+)'/.exec(command)!
    const answer = await fetch(address!, { headers: { authorization: authorization! } })
    expect(await answer.json()).toMatchObject([{ source: { name: 'Films' } }])
  }, 60_000)

  it('a parent configuration can be what says it', async () => {
    const { uuid, password } = await service.createUser(off)
    const { page, text } = await open('dashboard', { parentConfig: { uuid, password } })
    await shows(page, 'The media server is switched off in this configuration.')
    expect(await text()).not.toContain('Nobody is watching right now.')
  }, 60_000)

  it('its page asks for nothing before it is on and saved', async () => {
    const { page, text } = await open('media-server')
    await click(page, '::-p-xpath(//label[contains(., "Apps for media servers can sign in")])')
    await shows(page, 'The rest is here once this is saved.')
    expect(await text()).not.toContain('This did not work')
    await save(page)
    await shows(page, 'No app is signed in yet.')
  }, 60_000)
})
