import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'
import { getUserApi } from '@jellyfin/sdk/lib/utils/api/user-api.js'
import { afterAll, describe, expect, it } from 'vitest'
import { createApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)

async function createHousehold() {
  const auth = await service.createUser({
    mediaServer: {
      owner: { name: 'Olga' },
      users: [
        { name: 'Kim', pin: '471100' },
        { name: 'Nora', password: 'nora-nora' },
        { name: 'Mia', pin: '471100', personal: true },
      ],
    },
  })
  const ask = (query: string, asked: object = { auth }) => service.graphql(query, asked)
  const { data } = await ask('{ serviceUsers { personalUrl user { id name } } }')
  type Listed = { personalUrl: string | null; user: { id: string; name: string } }
  const all = data.serviceUsers as Listed[]
  const of = (name: string) => all.find(({ user }) => user.name === name)!
  return { auth, ask, of, address: `${service.url}/media/${auth.uuid}/${auth.token}` }
}

const waiting = '{ waitingDevices { code userId device { id name client } } }'
const house = await createHousehold()
const { ask, of, address } = house

async function begin(at: string, device: string) {
  const api = getAuthenticationApi(createApp(at, device))
  const { data } = await api.initiateQuickConnect()
  return { api, code: data.Code!, secret: data.Secret! }
}

async function listed(home = house) {
  const { data } = await home.ask(waiting)
  return data.waitingDevices as { code: string; userId: string | null; device: object }[]
}

const approve = (code: string, user: string) =>
  ask(`mutation { authorizeQuickConnect(code: "${code}", userId: "${of(user).user.id}") }`)

describe('Devices that wait for consent', () => {
  it('are those that asked at the address of the household or of one of its users', async () => {
    const other = await createHousehold()
    const first = await begin(address, 'tv')
    const second = await begin(of('Mia').personalUrl!, 'tablet')
    await begin(service.url, 'plain')
    await begin(other.address, 'theirs')
    await begin(`${address}x`, 'guessed')
    expect(await listed()).toEqual([
      {
        code: second.code,
        userId: of('Mia').user.id,
        device: { id: 'tablet', name: 'The tablet', client: 'Test App' },
      },
      {
        code: first.code,
        userId: null,
        device: { id: 'tv', name: 'The tv', client: 'Test App' },
      },
    ])
    expect(await listed(other)).toMatchObject([{ device: { id: 'theirs' } }])
  })

  it('are signed in as the chosen user, and wait no longer', async () => {
    const { api, code, secret } = await begin(address, 'bedroom')
    expect((await approve(`${code.slice(0, 3)} – ${code.slice(3)}`, 'Kim')).errors).toBeUndefined()
    const { data } = await api.authenticateWithQuickConnect({
      quickConnectDto: { Secret: secret },
    })
    expect(data.User?.Name).toBe('Kim')
    expect((await listed()).map((one) => one.code)).not.toContain(code)
  })

  it('are not signed in by another as a user who has a password of their own', async () => {
    const { code } = await begin(address, 'study')
    expect((await approve(code, 'Nora')).errors).toMatchObject([
      { extensions: { code: 'FORBIDDEN' } },
    ])
  })

  it('are shown to the first user alone, who alone chooses', async () => {
    const { api, code, secret } = await begin(address, 'kitchen')
    await approve(code, 'Kim')
    const { data } = await api.authenticateWithQuickConnect({
      quickConnectDto: { Secret: secret },
    })
    const headers = { authorization: `Bearer ${data.AccessToken}` }
    const next = await begin(address, 'hall')
    const olgas = `mutation { authorizeQuickConnect(code: "${next.code}", userId: "${of('Olga').user.id}") }`
    for (const query of [waiting, olgas]) {
      expect((await ask(query, { headers })).errors).toMatchObject([
        { extensions: { code: 'FORBIDDEN' } },
      ])
    }
    const app = createApp(service.url)
    app.update({ accessToken: data.AccessToken! })
    expect((await getUserApi(app).getCurrentUser()).data.Name).toBe('Kim')
  })
})
