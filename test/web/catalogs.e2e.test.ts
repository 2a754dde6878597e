import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../support/addon.ts'
import { noChromium } from '../support/browser.ts'
import { range, startCatalogAddon, startHeldAddon } from '../support/catalog-addon.ts'
import { startService } from '../support/service.ts'
import { startUpstream, status } from '../support/upstream.ts'
import {
  click,
  fill,
  focusOn,
  openPages,
  openSignedIn,
  overflowOf,
  press,
  save,
  seriousFaults,
  shows,
} from '../support/web-pages.ts'

const alpha = await startCatalogAddon({
  name: 'Alpha',
  films: range(1, 30),
  genres: ['Comedy', 'Drama'],
  ends: afterAll,
})
const beta = await startCatalogAddon({ name: 'Beta', films: range(101, 130), ends: afterAll })
const broken = await startUpstream(status(503), '127.0.0.1', afterAll)
const service = await startService({}, afterAll)

async function open(catalogs: object, sources: readonly object[] = [alpha.source, beta.source]) {
  const owner = await service.createUser({ name: 'Family', sources, catalogs })
  const { page, troubles } = await openPages(service.url)
  await openSignedIn(page, service.url, owner, 'catalogs')
  await shows(page, 'Shows of Alpha')
  const saved = async () => {
    const { data } = await service.graphql('{ me(raw: true) { userData } }', { auth: owner })
    return data.me.userData.catalogs
  }
  const listed = async () => {
    const { data } = await service.graphql('{ addon { catalogs { name isSearch } } }', {
      auth: owner,
    })
    const all = data.addon.catalogs as { name: string; isSearch: boolean }[]
    return all.filter(({ isSearch }) => !isSearch).map(({ name }) => name)
  }
  return { page, troubles, saved, listed }
}

const chooseTop = (number: number) =>
  `::-p-xpath((//main//input[@type="checkbox" and @aria-label="Choose Top"])[${number}])`
const named = (name: string) => `::-p-aria([name="${name}"])`

