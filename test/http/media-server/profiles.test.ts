import { afterAll, describe, expect, it } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { startService } from '../../support/service.ts'

const source = await startFilmSource({ films: 2, series: 1, ends: afterAll })
const limits = { RATE_LIMIT_SIGN_IN: 'off', PIN_ATTEMPTS: '3' }
const first = await startService(limits, afterAll)
const mediaServer = {
  owner: { name: 'Olga' },
  users: [
    { name: 'Kim', pin: '471100' },
    { name: 'Lena', password: 'her/own/password' },
    { name: 'Mats', password: 'his own password', pin: '4711' },
    { name: 'Guest', historyOf: 'owner' },
    { name: 'Secret', hidden: true, pin: '900100' },
  ],
}
const owner = await first.createUser({ name: 'Home', sources: [source.source], mediaServer })
const service = await startService(
  {
    ...limits,
    DATA_DIR: first.dataDir,
    ALIASED_CONFIGURATIONS: `home:${owner.uuid}:${owner.password},bare:${owner.uuid}`,
  },
  afterAll,
)

const at = { plain: '', alias: '/media/u/home', address: `/media/${owner.uuid}/${owner.token}` }
let devices = 0

/** Signs in on a new device; its token and user, or the status that refused. */
async function signIn(where: string, name: string, secret: string, url = service.url) {
  const response = await fetch(`${url}${where}/Users/AuthenticateByName`, {
    method: 'POST',
    headers: {
      authorization: `MediaBrowser Client="Test", Device="Test", DeviceId="device-${devices++}", Version="1"`,
    },
    body: JSON.stringify({ Username: name, Pw: secret }),
  })
  const text = await response.text()
  const body = response.ok ? JSON.parse(text) : null
  return {
    status: response.status,
    headers: response.headers,
    name: body?.User.Name,
    token: body?.AccessToken,
  }
}

async function get(token: string, path: string) {
  const response = await fetch(service.url + path, { headers: { 'x-emby-token': token } })
  const text = await response.text()
  return { status: response.status, body: response.ok && text ? JSON.parse(text) : null }
}

async function names(token: string): Promise<string[]> {
  const { body } = await get(token, '/Users')
  return body.map(({ Name }: { Name: string }) => Name)
}

describe('On the plain address', () => {
  it.each([
    ['the password of the configuration', '', owner.password, 'Olga'],
    ['its token', '', owner.token, 'Olga'],
    ['password and PIN together', '/Kim', `${owner.password}/471100`, 'Kim'],
    ['a password of the own, slashes and all', '/lena', 'her/own/password', 'Lena'],
    ['a password of the own with the PIN', '/Mats', 'his own password/4711', 'Mats'],
    [
      'the password of the configuration for a user without a secret',
      '/Guest',
      owner.password,
      'Guest',
    ],
    ['a name in any case, with spaces around it', '/ KIM ', `${owner.password}/471100`, 'Kim'],
  ])('%s opens its user', async (_what, name, secret, expected) => {
    expect(await signIn(at.plain, owner.uuid + name, secret)).toMatchObject({
      status: 200,
      name: expected,
    })
  })

  it('an alias stands for the UUID', async () => {
    expect(await signIn(at.plain, 'home/Kim', `${owner.password}/471100`)).toMatchObject({
      name: 'Kim',
    })
  })

  it.each([
    ['a user with a PIN by the password alone', '/Kim', owner.password],
    ['a user with a PIN by the PIN alone', '/Kim', '471100'],
    ['a user with a password of the own by that of the configuration', '/Lena', owner.password],
    ['a user with both by one of them', '/Mats', 'his own password'],
    ['nobody by a wrong password', '', 'wrong password'],
    ['a user that does not exist', '/Nobody', owner.password],
  ])('does not open %s', async (_what, name, secret) => {
    expect(await signIn(at.plain, owner.uuid + name, secret)).toMatchObject({ status: 401 })
  })

  it('answers alike for a configuration that does not exist', async () => {
    const unknown = await signIn(at.plain, '00000000-0000-4000-8000-000000000000', 'wrong password')
    expect(unknown.status).toBe(401)
  })

  it('lists nobody, and takes no PIN alone', async () => {
    const users = await fetch(`${service.url}/Users/Public`)
    expect(await users.json()).toEqual([])
    const info = await fetch(`${service.url}/System/Info/Public`)
    expect(await info.json()).toMatchObject({ service: { pinSignIn: false } })
  })
})

