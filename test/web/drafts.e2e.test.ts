import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { filmStream, startAddon } from '../support/addon.ts'
import { startService } from '../support/service.ts'
import type { Auth } from '../support/service.ts'
import { until } from '../support/until.ts'
import {
  answer,
  click,
  drawn,
  fill,
  focusOn,
  openPages,
  opens,
  openSignedIn,
  press,
  save,
  shownIn,
  shows,
} from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const addon = await startAddon({ streams: [filmStream(1)], ends: afterAll })
const manifest = `${addon.url}/manifest.json`

async function savedFor(auth: Auth) {
  const { data } = await service.graphql('{ me(raw: true) { userData } }', { auth })
  return data.me.userData
}

async function open(config: object, name = 'media-server') {
  const owner = await service.createUser(config)
  const { page } = await openPages(service.url)
  await openSignedIn(page, service.url, owner, name)
  const replace = async (next: object) => {
    const { status } = await service.request('/api/v1/user', {
      method: 'PUT',
      auth: owner,
      json: { config: next },
    })
    expect(status).toBe(200)
  }
  return { owner, page, replace, saved: () => savedFor(owner) }
}

const family = { mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }] } }

describe.skipIf(noChromium)('Changes that are not saved', () => {
  it('take in a source that is added, and are saved with it', async () => {
    const source = { type: 'stremio', name: 'First', url: `${manifest}?first` }
    const { page, saved } = await open({ sources: [source] }, 'sources')
    const add = async () => {
      await page.locator('input[inputmode=url]').fill(manifest)
      await press(page, 'Look at it')
      await shows(page, 'answers from this test')
      await press(page, 'Add it')
    }
    await click(page, '::-p-aria([name="First is asked"])')
    await shows(page, 'There are changes that are not saved.')
    await add()
    await save(page)
    await page.waitForSelector('::-p-xpath(//*[@role="status"][.="Saved."])')
    expect((await saved()).sources).toMatchObject([{ enabled: false }, { name: 'Loopback' }])
    await add()
    await until('the third', saved, ({ sources }) => sources.length === 3)
  }, 60_000)

  it('stay while their user signs in again, and are asked about before signing out', async () => {
    const { owner, page, saved } = await open(family)
    await press(page, 'Add a user')
    await fill(page, 'Name', 'Mia')
    await press(page, 'Sign out')
    await shows(page, 'Sign out without saving?')
    await answer(page, 'Cancel')
    // At once: the page also notices it by itself.
    await page.evaluate(async () => {
      await fetch('/session', { method: 'DELETE' })
      const buttons = [...document.querySelectorAll('button')]
      buttons.find(({ textContent }) => textContent === 'Save')!.click()
    })
    await shows(page, 'Your session has ended.')
    await page
      .locator('form input[type=password][autocomplete=current-password]')
      .fill(owner.password)
    await click(page, '::-p-xpath(//button[@type="submit"][.="Sign in"])')
    await page.waitForSelector('::-p-aria([name="Details of Mia"])')
    await save(page)
    expect((await saved()).mediaServer.users).toMatchObject([{ name: 'Kim' }, { name: 'Mia' }])
  }, 60_000)

  it('are asked about before leaving even where the browser has not come to rest yet', async () => {
    const owner = await service.createUser(family)
    const { page } = await openPages(service.url)
    await page.evaluateOnNewDocument(() => {
      window.requestIdleCallback = () => 0
    })
    await openSignedIn(page, service.url, owner, 'media-server')
    await press(page, 'Add a user')
    await fill(page, 'Name', 'Mia')
    await press(page, 'Dashboard')
    await answer(page, 'Stay here')
    expect(await shownIn(page, 'Name')).toBe('Mia')
  }, 60_000)

  it('go on top of what others have changed elsewhere in the configuration', async () => {
    const { page, replace, saved } = await open(family)
    await press(page, 'Add a user')
    await fill(page, 'Name', 'Mia')
    await replace({ ...(await saved()), name: 'Summer house' })
    await save(page)
    expect(await saved()).toMatchObject({
      name: 'Summer house',
      mediaServer: { users: [{ name: 'Kim' }, { name: 'Mia' }] },
    })
  }, 60_000)

  it.each([
    ['Save mine instead', ['Kim', 'Mia']],
    ['Take theirs', ['Noah']],
  ])(
    'meet those of others with a choice: %s',
    async (choice, names) => {
      const { page, replace, saved } = await open(family)
      await press(page, 'Add a user')
      await fill(page, 'Name', 'Mia')
      await replace({ mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Noah' }] } })
      await press(page, 'Save')
      await shows(page, 'users[0].name')
      await press(page, choice)
      await page.waitForFunction(
        () => !document.body.textContent.includes('There are changes that are not saved.'),
      )
      const { mediaServer } = await saved()
      expect(mediaServer.users.map(({ name }: { name: string }) => name)).toEqual(names)
    },
    60_000,
  )

  it('that are typed while a save runs wait for the next one', async () => {
    const { page, saved } = await open(family)
    await page.setRequestInterception(true)
    let isSaving = false
    const { promise, resolve } = Promise.withResolvers<void>()
    page.on('request', (request) => {
      const isSave = request.postData()?.includes('mutation SaveConfiguration') === true
      if (isSave) isSaving = true
      void (isSave ? promise : Promise.resolve()).then(() => request.continue())
    })
    await press(page, 'Add a user')
    await fill(page, 'Name', 'Mia')
    await press(page, 'Save')
    await until('the save', () => Promise.resolve(isSaving), Boolean)
    await click(page, '::-p-xpath((//label[contains(., "Hidden")])[last()])')
    resolve()
    await until('Mia', saved, ({ mediaServer }) => mediaServer.users.length === 2)
    expect((await saved()).mediaServer.users[1].hidden).toBeUndefined()
    await page.waitForSelector('::-p-xpath(//button[.="Save" and not(@data-loading)])')
    await save(page)
    expect((await saved()).mediaServer.users[1]).toMatchObject({ name: 'Mia', hidden: true })
  }, 60_000)

  it('of two parts of a page are asked about once', async () => {
    const { page } = await open({ name: 'Family' }, 'account')
    await fill(page, 'What players and this browser call it', 'Summer house')
    await fill(page, 'UUID or alias of the parent', 'somebody')
    await press(page, 'Dashboard')
    await shows(page, 'Leave without saving?')
    await answer(page, 'Leave')
    await opens(page, '/dashboard')
    expect(await page.$('[role=dialog]')).toBeNull()
  }, 60_000)

  it('are none where a password was typed for a parent that is taken back', async () => {
    const { page } = await open({ name: 'Family' }, 'account')
    await fill(page, 'UUID or alias of the parent', 'x')
    await fill(page, 'Password of the parent', 'secret')
    await shows(page, 'There are changes that are not saved.')
    await focusOn(page, '::-p-aria([name="UUID or alias of the parent"])')
    await page.keyboard.press('Backspace')
    await page.waitForFunction(
      () => !document.body.textContent.includes('There are changes that are not saved.'),
    )
    expect(await shownIn(page, 'UUID or alias of the parent')).toBe('')
  }, 60_000)

  it('of rules are asked about before they are lost', async () => {
    const { page, saved } = await open({ name: 'Family' }, 'rules')
    await press(page, 'Small files')
    await shows(page, 'are not saved')
    await press(page, 'Sign out')
    await shows(page, 'Sign out without saving?')
    await answer(page, 'Cancel')
    await press(page, 'Dashboard')
    await shows(page, 'Leave without saving?')
    await answer(page, 'Stay here')
    await press(page, 'Compare and save')
    await shows(page, 'differences:')
    await click(page, '::-p-xpath(//button[normalize-space(.)="Save"])')
    await shows(page, 'Saved.')
    await drawn(page)
    expect(await saved()).toMatchObject({ limits: { total: 30 } })
    await press(page, 'Sign out')
    await page.waitForSelector('input[type=password]')
  }, 60_000)
})
