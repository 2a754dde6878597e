import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'
import { afterAll, describe, expect, it } from 'vitest'
import { createApp, signInApp } from '../../support/media-client.ts'
import { basic, startService } from '../../support/service.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const ownersPin = '908070'

type Listed = { personalUrl: string | null; user: { id: string; name: string } }

const ask = (authorization: string, query: string) =>
  service.graphql(query, { headers: { authorization } })

/** What the answer says went wrong; null for a success. */
async function failureOf(answer: ReturnType<typeof ask>) {
  const { errors } = await answer
  return errors?.[0]?.extensions?.code ?? null
}

async function createHome(pin?: string) {
  const auth = await service.createUser({
    mediaServer: {
      owner: { name: 'Olga', pin },
      users: [
        { name: 'Bob' },
        { name: 'Kim', pin: '471100' },
        { name: 'Mia', pin: '471100', personal: true },
        { name: 'Nora', password: 'nora-nora', personal: true },
      ],
    },
  })
  const owner = basic(auth)
  const { data } = await ask(owner, '{ serviceUsers { personalUrl user { id name } } }')
  const all = data.serviceUsers as Listed[]
  const of = (name: string) => all.find(({ user }) => user.name === name)!
  const authorize = (by: string, code: string, as?: string) => {
    const user = as === undefined ? '' : `, userId: "${of(as).user.id}"`
    return failureOf(ask(by, `mutation { authorizeQuickConnect(code: "${code}"${user}) }`))
  }
  const switchTo = (by: string, name: string, secret: string) => {
    const asked = `switchUser(userId: "${of(name).user.id}", secret: "${secret}")`
    return ask(by, `mutation { ${asked} { accessToken } }`)
  }
  const household = `${service.url}/media/${auth.uuid}/${auth.token}`
  const urlOf = (name: string) => of(name).personalUrl!
  return { auth, owner, household, urlOf, authorize, switchTo }
}

async function begin(at: string, device: string) {
  const api = getAuthenticationApi(createApp(at, device))
  const { data } = await api.initiateQuickConnect()
  const redeem = async () => {
    const quickConnectDto = { Secret: data.Secret! }
    const signedIn = (await api.authenticateWithQuickConnect({ quickConnectDto })).data
    return { name: signedIn.User?.Name, by: `Bearer ${signedIn.AccessToken}` }
  }
  return { code: data.Code!, redeem }
}

type Home = Awaited<ReturnType<typeof createHome>>

async function letIn(home: Home, at: string, as: string, by = home.owner) {
  const { code, redeem } = await begin(at, `of ${as}`)
  expect(await home.authorize(by, code, as)).toBeNull()
  return redeem()
}

const withoutPin = await createHome()
const withPin = await createHome(ownersPin)
const homes = { 'without a PIN': withoutPin, 'with a PIN': withPin }
const places = ['plain', 'household'] as const
const addressAt = (home: Home, place: (typeof places)[number]) =>
  place === 'plain' ? service.url : home.household

const cases = (Object.keys(homes) as (keyof typeof homes)[]).flatMap((kind) =>
  places.flatMap((place) => ['Bob', 'Kim'].map((name) => ({ kind, place, name }))),
)

