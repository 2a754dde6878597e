import { afterAll, describe, expect, it } from 'vitest'
import { senderOf } from '../../support/media-client.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { startService } from '../../support/service.ts'

const { source } = await startFilmSource({ films: 1, series: 0, ends: afterAll })
const service = await startService({ RATE_LIMIT_SIGN_IN: 'off', PIN_ATTEMPTS: '100' }, afterAll)
const lengths = [6, 7, 8, 9, 10, 11, 12]
const pinOf = (length: number) => '918273645546'.slice(0, length)
const ownPinOf = (length: number) => '645546372819'.slice(0, length)
const config = {
  name: 'The Hollow House',
  sources: [source],
  mediaServer: {
    owner: { name: 'Olga', pin: '55443322' },
    users: [
      { name: 'Kimberly', pin: '471100', personal: true },
      { name: 'Nora', password: 'nora-nora', personal: true },
      { name: 'Barnaby' },
      ...lengths.map((length) => ({ name: `Guest ${length}`, pin: pinOf(length) })),
      ...lengths.map((length) => ({
        name: `Own ${length}`,
        pin: ownPinOf(length),
        personal: true,
      })),
    ],
  },
}
const owner = await service.createUser(config)
const { data } = await service.graphql('{ serviceUsers { user { name id } personalUrl } }', {
  auth: owner,
})
type Listed = { user: { name: string; id: string }; personalUrl: string | null }
const listed: Listed[] = data.serviceUsers
const urlOf = (name: string) => listed.find(({ user }) => user.name === name)!.personalUrl!
const [kim, nora] = [urlOf('Kimberly'), urlOf('Nora')]
const othersThan = (name: string) =>
  listed.flatMap(({ user }) => (user.name === name ? [] : [user.name, user.id]))

let devices = 0
const headersOf = () => ({
  'content-type': 'application/json',
  authorization: `MediaBrowser Client="App", Device="TV", DeviceId="device-${++devices}", Version="1"`,
})

async function post(address: string, body: object, headers = headersOf()) {
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  const { date: _date, ...seen } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers: seen, text: await answer.text() }
}

const signIn = (at: string, Username: string, Pw: string) =>
  post(`${at}/Users/AuthenticateByName`, { Username, Pw })

async function tokenOf(at: string, name: string, secret: string): Promise<string> {
  const { AccessToken } = JSON.parse((await signIn(at, name, secret)).text)
  expect(AccessToken).toMatch(/^\w{32,}$/)
  return AccessToken
}

/** `token` types the code of a device that asked at one address and signs in at the other. */
async function byCode(at: string, token: string | null, askedAt = at) {
  const headers = headersOf()
  const begun = JSON.parse((await post(`${askedAt}/QuickConnect/Initiate`, {}, headers)).text)
  if (token) await senderOf(service.url, token)(`/QuickConnect/Authorize?code=${begun.Code}`, {})
  const path = `${at}/Users/AuthenticateWithQuickConnect`
  return post(path, { Secret: begun.Secret }, headers)
}

const { uuid, password } = owner
const wrong: [method: string, name: string, secret: string][] = [
  ['by name', 'Barnaby', password],
  ['by name', 'Olga', password],
  ['by name and PIN', 'Olga', '55443322'],
  ['by name and password of that user', 'Nora', 'nora-nora'],
  ['by the id of the configuration and a name', `${uuid}/Barnaby`, password],
  [
    'by the id of the configuration, a name and both secrets',
    `${uuid}/Nora`,
    `${password}/nora-nora`,
  ],
  ['by the id of the configuration', uuid, password],
  ['by its own name', 'Kimberly', 'nora-nora'],
  ['without a name, by a password', '', 'nora-nora'],
  ['without a name, by the token of the configuration', '', owner.token],
  ['without a name, by its own PIN and another name', 'Barnaby', '471100'],
  ['by PIN alone, that of the first user', '', '55443322'],
  ...lengths.flatMap((length): [string, string, string][] => [
    [`by PIN alone, of ${length} digits`, '', pinOf(length)],
    [`by its own name and a PIN of ${length} digits`, 'Kimberly', pinOf(length)],
    [`by another name and a PIN of ${length} digits`, `Guest ${length}`, pinOf(length)],
  ]),
]

describe('With what another user signs in by, at a personal address', () => {
  it.each(wrong)(
    'nobody is signed in, %s: the answer is that to anything wrong',
    async (...how) => {
      const [, name, secret] = how
      const nobody = await signIn(kim, 'Nobody', 'wrong')
      expect(nobody.status).toBe(401)
      expect(await signIn(kim, name, secret)).toEqual(nobody)
      for (const other of [...othersThan('Kimberly'), uuid])
        expect(nobody.text).not.toContain(other)
    },
  )

  it('nobody is signed in by a code: the answer is that to a code that nobody typed', async () => {
    const untyped = await byCode(kim, null)
    expect(untyped.status).toBe(401)
    const bob = await tokenOf(service.url, `${uuid}/Barnaby`, password)
    const own = await tokenOf(nora, '', 'nora-nora')
    for (const token of [bob, own]) {
      expect(await byCode(kim, token)).toEqual(untyped)
      const elsewhere = await byCode(kim, token, service.url)
      expect(elsewhere.status).toBe(401)
      for (const other of othersThan('Kimberly')) expect(elsewhere.text).not.toContain(other)
    }
  })

  it.each(lengths)('its own user signs in by a PIN of %d digits alone', async (length) => {
    const name = `Own ${length}`
    const at = urlOf(name)
    const { status, text } = await signIn(at, '', ownPinOf(length))
    expect([status, JSON.parse(text).User?.Name]).toEqual([200, name])
    for (const wrongLength of lengths.filter((other) => other !== length))
      expect((await signIn(at, '', ownPinOf(wrongLength))).status).toBe(401)
  })

  it.each([
    ['by PIN alone', kim, 'Kimberly', () => signIn(kim, '', '471100')],
    ['by name and PIN', kim, 'Kimberly', () => signIn(kim, 'Kimberly', '471100')],
    ['by password alone', nora, 'Nora', () => signIn(nora, '', 'nora-nora')],
    ['by name and password', nora, 'Nora', () => signIn(nora, 'Nora', 'nora-nora')],
    ['by a code', nora, 'Nora', async () => byCode(nora, await tokenOf(nora, '', 'nora-nora'))],
  ])('its own user signs in %s and sees nobody else', async (_how, at, name, asking) => {
    const { status, text } = await asking()
    expect(status).toBe(200)
    const { AccessToken, User } = JSON.parse(text)
    expect(User.Name).toBe(name)
    const send = senderOf(at, AccessToken)
    const paths = ['/Users', '/Users/Public', '/Users/Me', '/Sessions', '/Devices', '/System/Info']
    const answers = await Promise.all(paths.map(async (path) => (await send(path)).body))
    const shown = text + JSON.stringify(answers)
    expect(shown).toContain(name)
    for (const other of [...othersThan(name), uuid]) expect(shown).not.toContain(other)
  })
})