describe.skipIf(noChromium)('On the page of catalogs', () => {
  it('a person names, hides, splits and limits catalogs, and players list them so', async () => {
    const { page, troubles, saved, listed } = await open({
      rules: [{ catalog: 'Shows of Beta', name: 'Series', shuffle: true }],
    })
    await click(page, named('Shows of Alpha is shown'))
    await click(page, '::-p-xpath((//main//li//button[starts-with(@aria-label, "Details of")])[1])')
    await fill(page, 'Name in players', 'Cinema')
    await shows(page, 'named Top there')
    await page.locator(named('Genres as catalogs of their own')).fill('Comedy')
    await page.keyboard.press('Enter')
    await page.locator(named('Most titles')).fill('20')
    await save(page)
    expect(await saved()).toEqual({
      hidden: ['alpha/series/shows'],
      rules: [
        { catalog: 'Shows of Beta', name: 'Series', shuffle: true },
        { catalog: 'alpha/movie/top', name: 'Cinema', genres: ['Comedy'], limit: 20 },
      ],
    })
    expect(await listed()).toEqual(['Cinema', 'Cinema: Comedy', 'Top', 'Series'])
    expect(troubles).toEqual([])
  }, 60_000)

  it('catalogs are ordered with the keyboard, and a place that no source has is kept', async () => {
    const { page, saved } = await open({ order: ['Gone', 'Shows of Alpha'] })
    await focusOn(page, named('Move Shows of Beta up'))
    await page.keyboard.press('Enter')
    await save(page)
    expect((await saved()).order).toEqual([
      'Gone',
      'alpha/series/shows',
      'alpha/movie/top',
      'beta/series/shows',
      'beta/movie/top',
    ])
  }, 60_000)

  it('two are merged at the place of the first, mixed otherwise, and taken apart again', async () => {
    const { page, saved, listed } = await open({ order: ['Shows of Beta'] })
    for (const number of [1, 2]) await click(page, chooseTop(number))
    await fill(page, 'Name of the merged catalog', 'Films')
    await click(page, '::-p-xpath(//button[contains(., "Merge") and contains(., "2 catalogs")])')
    await shows(page, '2 catalogs merged')
    await save(page)
    const catalogs = ['alpha/movie/top', 'beta/movie/top']
    expect((await saved()).merged).toEqual([{ id: 'merged-1', name: 'Films', catalogs }])
    expect(await listed()).toEqual(['Shows of Beta', 'Films', 'Shows of Alpha'])
    await click(page, '::-p-xpath((//main//li//button[starts-with(@aria-label, "Details of")])[2])')
    await click(page, '::-p-xpath(//label[.="One after another"])')
    await save(page)
    expect((await saved()).merged[0].mix).toBe('append')
    await press(page, 'Take Films apart')
    await save(page)
    expect(await saved()).toEqual({
      order: ['beta/series/shows', ...catalogs, 'alpha/series/shows'],
    })
    await shows(page, 'Choose several')
    for (const number of [1, 2]) await click(page, chooseTop(number))
    await fill(page, 'Name of the merged catalog', 'Both')
    await click(page, '::-p-xpath(//button[contains(., "Merge") and contains(., "2 catalogs")])')
    const details = await page.waitForSelector(named('Details of Both'))
    expect(await details!.evaluate((one) => one.getAttribute('aria-expanded'))).toBe('false')
  }, 60_000)

  it('what was changed is compared with what is saved, and undone', async () => {
    const { page, saved } = await open({})
    await click(page, named('Shows of Beta is shown'))
    await press(page, 'Compare with what is saved')
    await shows(page, 'catalogs.hidden')
    await press(page, 'Undo')
    await page.waitForFunction(() => !document.body.textContent.includes('are not saved'))
    expect(await saved()).toEqual({})
    const isShown = await page.$eval(named('Shows of Beta is shown'), (one) =>
      one.matches(':checked'),
    )
    expect(isShown).toBe(true)
  }, 60_000)

  it('a source that is slow is named, holds up no other, and its catalogs appear once it answers', async () => {
    const slow = await startHeldAddon('Slow')
    const sources = [slow.source, alpha.source]
    const owner = await service.createUser({ name: 'Family', sources })
    const { page } = await openPages(service.url)
    await page.evaluateOnNewDocument(() => {
      const seen = globalThis as { wasNamed?: boolean }
      const look = () => {
        if (document.body?.textContent.includes('Slow has not answered yet')) seen.wasNamed = true
      }
      new MutationObserver(look).observe(document, { subtree: true, childList: true })
    })
    await openSignedIn(page, service.url, owner, 'catalogs')
    await page.waitForFunction(() => document.querySelectorAll('.posters img').length === 7)
    expect(await page.evaluate(() => (globalThis as { wasNamed?: boolean }).wasNamed)).toBe(true)
    await click(page, named('Shows of Alpha is shown'))
    await save(page)
    slow.release()
    await shows(page, 'Top of Slow')
    await page.waitForFunction(() => !document.body.innerText.includes('not answered yet'))
  }, 60_000)

  it('catalogs that are moved while a source is slow do not pass its own', async () => {
    const slow = await startHeldAddon('Slow')
    const { page, listed, saved } = await open({}, [slow.source, alpha.source])
    await focusOn(page, named('Move Shows of Alpha up'))
    await page.keyboard.press('Enter')
    await save(page)
    expect((await saved()).order).toEqual(['slow/*', 'alpha/series/shows', 'alpha/movie/top'])
    slow.release()
    await shows(page, 'Top of Slow')
    const names = ['Top of Slow', 'Shows of Alpha', 'Top']
    const shown = () =>
      page.$$eval('main li input[role="switch"]', (all) =>
        all.map((one) => one.getAttribute('aria-label')),
      )
    await expect.poll(shown).toEqual(names.map((name) => `${name} is shown`))
    await expect.poll(listed).toEqual(names)
  }, 60_000)

  it('what a name hides is shown again only when all sources have answered', async () => {
    const down = { ...sourceAt(`${broken.url}/manifest.json`, 'Down'), id: 'down' }
    const catalogs = { hidden: ['Shows of Alpha', 'alpha/movie/top'] }
    const { page } = await open(catalogs, [alpha.source, down])
    await shows(page, 'The catalogs of some sources are missing')
    await shows(page, 'A name hides it')
    const isDisabled = (name: string) => page.$eval(named(name), (one) => one.matches(':disabled'))
    expect(await isDisabled('Shows of Alpha is shown')).toBe(true)
    expect(await isDisabled('Top is shown')).toBe(false)
    expect(await seriousFaults(page)).toEqual([])
    const { page: whole, saved } = await open(catalogs)
    await click(whole, named('Shows of Alpha is shown'))
    await save(whole)
    expect((await saved()).hidden).toEqual(['alpha/movie/top'])
  }, 60_000)

  it('each row shows its first titles, and a source that fails is named beside the others', async () => {
    const down = { ...sourceAt(`${broken.url}/manifest.json`, 'Down'), id: 'down' }
    const { page } = await open({}, [alpha.source, down])
    await shows(page, 'The catalogs of some sources are missing')
    await shows(page, 'Down: ')
    await page.waitForFunction(() => document.querySelectorAll('.posters img').length === 7)
    const first = await page.$eval('.posters img', (picture) => picture.getAttribute('alt'))
    expect(first).toBe('Film 1')
    expect(await seriousFaults(page)).toEqual([])
    await page.setViewport({ width: 360, height: 740 })
    await click(page, '::-p-xpath((//main//li//button[starts-with(@aria-label, "Details of")])[1])')
    await shows(page, 'Its id in the configuration:')
    await expect.poll(() => overflowOf(page)).toBe(0)
    expect(await seriousFaults(page)).toEqual([])
  }, 60_000)

  it('there is said to be no catalog only where every source has answered', async () => {
    const none = 'No source has a catalog.'
    const { page } = await openPages(service.url)
    const empty = await service.createUser({})
    await openSignedIn(page, service.url, empty, 'catalogs')
    await shows(page, none)
    const down = { ...sourceAt(`${broken.url}/manifest.json`, 'Down'), id: 'down' }
    const failing = await service.createUser({ sources: [down] })
    await openSignedIn(page, service.url, failing, 'catalogs')
    await shows(page, 'The catalogs of some sources are missing')
    expect(await page.$eval('main', ({ textContent }) => textContent)).not.toContain(none)
  }, 60_000)
})
