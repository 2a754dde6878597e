import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'
import { getUserApi } from '@jellyfin/sdk/lib/utils/api/user-api.js'
import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startFilmSource } from '../support/film-source.ts'
import { createApp, signInApp } from '../support/media-client.ts'
import { startService } from '../support/service.ts'
import { startTrakt } from '../support/trackers/trakt-server.ts'
import { until } from '../support/until.ts'
import {
  answer,
  choose,
  click,
  fill,
  focusOn,
  openPages,
  openSignedIn,
  press,
  reload,
  save,
  seriousFaults,
  shows,
} from '../support/web-pages.ts'

const { source } = await startFilmSource({ ends: afterAll })

async function open(users: object[] = [{ name: 'Kim', pin: '4711' }]) {
  const trakt = await startTrakt()
  const service = await startService({
    RATE_LIMIT_SIGN_IN: 'off',
    TRAKT_CLIENT_ID: trakt.client.id,
    TRAKT_CLIENT_SECRET: trakt.client.secret,
    TRAKT_BASE_URL: trakt.url,
  })
  const owner = await service.createUser({
    sources: [source],
    mediaServer: { owner: { name: 'Olga' }, users },
  })
  const { page, troubles } = await openPages(service.url)
  const mediaServer = async () => {
    const { data } = await service.graphql('{ me(raw: true) { userData } }', { auth: owner })
    return data.me.userData.mediaServer
  }
  return { trakt, service, owner, page, troubles, mediaServer }
}

