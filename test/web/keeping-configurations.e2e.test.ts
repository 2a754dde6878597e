import type { Page } from 'puppeteer-core'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import type { Auth } from '../support/service.ts'
import { until } from '../support/until.ts'
import {
  click,
  fill,
  openPages,
  openSignedIn,
  press,
  save,
  setUp,
  shows,
} from '../support/web-pages.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const signInButton = '::-p-xpath(//button[@type="submit"][.="Sign in"])'

const opened = (page: Page): Promise<{ uuid: string; name: string | null }[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('configurations') ?? '[]'))

async function signIn(page: Page, { uuid, password }: Auth) {
  await page.locator('input[autocomplete=username]').fill(uuid)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await click(page, signInButton)
}

async function open(config: object) {
  const owner = await service.createUser(config)
  const { page } = await openPages(service.url)
  await openSignedIn(page, service.url, owner, 'account')
  await shows(page, 'Signed-in browsers')
  const nameOf = async () => {
    const { data } = await service.graphql('{ me(raw: true) { userData } }', { auth: owner })
    return data.me.userData.name
  }
  return { owner, page, nameOf }
}

describe.skipIf(noChromium)('A browser keeps what nobody could recover', () => {
  it('of other tabs', async () => {
    const owner = await service.createUser({ name: 'A' })
    const { page } = await openPages(service.url)
    await page.goto(`${service.url}/configure/sources`)
    await page.waitForSelector('input[type=password]')
    const other = await page.browserContext().newPage()
    const uuid = await setUp(other, service.url, 'B')
    await other.evaluate(() => fetch('/session', { method: 'DELETE' }))
    await page.bringToFront()
    await shows(page, 'B')
    await signIn(page, owner)
    await shows(page, 'There is no source yet.')
    expect((await opened(page)).map((one) => one.uuid)).toEqual([owner.uuid, uuid])
  }, 60_000)

  it('of a configuration that was created before signing in failed', async () => {
    const { page } = await openPages(service.url)
    await page.setRequestInterception(true)
    let created = 0
    let isRefused = true
    page.on('request', (request) => {
      if (request.postData()?.includes('mutation CreateConfiguration') === true) created += 1
      const isSignIn = request.url().endsWith('/session') && request.method() === 'POST'
      if (isSignIn && isRefused) void request.abort('connectionrefused')
      else void request.continue()
    })
    await page.goto(`${service.url}/configure/start`)
    await page.locator('input[autocomplete=new-password]').fill('correct horse')
    await fill(page, 'Name', 'Family')
    await press(page, 'Create')
    await shows(page, 'This did not work')
    const known = await opened(page)
    expect(known).toMatchObject([{ name: 'Family' }])
    isRefused = false
    await press(page, 'Create')
    await shows(page, 'Your UUID')
    expect(await opened(page)).toMatchObject([{ uuid: known[0]!.uuid }])
    expect(created).toBe(1)
  }, 60_000)
})

describe.skipIf(noChromium)('On the page of a configuration', () => {
  it.each(['', '  Family '])(
    'one named "%s" is deleted only once the name, or else its UUID, is typed',
    async (name) => {
      const { owner, page } = await open({ name })
      const label = `Type ${name.trim() || owner.uuid} to delete it`
      const isEnabled = () =>
        page.$eval(
          '::-p-xpath(//button[.="Delete for good"])',
          (button) => !button.matches('[disabled]'),
        )
      expect(await isEnabled()).toBe(false)
      await fill(page, label, name.trim() || owner.uuid)
      await until('the button', isEnabled, Boolean)
      await press(page, 'Delete for good')
      await shows(page, 'No configuration yet?')
    },
    60_000,
  )

  it('a name is saved, and stays as it was typed while somebody else has changed it', async () => {
    const { owner, page, nameOf } = await open({ name: 'Family' })
    const label = 'What players and this browser call it'
    await fill(page, label, 'Summer house')
    await save(page)
    await shows(page, 'Saved.')
    expect(await nameOf()).toBe('Summer house')
    await fill(page, label, 'Winter house')
    await service.request('/api/v1/user', {
      method: 'PUT',
      auth: owner,
      json: { config: { name: 'Theirs' } },
    })
    await press(page, 'Save')
    await shows(page, 'Somebody else has saved this part as well.')
    expect(
      await page.$eval(
        `::-p-aria([name="${label}"])`,
        (field) => (field as HTMLInputElement).value,
      ),
    ).toBe('Winter house')
    await press(page, 'Save mine instead')
    await until('the name', nameOf, (name) => name === 'Winter house')
  }, 60_000)

  it('a new password leaves the browser signed in for as long as it was', async () => {
    const { owner, page } = await open({ name: 'Family' })
    await page.evaluate(() => fetch('/session', { method: 'DELETE' }))
    await page.goto(`${service.url}/configure/account`)
    await signIn(page, owner)
    await shows(page, 'until it is closed')
    await fill(page, 'Current password', owner.password)
    await fill(page, 'New password', 'another horse')
    await press(page, 'Change it')
    await shows(page, 'The password is changed.')
    await shows(page, 'until it is closed')
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('for 90 days')
  }, 60_000)

  it('a new password is asked for where it could not sign the browser in', async () => {
    const { owner, page } = await open({ name: 'Family' })
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      const isSignIn = request.url().endsWith('/session') && request.method() === 'POST'
      void (isSignIn
        ? request.respond({
            status: 503,
            body: '{"data":null,"error":{"code":"SERVICE_UNAVAILABLE","message":"later"}}',
            contentType: 'application/json',
          })
        : request.continue())
    })
    await fill(page, 'Current password', owner.password)
    await fill(page, 'New password', 'another horse')
    await press(page, 'Change it')
    await shows(page, 'The password is changed. Sign in with the new one.')
    page.removeAllListeners('request')
    await page.setRequestInterception(false)
    await signIn(page, { ...owner, password: 'another horse' })
    await shows(page, 'Signed-in browsers')
    expect(new URL(page.url()).pathname).toBe('/configure/account')
  }, 60_000)
})
