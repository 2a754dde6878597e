import { afterAll, describe, expect, it } from 'vitest'
import { startService } from '../support/service.ts'

const fields = 'addresses { mediaServerUrl manifestUrl }'
const service = await startService({ MEDIA_SERVER_PREFIX: 'films' }, afterAll)
const owner = await service.createUser({ mediaServer: { owner: { name: 'Olga' } } })
const other = await service.createUser({})

describe('Addresses of a configuration', () => {
  it('begin with the prefix of the media server, and open it', async () => {
    const { data } = await service.graphql(`{ me { ${fields} } }`, { auth: owner })
    const { mediaServerUrl, manifestUrl } = data.me.addresses
    const of = (path: string) => new RegExp(`^${service.url}/${path}/${owner.uuid}/[\\w-]{67}`)
    expect(mediaServerUrl).toMatch(of('films'))
    expect(manifestUrl).toMatch(of('stremio'))
    const users = await (await fetch(`${mediaServerUrl}/Users/Public`)).json()
    expect(users).toMatchObject([{ Name: 'Olga' }])
    expect((await fetch(manifestUrl)).status).toBe(200)
  })

  it('begin with the public address that the operator has set', async () => {
    const base = 'https://streams.example/some'
    const named = await startService({ BASE_URL: base })
    const auth = await named.createUser({})
    const { data } = await named.graphql(`{ me { ${fields} } }`, { auth })
    expect(data.me.addresses.mediaServerUrl).toMatch(`${base}/media/${auth.uuid}/`)
    expect(data.me.addresses.manifestUrl).toMatch(`${base}/stremio/${auth.uuid}/`)
  })

  it('are told to nobody but its owner', async () => {
    const query = `{ user(uuid: "${owner.uuid}") { ${fields} } }`
    const { errors } = await service.graphql(query, { auth: other })
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    const known = await service.graphql(query, { auth: owner })
    expect(known.data.user.addresses.manifestUrl).toContain(owner.uuid)
  })
})

describe('Aliases of a configuration', async () => {
  const { uuid, token } = owner
  const ALIASED_CONFIGURATIONS = [
    `name:${uuid}`,
    `open:${uuid}:${owner.password}`,
    `sealed:${uuid.toUpperCase()}:${token}`,
    `wrong:${uuid}:something else`,
    `others:${other.uuid}:${other.password}`,
  ].join()
  const env = {
    DATA_DIR: service.dataDir,
    MEDIA_SERVER_PREFIX: 'films',
    RATE_LIMIT_SIGN_IN: '1/1m',
  }
  const aliased = await startService({ ...env, ALIASED_CONFIGURATIONS }, afterAll)
  const query = `{ me { aliases { name ${fields} } } }`
  const at = (name: string) => ({
    mediaServerUrl: `${aliased.url}/films/u/${name}`,
    manifestUrl: `${aliased.url}/stremio/u/${name}/manifest.json`,
  })
  const known = async () => (await aliased.graphql(query, { auth: owner })).data.me.aliases

  it('are listed with the addresses that they open, which work', async () => {
    expect(await known()).toEqual([
      { name: 'name', addresses: null },
      { name: 'open', addresses: at('open') },
      { name: 'sealed', addresses: at('sealed') },
      { name: 'wrong', addresses: null },
    ])
    for (const name of ['open', 'sealed']) {
      expect((await fetch(at(name).manifestUrl)).status).toBe(200)
      const users = await (await fetch(`${at(name).mediaServerUrl}/Users/Public`)).json()
      expect(users).toMatchObject([{ Name: 'Olga' }])
    }
  })

  it('with a wrong password are no failed sign-ins of the owner', async () => {
    for (let times = 0; times < 3; times += 1) expect(await known()).toHaveLength(4)
  })

  it('open nothing more once the password has changed', async () => {
    const { data } = await aliased.graphql(
      'mutation { changePassword(password: "a new password") { encryptedPassword } }',
      { auth: owner },
    )
    const auth = { ...owner, password: data.changePassword.encryptedPassword }
    const { data: now } = await aliased.graphql(query, { auth })
    const addresses = now.me.aliases.map((one: { addresses: unknown }) => one.addresses)
    expect(addresses).toEqual([null, null, null, null])
  })
})