describe('A device that the first user signs in as somebody else', () => {
  it.each(cases)(
    'asks for the secret of the first user $kind: $name, $place address',
    async ({ kind, place, name }) => {
      const home = homes[kind]
      const device = await letIn(home, addressAt(home, place), name)
      expect(device.name).toBe(name)
      const { data } = await ask(device.by, '{ serviceUsers { needs user { name } } }')
      expect(data.serviceUsers[0]).toEqual({
        needs: kind === 'with a PIN' ? 'PASSWORD_PIN' : 'PASSWORD',
        user: { name: 'Olga' },
      })
      expect(await failureOf(home.switchTo(device.by, 'Olga', ''))).toBe('UNAUTHORIZED')
      expect(await failureOf(home.switchTo(device.by, 'Olga', ownersPin))).toBe('UNAUTHORIZED')
      const { password } = home.auth
      const right = kind === 'with a PIN' ? `${password}/${ownersPin}` : password
      expect(await failureOf(home.switchTo(device.by, 'Olga', right))).toBeNull()
    },
  )

  it('does not hand on more, by a switch, a code or an app', async () => {
    const home = withoutPin
    const bob = await letIn(home, service.url, 'Bob')
    const switched = await home.switchTo(bob.by, 'Kim', '471100')
    const next = await begin(service.url, 'next')
    expect(await home.authorize(bob.by, next.code)).toBeNull()
    const device = '{ id: "app", name: "App", client: "App", version: "1" }'
    const app = await ask(bob.by, `mutation { signInApp(device: ${device}) { accessToken } }`)
    const all = [
      `Bearer ${switched.data.switchUser.accessToken}`,
      (await next.redeem()).by,
      `Bearer ${app.data.signInApp.accessToken}`,
    ]
    const refused = all.map((by) => failureOf(home.switchTo(by, 'Olga', '')))
    expect(await Promise.all(refused)).toEqual(Array(3).fill('UNAUTHORIZED'))
  })

  it('is as careful where the first user is signed in on a device of their own', async () => {
    const { token } = await signInApp(service.url, withoutPin.auth, 'own')
    const bob = await letIn(withoutPin, service.url, 'Bob', `Bearer ${token}`)
    expect(await failureOf(withoutPin.switchTo(bob.by, 'Olga', ''))).toBe('UNAUTHORIZED')
  })
})

describe('A device that asked at a personal address', () => {
  it('is signed in by the first user as the user of that address, who need not be named', async () => {
    const { code, redeem } = await begin(withoutPin.urlOf('Mia'), 'tablet')
    expect(await withoutPin.authorize(withoutPin.owner, code)).toBeNull()
    const mia = await redeem()
    expect(mia.name).toBe('Mia')
    expect(await failureOf(withoutPin.switchTo(mia.by, 'Olga', ''))).toBe('NOT_FOUND')
  })

  it('is signed in as nobody else, and its code stays usable', async () => {
    const home = withoutPin
    const kim = await letIn(home, service.url, 'Kim')
    const { code, redeem } = await begin(home.urlOf('Mia'), 'phone')
    const tries = [
      home.authorize(home.owner, code, 'Kim'),
      home.authorize(home.owner, code, 'Olga'),
      home.authorize(kim.by, code),
      withPin.authorize(withPin.owner, code),
    ]
    expect(await Promise.all(tries)).toEqual(Array(4).fill('FORBIDDEN'))
    expect(await home.authorize(home.owner, code, 'Mia')).toBeNull()
    expect((await redeem()).name).toBe('Mia')
  })

  it('is signed in by a user with a password of their own alone', async () => {
    const at = withoutPin.urlOf('Nora')
    const { code, redeem } = await begin(at, 'study')
    expect(await withoutPin.authorize(withoutPin.owner, code)).toBe('FORBIDDEN')
    const own = await getAuthenticationApi(createApp(at, 'desk')).authenticateUserByName({
      authenticateUserByName: { Username: '', Pw: 'nora-nora' },
    })
    expect(await withoutPin.authorize(`Bearer ${own.data.AccessToken}`, code)).toBeNull()
    expect((await redeem()).name).toBe('Nora')
  })

  it('is to another personal user one that nobody has asked for', async () => {
    const authenticateUserByName = { Username: '', Pw: 'nora-nora' }
    const api = getAuthenticationApi(createApp(withoutPin.urlOf('Nora'), 'desk'))
    const { data } = await api.authenticateUserByName({ authenticateUserByName })
    const refusalOf = async (code: string) => {
      const asked = `mutation { authorizeQuickConnect(code: "${code}") }`
      const [error] = (await ask(`Bearer ${data.AccessToken}`, asked)).errors!
      return [error!.message, error!.extensions]
    }
    const { code } = await begin(withoutPin.urlOf('Mia'), 'hers')
    expect(await refusalOf(code)).toEqual(await refusalOf('no code'))
  })

  it('counts refused codes as wrong ones', async () => {
    const home = await createHome()
    const { code } = await begin(withPin.urlOf('Mia'), 'guessed')
    const tries = Array.from({ length: 40 }, () => home.authorize(home.owner, code))
    await Promise.all(tries)
    expect(await home.authorize(home.owner, code)).toBe('RATE_LIMIT_EXCEEDED')
  })
})
