import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'
import { afterAll, describe, expect, it } from 'vitest'
import { createApp } from '../../support/media-client.ts'
import { basic, startService } from '../../support/service.ts'
import type { Auth } from '../../support/service.ts'

const limits = { RATE_LIMIT_SIGN_IN: 'off' }
const before = await startService(limits, afterAll)
const mediaServer = { owner: { name: 'Olga' }, users: [{ name: 'Mia', personal: true }] }
const home = await before.createUser({ mediaServer })
const neighbours = await before.createUser({ mediaServer: { owner: { name: 'Nils' } } })
const aliased = `home:${home.uuid}:${home.password},bare:${home.uuid}`
const service = await startService(
  { ...limits, DATA_DIR: before.dataDir, ALIASED_CONFIGURATIONS: aliased },
  afterAll,
)

const ask = (auth: Auth, query: string) =>
  service.graphql(query, { headers: { authorization: basic(auth) } })

const { data } = await ask(home, '{ serviceUsers { personalUrl } }')
const personal: string = data.serviceUsers[1].personalUrl

async function begin(at: string) {
  const api = getAuthenticationApi(createApp(at, 'tv'))
  const begun = await api.initiateQuickConnect()
  const { Code: code, Secret } = begun.data as { Code: string; Secret: string }
  const redeem = async () => {
    const signedIn = await api.authenticateWithQuickConnect({ quickConnectDto: { Secret } })
    return signedIn.data.User?.Name
  }
  return { code, redeem }
}

async function authorize(auth: Auth, code: string): Promise<string | null> {
  const { errors } = await ask(auth, `mutation { authorizeQuickConnect(code: "${code}") }`)
  return errors?.[0]?.extensions?.code ?? null
}

describe('A code that a device asked for', () => {
  it.each([
    ['at the address of a household', `${service.url}/media/${home.uuid}/${home.token}`, 'Olga'],
    ['at its alias', `${service.url}/media/u/home`, 'Olga'],
    ['at the address of one of its users', personal, 'Mia'],
  ])('%s is refused to users of another, and stays usable', async (_where, at, name) => {
    const { code, redeem } = await begin(at)
    expect(await authorize(neighbours, code)).toBe('FORBIDDEN')
    await expect(redeem()).rejects.toThrow('401')
    expect(await authorize(home, code)).toBeNull()
    expect(await redeem()).toBe(name)
  })

  it('at the plain address is taken from anybody', async () => {
    const { code, redeem } = await begin(service.url)
    expect(await authorize(neighbours, code)).toBeNull()
    expect(await redeem()).toBe('Nils')
  })

  it('at an alias, which can be guessed, is in no list of the household', async () => {
    const { code } = await begin(`${service.url}/media/u/home`)
    const listed = await ask(home, '{ waitingDevices { code } }')
    expect(listed.data.waitingDevices).not.toContainEqual({ code })
  })
})