describe.each([
  ['by UUID and token', at.address],
  ['by alias', at.alias],
])('On an address that names the configuration %s', (_what, where) => {
  it('lists who is not hidden', async () => {
    const users = await fetch(`${service.url}${where}/Users/Public`)
    const list = (await users.json()) as { Name: string }[]
    expect(list.map(({ Name }) => Name)).toEqual(['Olga', 'Kim', 'Lena', 'Mats', 'Guest'])
  })

  it('a PIN of six digits opens its user, a shorter one does not', async () => {
    expect(await signIn(where, 'Kim', '471100')).toMatchObject({ name: 'Kim' })
    expect(await signIn(where, 'Mats', '4711')).toMatchObject({ status: 401 })
    const info = await fetch(`${service.url}${where}/System/Info/Public`)
    expect(await info.json()).toMatchObject({ service: { pinSignIn: true } })
  })

  it('still nobody comes in without a secret', async () => {
    expect(await signIn(where, 'Olga', '')).toMatchObject({ status: 401 })
    expect(await signIn(where, 'Guest', '')).toMatchObject({ status: 401 })
    expect(await signIn(where, '', owner.password)).toMatchObject({ name: 'Olga' })
  })
})

describe('An alias without a password', () => {
  it('has no address', async () => {
    expect(await signIn('/media/u/bare', 'Olga', owner.password)).toMatchObject({ status: 404 })
  })
})

describe('Users', () => {
  it('see who is not hidden; the first one everybody; a hidden one itself alone', async () => {
    const olga = await signIn(at.plain, owner.uuid, owner.password)
    const kim = await signIn(at.address, 'Kim', '471100')
    const secret = await signIn(at.plain, `${owner.uuid}/Secret`, `${owner.password}/900100`)
    expect(await names(olga.token)).toEqual(['Olga', 'Kim', 'Lena', 'Mats', 'Guest', 'Secret'])
    expect(await names(kim.token)).toEqual(['Olga', 'Kim', 'Lena', 'Mats', 'Guest'])
    expect(await names(secret.token)).toEqual(['Secret'])
  })

  it('keep their own histories, and share one where the configuration says so', async () => {
    const [olga, guest, kim] = await Promise.all([
      signIn(at.plain, owner.uuid, owner.password),
      signIn(at.plain, `${owner.uuid}/Guest`, owner.password),
      signIn(at.address, 'Kim', '471100'),
    ])
    const { body } = await get(olga.token, '/Items?recursive=true&includeItemTypes=Movie')
    const id = body.Items[0].Id
    await fetch(`${service.url}/UserPlayedItems/${id}`, {
      method: 'POST',
      headers: { 'x-emby-token': olga.token },
    })
    const played = async (token: string) =>
      (await get(token, `/UserItems/${id}/UserData`)).body.Played
    expect(await played(guest.token)).toBe(true)
    expect(await played(kim.token)).toBe(false)
  })
})

describe('Wrong PINs', () => {
  it('lock their user for a while, on every node and after a restart, and nobody else', async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await signIn(at.address, 'Secret', '111111')).toMatchObject({ status: 401 })
    }
    const locked = await signIn(at.address, 'Secret', '900100')
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await signIn(at.address, 'Secret', '900100', first.url)).toMatchObject({ status: 429 })
    expect(await signIn(at.address, 'Kim', '471100')).toMatchObject({ status: 200 })
    expect(await signIn(at.address, 'Secret', '900100')).toMatchObject({ status: 429 })
  })

  it('of a stranger who does not know the password lock nobody', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      await signIn(at.plain, `${owner.uuid}/Kim`, 'wrong password/111111')
    }
    expect(await signIn(at.address, 'Kim', '471100')).toMatchObject({ status: 200 })
  })
})

