import { afterAll, describe, expect, it } from 'vitest'
import { mediaRoutes } from '../../../src/http/media-server/routes.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { startService } from '../../support/service.ts'

const { source } = await startFilmSource({ films: 3, series: 1, ends: afterAll })
const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const avatar = 'data:image/png;base64,iVBORw0KGgo='
const others = ['Olga', 'Barnaby', 'Nora']
const config = {
  name: 'The Hollow House',
  logo: 'https://pictures.example/hollow.png',
  sources: [source],
  mediaServer: {
    owner: { name: 'Olga', avatar },
    users: [
      { name: 'Kimberly', pin: '471100', personal: true, avatar },
      { name: 'Nora', password: 'nora-nora', personal: true },
      { name: 'Barnaby' },
    ],
  },
}
const owner = await service.createUser(config)
const { token: olga, userId: olgaId } = await signInApp(service.url, owner)
const send = senderOf(service.url, olga)

type Listed = { user: { name: string; id: string }; personalUrl: string | null }

type GraphqlAnswer = {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
  data: any
  errors?: [{ extensions: { code: string } }]
}

async function graphql(token: string, query: string): Promise<GraphqlAnswer> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  })
  return response.json() as Promise<GraphqlAnswer>
}

async function listed(token: string): Promise<Listed[]> {
  const { data } = await graphql(token, '{ serviceUsers { user { name id } personalUrl } }')
  return data.serviceUsers
}

const urlOf = async (name: string) =>
  (await listed(olga)).find(({ user }) => user.name === name)!.personalUrl!

let devices = 0

async function signIn(at: string, username: string, secret: string) {
  const device = `device-${++devices}`
  const response = await fetch(`${at}/Users/AuthenticateByName`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `MediaBrowser Client="App", Device="TV", DeviceId="${device}", Version="1"`,
    },
    body: JSON.stringify({ Username: username, Pw: secret }),
  })
  const body = response.ok ? await response.json() : null
  return { status: response.status, token: body?.AccessToken as string, name: body?.User.Name }
}

const at = await urlOf('Kimberly')
const kim = (await signIn(at, '', '471100')).token

describe('The address of a personal user', () => {
  it('is read by the first user alone, the same each time, and only of such users', async () => {
    expect(at).toMatch(new RegExp(`^${service.url}/media/p/[\\w-]{32}$`))
    expect(await urlOf('Kimberly')).toBe(at)
    expect((await listed(olga)).map(({ personalUrl }) => personalUrl !== null)).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect((await listed(kim)).map(({ personalUrl }) => personalUrl)).toEqual([null])
    const { body } = await send('/Service/Users')
    expect(body.map((one: { personalUrl?: string }) => one.personalUrl)[1]).toBe(at)
  })

  it('shows the name and logo of the household, and that user alone', async () => {
    const info = (await senderOf(at, '')('/System/Info/Public')).body
    expect(info.ServerName).toBe('The Hollow House')
    expect(info.service).toMatchObject({ personal: true, logo: config.logo, pinSignIn: true })
    expect((await send('/System/Info/Public')).body.service.personal).toBeUndefined()
    const shown = (await senderOf(at, '')('/Users/Public')).body
    expect(shown.map(({ Name }: { Name: string }) => Name)).toEqual(['Kimberly'])
  })

  it.each([
    ['its PIN alone', '', '471100', 'Kimberly'],
    ['its name and PIN', 'kimberly', '471100', 'Kimberly'],
    ['a wrong PIN', '', '471101', undefined],
    ["another user's name with a right secret", 'Barnaby', owner.password, undefined],
    ["the first user's", 'Olga', owner.password, undefined],
  ])('signs that user in by %s', async (_what, username, secret, name) => {
    expect((await signIn(at, username, secret)).name).toBe(name)
  })

  it('signs a user in by a password of their own', async () => {
    const hers = await urlOf('Nora')
    expect((await signIn(hers, '', 'nora-nora')).name).toBe('Nora')
    expect((await signIn(hers, 'Kimberly', 'nora-nora')).status).toBe(401)
  })

  it('takes a code of Quick Connect that this user or the first one typed, and no other', async () => {
    const headers = {
      authorization: 'MediaBrowser Client="App", Device="TV", DeviceId="quick", Version="1"',
      'content-type': 'application/json',
    }
    const results: number[] = []
    const bob = (await signIn(service.url, `${owner.uuid}/Barnaby`, owner.password)).token
    for (const token of [bob, olga, kim]) {
      const begun = await fetch(`${at}/QuickConnect/Initiate`, { method: 'POST', headers })
      const { Secret, Code } = (await begun.json()) as { Secret: string; Code: string }
      await senderOf(service.url, token)(`/QuickConnect/Authorize?code=${Code}`, {})
      const body = JSON.stringify({ Secret })
      const path = `${at}/Users/AuthenticateWithQuickConnect`
      results.push((await fetch(path, { method: 'POST', headers, body })).status)
    }
    expect(results).toEqual([401, 200, 200])
  })

  it('lets no other user in', async () => {
    expect((await senderOf(at, olga)('/Users/Me')).status).toBe(401)
    expect((await senderOf(at, kim)('/Users/Me')).body.Name).toBe('Kimberly')
  })

  it('lets in no user of another configuration who has the same id', async () => {
    const id = (await listed(olga)).find(({ user }) => user.name === 'Kimberly')!.user.id
    const double = { id, name: 'Kimberly', pin: '471100' }
    const elsewhere = await service.createUser({ mediaServer: { users: [double] } })
    const stranger = await signIn(
      service.url,
      `${elsewhere.uuid}/Kimberly`,
      `${elsewhere.password}/471100`,
    )
    expect(stranger.status).toBe(200)
    const { status } = await senderOf(at, stranger.token)('/Users/Me')
    expect(status).toBe(401)
  })

  it('ends when it is renewed, and when the user is personal no more', async () => {
    const id = (await listed(olga)).find(({ user }) => user.name === 'Nora')!.user.id
    const before = await urlOf('Nora')
    const renew = `mutation { renewPersonalUrl(userId: "${id}") }`
    const refused = await graphql(kim, renew)
    expect(refused.errors?.[0].extensions.code).toBe('FORBIDDEN')
    const { data } = await graphql(olga, renew)
    const renewed: string = data.renewPersonalUrl
    expect(renewed).toBe(await urlOf('Nora'))
    expect((await fetch(`${before}/System/Info/Public`)).status).toBe(404)
    expect((await fetch(`${renewed}/System/Info/Public`)).status).toBe(200)
    const { users } = config.mediaServer
    const changed = users.map((user) =>
      user.name === 'Nora' ? { ...user, personal: false } : user,
    )
    const json = { config: { ...config, mediaServer: { ...config.mediaServer, users: changed } } }
    await service.request('/api/v1/user', { method: 'PUT', auth: owner, json })
    expect((await fetch(`${renewed}/System/Info/Public`)).status).toBe(404)
    await service.request('/api/v1/user', { method: 'PUT', auth: owner, json: { config } })
  })
})

