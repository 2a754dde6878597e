import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { startTrakt } from '../support/trackers/trakt-server.ts'
import { startTrackerSource } from '../support/tracker-source.ts'
import {
  choose,
  click,
  fill,
  focusOn,
  openPages,
  openSignedIn,
  press,
  save,
  seriousFaults,
  shows,
} from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)

async function open(name: string, config: object = {}, { url, createUser, graphql } = service) {
  const owner = await createUser(config)
  const { page } = await openPages(url)
  await openSignedIn(page, url, owner, name)
  const saved = async () => {
    const { data } = await graphql('{ me(raw: true) { userData } }', { auth: owner })
    return data.me.userData
  }
  return { page, owner, saved }
}

const turn = (page: Page, label: string) =>
  click(page, `::-p-xpath(//label[contains(., "${label}")])`)

const switches = [
  { name: 'search', label: 'Show what each source and rule did', config: { statistics: true } },
  { name: 'search', label: 'Hide failures of sources', config: { hideErrors: true } },
  { name: 'search', label: 'Keep the last searches', config: { searchLog: true } },
  {
    name: 'install',
    label: 'Keep in the history what is watched in Stremio',
    config: { stremio: { recordPlays: true } },
  },
  {
    name: 'media-server',
    label: 'Carry every stream through this service',
    config: { mediaServer: { proxy: true } },
  },
]

describe.skipIf(noChromium)('Each setting has its place on a page', () => {
  it.each(switches)(
    '$label, which can be undone',
    async ({ name, label, config }) => {
      const { page, saved } = await open(name)
      const before = await saved()
      await turn(page, label)
      await press(page, 'Undo')
      await turn(page, label)
      await save(page)
      expect(await saved()).toEqual({ ...before, ...config })
      expect(await seriousFaults(page)).toEqual([])
    },
    60_000,
  )

  it('most titles of one library', async () => {
    const { page, saved } = await open('media-server')
    await page.locator('::-p-aria([name="Most titles of one library"])').fill('250')
    await save(page)
    expect((await saved()).mediaServer).toEqual({ libraries: { maxItems: 250 } })
    await focusOn(page, '::-p-aria([name="Most titles of one library"])')
    for (const _digit of '250') await page.keyboard.press('Backspace')
    await save(page)
    expect(await saved()).not.toHaveProperty('mediaServer')
  }, 60_000)

  it('what players show of the configuration', async () => {
    const { page, saved } = await open('account', { name: 'Family' })
    await fill(page, 'Description', 'Films of the family')
    await fill(page, 'Address of a picture', 'https://pictures.example/logo.png')
    await save(page)
    expect(await saved()).toMatchObject({
      name: 'Family',
      description: 'Films of the family',
      logo: 'https://pictures.example/logo.png',
    })
  }, 60_000)

  it('the parent, which gives what this one leaves open, and goes again', async () => {
    const parent = await service.createUser({ limits: { total: 7 } })
    const { page, owner, saved } = await open('account')
    await fill(page, 'UUID or alias of the parent', parent.uuid)
    await fill(page, 'Password of the parent', parent.password)
    await save(page)
    const { data } = await service.graphql('{ me { userData } }', { auth: owner })
    expect(data.me.userData.limits).toEqual({ total: 7 })
    await focusOn(page, '::-p-aria([name="UUID or alias of the parent"])')
    await page.keyboard.down('Control')
    await page.keyboard.press('KeyA')
    await page.keyboard.up('Control')
    await page.keyboard.press('Backspace')
    await save(page)
    expect(await saved()).not.toHaveProperty('parentConfig')
  }, 60_000)

  it('the password of the server after the operator has changed it', async () => {
    const guarded = await startService({ ADDON_PASSWORD: 'first,second' }, afterAll)
    const owner = await guarded.createUser({ addonPassword: 'first' })
    const { page } = await openPages(guarded.url)
    await openSignedIn(page, guarded.url, owner, 'account')
    await fill(page, 'Password of this server', 'second')
    await save(page)
    const { data } = await guarded.graphql('{ me(raw: true) { userData } }', { auth: owner })
    expect(data.me.userData.addonPassword).toBe('second')
  }, 60_000)

  it('whose tracker a source is, or nobody’s', async () => {
    const { source } = await startTrackerSource(afterAll)
    const { page, saved } = await open('media-server', {
      sources: [{ ...source, id: 'watchlist' }],
      mediaServer: { enabled: true, owner: { name: 'Olga' }, users: [{ name: 'Kim' }] },
    })
    const label = 'Whose tracker Watchlist is'
    await choose(page, label, 'Kim')
    await save(page)
    expect((await saved()).trackers).toEqual([{ type: 'source', id: 'watchlist', user: 'Kim' }])
    await choose(page, label, "Nobody's")
    await turn(page, 'Apps for media servers can sign in')
    await shows(page, 'Nobody can sign in with an app.')
    await save(page)
    expect(await saved()).toMatchObject({
      mediaServer: { enabled: false },
      trackers: [{ type: 'source', id: 'watchlist', enabled: false }],
    })
    await turn(page, 'Apps for media servers can sign in')
    await save(page)
    await shows(page, label)
    await choose(page, label, 'Olga')
    await save(page)
    expect(await saved()).not.toHaveProperty('trackers')
  }, 60_000)

  it('whose tracker a source is, as the service finds the user, with all else that is written there', async () => {
    const { source } = await startTrackerSource(afterAll)
    const note = 'written elsewhere'
    const { page, saved } = await open('media-server', {
      sources: [
        { ...source, id: 'first', name: 'First' },
        { ...source, id: 'second', name: 'Second' },
      ],
      mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }] },
      trackers: [
        { type: 'source', id: 'first', user: ' KIM ', note },
        { type: 'source', source: 'Second', user: 'Noah' },
      ],
    })
    const chosen = async (name: string) => {
      const field = await page.waitForSelector(
        `::-p-aria([name="Whose tracker ${name} is"][role="combobox"])`,
      )
      return field!.$eval('option:checked', ({ textContent }) => textContent)
    }
    expect([await chosen('First'), await chosen('Second')]).toEqual(['Kim', 'Noah (no such user)'])
    await choose(page, 'Whose tracker First is', 'Olga')
    await choose(page, 'Whose tracker Second is', 'Kim')
    await save(page)
    expect((await saved()).trackers).toEqual([
      { type: 'source', id: 'first', note },
      { type: 'source', id: 'second', source: 'Second', user: 'Kim' },
    ])
  }, 60_000)

  it('whether a tracker is used that users connect themselves', async () => {
    const trakt = await startTrakt()
    const own = await startService({
      TRAKT_CLIENT_ID: trakt.client.id,
      TRAKT_CLIENT_SECRET: trakt.client.secret,
      TRAKT_BASE_URL: trakt.url,
    })
    const { page, saved } = await open(
      'media-server',
      { trackers: [{ type: 'Trakt', note: 'Ours' }] },
      own,
    )
    await turn(page, 'Use Trakt')
    await save(page)
    expect((await saved()).trackers).toEqual([{ type: 'Trakt', note: 'Ours', enabled: false }])
    await turn(page, 'Use Trakt')
    await save(page)
    expect((await saved()).trackers).toEqual([{ type: 'Trakt', note: 'Ours' }])
  }, 60_000)
})