describe('A token', () => {
  it('ends with a new PIN of its user, and not with that of another', async () => {
    const own = await startService(limits)
    const user = await own.createUser({ mediaServer })
    const open = (name: string, secret: string) =>
      signIn('', `${user.uuid}/${name}`, secret, own.url)
    const [kim, lena] = [
      await open('Kim', `${user.password}/471100`),
      await open('Lena', 'her/own/password'),
    ]
    const who = async (token: string) =>
      (await fetch(`${own.url}/Users/Me`, { headers: { 'x-emby-token': token } })).status
    expect(await who(kim.token)).toBe(200)
    const { body } = await own.request('/api/v1/user', { auth: user })
    const config = body.data.userData
    config.mediaServer.users[0].pin = '12345678'
    await own.request('/api/v1/user', { auth: user, method: 'PUT', json: { config } })
    expect(await who(kim.token)).toBe(401)
    expect(await who(lena.token)).toBe(200)
    config.mediaServer.users = config.mediaServer.users.filter(
      ({ name }: { name: string }) => name !== 'Lena',
    )
    await own.request('/api/v1/user', { auth: user, method: 'PUT', json: { config } })
    expect(await who(lena.token)).toBe(401)
  })

  it('ends with its configuration, and with the media server being switched off', async () => {
    const own = await startService(limits)
    const user = await own.createUser({})
    const { token } = await signIn('', user.uuid, user.password, own.url)
    const who = async () =>
      (await fetch(`${own.url}/Users/Me`, { headers: { 'x-emby-token': token } })).status
    expect(await who()).toBe(200)
    const json = { config: { mediaServer: { enabled: false } } }
    await own.request('/api/v1/user', { auth: user, method: 'PUT', json })
    expect(await who()).toBe(401)
    expect(await signIn('', user.uuid, user.password, own.url)).toMatchObject({ status: 403 })
    await own.request('/api/v1/user', { auth: user, method: 'PUT', json: { config: {} } })
    expect(await who()).toBe(200)
    await own.request('/api/v1/user', { auth: user, method: 'DELETE' })
    expect(await who()).toBe(401)
  })

  it('of a device ends when another user with the right revokes the device', async () => {
    const olga = await signIn(at.plain, owner.uuid, owner.password)
    const kim = await signIn(at.address, 'Kim', '471100')
    const id = `device-${devices - 1}`
    const revoke = (token: string, device: string) =>
      fetch(`${service.url}/Devices?id=${device}`, {
        method: 'DELETE',
        headers: { 'x-emby-token': token },
      })
    expect((await revoke(kim.token, `device-${devices - 2}`)).status).toBe(404)
    expect((await revoke(olga.token, id)).status).toBe(204)
    expect((await get(kim.token, '/Users/Me')).status).toBe(401)
    expect((await get(olga.token, '/Users/Me')).status).toBe(200)
  })

  it('for a program is made by the first user alone, and named once', async () => {
    const olga = await signIn(at.plain, owner.uuid, owner.password)
    const kim = await signIn(at.address, 'Kim', '471100')
    const make = (token: string) =>
      fetch(`${service.url}/Auth/Keys?app=Dashboard`, {
        method: 'POST',
        headers: { 'x-emby-token': token },
      })
    expect((await make(kim.token)).status).toBe(403)
    const { AccessToken } = (await (await make(olga.token)).json()) as { AccessToken: string }
    expect((await get(AccessToken, '/UserViews')).status).toBe(200)
    const { body } = await get(olga.token, '/Auth/Keys')
    expect(body.Items).toEqual([expect.objectContaining({ AppName: 'Dashboard', AccessToken: '' })])
  })
})