describe('A personal user', () => {
  it('sees on no route that there are others', async () => {
    // A configuration that is saved with its PINs ends what was signed in by them.
    const kim = (await signIn(at, '', '471100')).token
    await send('/Playlists', { Name: 'For all', IsPublic: true, Ids: [] })
    const bob = await signIn(service.url, `${owner.uuid}/Barnaby`, owner.password)
    expect(bob.name).toBe('Barnaby')
    const ids = (await listed(olga))
      .filter(({ user }) => user.name !== 'Kimberly')
      .map(({ user }) => user.id)
    const options = {
      serverId: '',
      serverName: '',
      prefix: 'media',
      logoUrl: null,
      configureUrl: () => null,
      pinSignIn: true,
      fillers: false,
      version: { tag: '', channel: '', commit: null },
    }
    const paths = mediaRoutes(options)
      .filter(({ method }) => method === 'GET')
      .flatMap(({ path }) => [...ids, 'x'].map((id) => path.replaceAll(/:\w+/g, id)))
    expect((await senderOf(at, kim)('/Users/Me')).status).toBe(200)
    for (const path of new Set(paths)) {
      const query = path.includes('?') ? '&' : '?'
      const response = await fetch(`${at}${path}${query}recursive=true&includeItemTypes=Playlist`, {
        headers: { 'x-emby-token': kim },
      })
      const text = await response.text()
      const shown = [...others, ...ids, 'For all'].filter((other) => text.includes(other))
      expect([path, shown.filter((other) => !path.includes(other))]).toEqual([path, []])
    }
  })

  it('sees none over GraphQL', async () => {
    const kim = (await signIn(at, '', '471100')).token
    const { data, errors } = await graphql(
      kim,
      `{ household { ownerId users { id name } } serviceUsers { user { name } }
         activity { users { user { name } historyOf } sessions { user { name } } }
         history { nodes { userId } } plays { nodes { user { name } } } devices { device { id } user { name } } sessions { user { name } }
         node(id: "${olgaId}") { id } }`,
    )
    expect(errors).toBeUndefined()
    expect(JSON.stringify(data)).toContain('Kimberly')
    for (const other of [...others, olgaId]) expect(JSON.stringify(data)).not.toContain(other)
  })

  it.each([
    ['has a history of their own', { name: 'Kimberly', personal: true, historyOf: 'owner' }, {}],
    ['shares it with nobody', { name: 'Kimberly', personal: true }, { historyOf: 'Kimberly' }],
  ])('%s', async (_what, user, other) => {
    const users = [user, { name: 'Barnaby', ...other }]
    const json = { config: { mediaServer: { users } }, password: 'long enough' }
    const { status, body } = await service.request('/api/v1/user', { method: 'POST', json })
    expect([status, body.error?.code]).toEqual([400, 'INVALID_CONFIG'])
  })
})
