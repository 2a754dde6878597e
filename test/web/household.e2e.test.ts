import { afterAll, describe, expect, it } from 'vitest'
import { noChromium } from '../support/browser.ts'
import { startFilmSource } from '../support/film-source.ts'
import { createApp, signInApp } from '../support/media-client.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'
import {
  answer,
  click,
  openPages,
  openSignedIn,
  overflowOf,
  press,
  save,
  shows,
} from '../support/web-pages.ts'
import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'

const { source } = await startFilmSource({ ends: afterAll })
const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)

async function open(config: object) {
  const owner = await service.createUser(config)
  const { page } = await openPages(service.url)
  const mediaServer = async () => {
    const { data } = await service.graphql('{ me(raw: true) { userData } }', { auth: owner })
    return data.me.userData.mediaServer
  }
  return { owner, page, mediaServer }
}

const withKim = {
  mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim', pin: '4711' }] },
}

describe.skipIf(noChromium)('The household on the page of the media server', () => {
  it('a PIN stays when changing it is given up, and takes the focus when it is not', async () => {
    const { owner, page, mediaServer } = await open(withKim)
    await openSignedIn(page, service.url, owner, 'media-server')
    const pinOf = async () => (await mediaServer()).users[0].pin
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('inputmode'))
    await click(page, '::-p-aria([name="Details of Kim"])')
    await press(page, 'Change PIN')
    await until('the focus', focused, (mode) => mode === 'numeric')
    await page.keyboard.type('99')
    await press(page, 'Keep PIN')
    await page.waitForSelector('::-p-xpath(//button[.="Change PIN"])')
    await click(page, '::-p-xpath((//label[contains(., "Hidden")])[last()])')
    await press(page, 'Change PIN')
    await save(page)
    expect(await pinOf()).toEqual({ set: true })
    await press(page, 'Keep PIN')
    await press(page, 'Change PIN')
    await until('the focus', focused, (mode) => mode === 'numeric')
    await page.keyboard.type('1234')
    await save(page)
    await page.waitForSelector('::-p-xpath(//button[.="Change PIN"])')
    expect(await pinOf()).toEqual({ set: true })
    await press(page, 'Remove PIN')
    await save(page)
    expect((await mediaServer()).users[0].pin ?? null).toBeNull()
  }, 60_000)

  it('one of two users is signed out of a device that both use', async () => {
    const { owner, page } = await open(withKim)
    const olga = await signInApp(service.url, owner, 'tablet')
    const { data } = await getAuthenticationApi(
      createApp(service.url, 'tablet'),
    ).authenticateUserByName({
      authenticateUserByName: { Username: `${owner.uuid}/Kim`, Pw: `${owner.password}/4711` },
    })
    const statusWith = async (token: string) =>
      (await service.request('/Users/Me', { headers: { 'x-emby-token': token } })).status
    expect(await statusWith(data.AccessToken!)).toBe(200)
    await openSignedIn(page, service.url, owner, 'media-server')
    await click(page, '::-p-aria([name="Sign out Kim on The tablet"])')
    await shows(page, 'Sign out Kim on The tablet?')
    await answer(page, 'Sign out')
    await until(
      'Kim to be out',
      () => statusWith(data.AccessToken!),
      (status) => status === 401,
    )
    expect(await statusWith(olga.token)).toBe(200)
  }, 60_000)

  it('who gets an address of their own shares no history, and who shared with somebody removed has their own', async () => {
    const { owner, page, mediaServer } = await open({
      mediaServer: {
        owner: { name: 'Olga' },
        users: [
          { name: 'Kim' },
          { name: 'Mia', historyOf: 'Kim' },
          { name: 'Noah', historyOf: 'owner' },
        ],
      },
    })
    await openSignedIn(page, service.url, owner, 'media-server')
    await click(page, '::-p-aria([name="Details of Kim"])')
    await click(page, '::-p-aria([name="Details of Noah"])')
    await click(page, '::-p-xpath((//label[contains(., "An address of their own")])[2])')
    await click(page, '::-p-aria([name="Remove Kim"])')
    await shows(page, 'The history that Mia shared')
    await answer(page, 'Remove')
    await save(page)
    const { users } = await mediaServer()
    expect(users).toMatchObject([
      { name: 'Mia', historyOf: null },
      { name: 'Noah', historyOf: null, personal: true },
    ])
  }, 60_000)

  it('users of a parent configuration are shown as such, and copied before they change', async () => {
    const parent = await service.createUser(withKim)
    const { uuid, password } = parent
    const { owner, page, mediaServer } = await open({ parentConfig: { uuid, password } })
    await openSignedIn(page, service.url, owner, 'media-server')
    await shows(page, 'These users come from the parent configuration')
    await page.waitForSelector('::-p-xpath(//button[.="Add a user" and @disabled])')
    await press(page, 'Copy the users')
    await page.waitForSelector('::-p-aria([name="Details of Kim"])')
    await save(page)
    expect((await mediaServer()).users).toMatchObject([{ name: 'Kim', pin: { set: true } }])
  }, 60_000)

  it('fits a narrow window with long names in every list', async () => {
    const long = 'Maximiliane-Alexandra of the house by the lake'
    const { owner, page } = await open({
      sources: [{ ...source, name: long }],
      mediaServer: {
        owner: { name: long },
        users: [
          { name: `${long} II`, pin: '4711', password: 'a horse', hidden: true, personal: true },
        ],
      },
    })
    await signInApp(service.url, owner, long)
    await service.graphql('mutation ($name: String!) { createApiKey(name: $name) { id } }', {
      auth: owner,
      variables: { name: long },
    })
    await page.setViewport({ width: 360, height: 800 })
    for (const name of ['sources', 'media-server']) {
      await openSignedIn(page, service.url, owner, name)
      await page.waitForSelector('main li')
      if (name === 'media-server')
        await page.waitForSelector(`::-p-aria([name="Sign out ${long} on The ${long}"])`)
      await expect.poll(() => overflowOf(page)).toBe(0)
    }
  }, 60_000)
})