describe.skipIf(noChromium)('On the page of the media server', () => {
  it('a person adds a user with a password and an address of their own', async () => {
    const { service, owner, page, troubles, mediaServer } = await open()
    await openSignedIn(page, service.url, owner, 'media-server')
    await press(page, 'Add a user')
    await shows(page, 'A user needs a name.')
    await fill(page, 'Name', 'Mia')
    await fill(page, 'Own password', 'a horse of her own')
    await click(page, '::-p-xpath((//label[contains(., "An address of their own")])[last()])')
    await save(page)
    await click(page, '::-p-aria([name="Details of Mia"])')
    const field = await page.waitForSelector('::-p-aria([name="Address of Mia"])')
    const address = await field!.evaluate((input) => (input as unknown as { value: string }).value)
    expect(address).toMatch(/\/media\/p\/[\w-]+$/)
    const { data } = await getUserApi(createApp(address)).getPublicUsers()
    expect(data.map(({ Name }) => Name)).toEqual(['Mia'])
    expect((await mediaServer()).users).toMatchObject([
      { name: 'Kim', pin: { set: true } },
      { name: 'Mia', password: { set: true }, personal: true },
    ])
    expect(troubles).toEqual([])
  }, 60_000)

  it('a user is removed once that is confirmed, and comes back when it is undone', async () => {
    const { service, owner, page, mediaServer } = await open()
    await openSignedIn(page, service.url, owner, 'media-server')
    const remove = async () => {
      await click(page, '::-p-aria([name="Details of Kim"])')
      await click(page, '::-p-aria([name="Remove Kim"])')
      await answer(page, 'Remove')
      await shows(page, 'There are changes that are not saved.')
    }
    await remove()
    await press(page, 'Undo')
    await page.waitForSelector('::-p-aria([name="Details of Kim"])')
    await remove()
    await press(page, 'Dashboard')
    await shows(page, 'Leave without saving?')
    await answer(page, 'Stay here')
    expect((await mediaServer()).users).toHaveLength(1)
    await save(page)
    expect((await mediaServer()).users).toEqual([])
  }, 60_000)

  it('what somebody else has saved meanwhile is not overwritten, and what was typed stays', async () => {
    const { service, owner, page, mediaServer } = await open()
    await openSignedIn(page, service.url, owner, 'media-server')
    await press(page, 'Add a user')
    await fill(page, 'Name', 'Mia')
    const config = { mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Noah' }] } }
    const { status } = await service.request('/api/v1/user', {
      method: 'PUT',
      auth: owner,
      json: { config },
    })
    expect(status).toBe(200)
    await press(page, 'Save')
    await shows(page, 'The configuration was changed elsewhere meanwhile.')
    await shows(page, 'Mia')
    expect((await mediaServer()).users).toMatchObject([{ name: 'Noah' }])
  }, 60_000)

  it('libraries are hidden and put in order with the keyboard', async () => {
    const { service, owner, page, mediaServer } = await open()
    await openSignedIn(page, service.url, owner, 'media-server')
    const names = () =>
      page.$$eval('main li', (lines) => lines.map((line) => line.textContent.replace(/[⠿↑↓]/g, '')))
    await page.waitForSelector('main li')
    const [first, second] = await until('libraries', names, (found) => found.length > 1)
    await focusOn(page, `::-p-aria([name="Move ${second} up"])`)
    await page.keyboard.press('Enter')
    await click(page, `::-p-aria([name="${first} is shown"])`)
    await save(page)
    const { libraries } = await mediaServer()
    expect(libraries.order.slice(0, 2)).toEqual([second, first])
    expect(libraries.hidden).toEqual([first])
    await reload(page)
    await page.waitForSelector('main li')
    expect((await names())[0]).toBe(second)
  }, 60_000)

  it('a device is signed in with its code, and signed out again', async () => {
    const { service, owner, page } = await open()
    await openSignedIn(page, service.url, owner, 'media-server')
    await shows(page, 'No app is signed in yet.')
    await shows(page, 'The app is signed in as Olga.')
    const api = getAuthenticationApi(createApp(service.url, 'bedroom'))
    const { data } = await api.initiateQuickConnect()
    await fill(page, 'Code', '000000' === data.Code ? '000001' : '000000')
    await press(page, 'Sign the device in')
    await shows(page, 'This did not work')
    await fill(page, 'Code', data.Code!)
    await press(page, 'Sign the device in')
    await shows(page, 'The device is signed in.')
    const state = await api.getQuickConnectState({ secret: data.Secret! })
    expect(state.data.Authenticated).toBe(true)
    const { app } = await signInApp(service.url, owner, 'kitchen')
    await reload(page)
    await click(page, '::-p-aria([name="Sign out Olga on The kitchen"])')
    await answer(page, 'Sign out')
    await shows(page, 'No app is signed in yet.')
    await expect(getUserApi(app).getCurrentUser()).rejects.toMatchObject({
      response: { status: 401 },
    })
  }, 60_000)

  it("a device that asked at the household's address is signed in with a click, as a user of choice", async () => {
    const { service, owner, page } = await open()
    const api = getAuthenticationApi(
      createApp(`${service.url}/media/${owner.uuid}/${owner.token}`, 'bedroom'),
    )
    const { data } = await api.initiateQuickConnect()
    await openSignedIn(page, service.url, owner, 'media-server')
    await shows(page, `shows ${data.Code}`)
    await choose(page, 'Signed in as', 'Kim')
    expect(await seriousFaults(page)).toEqual([])
    await click(page, '::-p-aria([name="Sign in The bedroom"])')
    await shows(page, 'The bedroom is signed in.')
    const signedIn = await api.authenticateWithQuickConnect({
      quickConnectDto: { Secret: data.Secret! },
    })
    expect(signedIn.data.User?.Name).toBe('Kim')
    await page.waitForFunction(() => !document.body.innerText.includes('Waiting for your consent'))
  }, 60_000)

  it('a device is not offered for a user who has a password of their own, which is said', async () => {
    const { service, owner, page } = await open([{ name: 'Nora', password: 'nora-nora' }])
    const at = `${service.url}/media/${owner.uuid}/${owner.token}`
    await getAuthenticationApi(createApp(at, 'study')).initiateQuickConnect()
    await openSignedIn(page, service.url, owner, 'media-server')
    await choose(page, 'Signed in as', 'Nora')
    await shows(page, 'This user has a password of their own')
    const button = await page.waitForSelector('::-p-aria([name="Sign in The study"])')
    expect(await button!.evaluate((one) => one.matches(':disabled'))).toBe(true)
    await choose(page, 'Signed in as', 'Olga')
    await click(page, '::-p-aria([name="Sign in The study"])')
    await shows(page, 'The study is signed in.')
  }, 60_000)

  it('a key is shown once, listed and revoked', async () => {
    const { service, owner, page } = await open()
    await openSignedIn(page, service.url, owner, 'media-server')
    await fill(page, 'Name of the program', 'Jellystat')
    await press(page, 'Make a key')
    await shows(page, 'It is shown this once')
    const field = await page.waitForSelector('::-p-aria([name="Jellystat"])')
    const key = await field!.evaluate((input) => (input as unknown as { value: string }).value)
    const asked = async () =>
      (await service.request('/Users', { headers: { 'x-emby-token': key } })).status
    expect(await asked()).toBe(200)
    await click(page, '::-p-aria([name="Revoke Jellystat"])')
    await answer(page, 'Revoke')
    await until('the key to end', asked, (status) => status === 401)
    await page.waitForSelector('::-p-aria([name="Revoke Jellystat"])', { hidden: true })
  }, 60_000)

  it('a tracker is connected with its code and disconnected, and no state has a serious fault', async () => {
    const { trakt, service, owner, page } = await open()
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
    await openSignedIn(page, service.url, owner, 'media-server')
    await click(page, '::-p-aria([name="Details of Kim"])')
    await click(page, '::-p-aria([name="Connect Trakt for Olga"])')
    await shows(page, 'Waiting until you have typed it')
    expect(await seriousFaults(page)).toEqual([])
    const stateOf = async (wanted: string) => {
      const { data } = await service.graphql('{ trackers { name state userId } }', { auth: owner })
      const { data: known } = await service.graphql('{ serviceUsers { user { id name } } }', {
        auth: owner,
      })
      const users = known.serviceUsers as { user: { id: string; name: string } }[]
      const id = users.find(({ user }) => user.name === wanted)!.user.id
      const trackers = data.trackers as { name: string; state: string; userId: string }[]
      return trackers.find((one) => one.userId === id && one.name === 'Trakt')!.state
    }
    for (const code of trakt.codes.keys()) trakt.codes.set(code, 'approved')
    await until(
      'the connection',
      () => stateOf('Olga'),
      (state) => state === 'CONNECTED',
    )
    await click(page, '::-p-aria([name="Disconnect Trakt of Olga"])')
    await page.waitForSelector('[role=dialog]')
    expect(await seriousFaults(page)).toEqual([])
    await answer(page, 'Disconnect')
    await page.waitForSelector('::-p-aria([name="Disconnect Trakt of Olga"])', { hidden: true })
    expect(await stateOf('Olga')).toBe('DISCONNECTED')
  }, 60_000)
})
