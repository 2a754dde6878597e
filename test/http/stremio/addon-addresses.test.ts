import { afterAll, describe, expect, it } from 'vitest'
import { startAddon } from '../../support/addon.ts'
import { failure, startService, unknownUuid } from '../../support/service.ts'
import { detectFromURL } from '../../support/stremio.ts'
import { variedStreams } from '../../support/varied-streams.ts'

const source = await startAddon({ streams: variedStreams, ends: afterAll })
const { dataDir, request, createUser } = await startService({}, afterAll)
const user = await createUser({ name: 'Home', sources: [source.source] })
const address = (auth = user) => `/stremio/${auth.uuid}/${auth.token}`

describe('an address that opens nothing', () => {
  it.each([
    ['an unknown user', `/stremio/${unknownUuid}/${user.token}`],
    ['a token that was changed', `${address()}x`],
    ['a wrong password', `/stremio/${user.uuid}/wrong-horse`],
  ])('of %s', async (_what, wrong) => {
    const { status, body } = await request(`${wrong}/manifest.json`)
    expect(status).toBe(401)
    expect(body).toEqual(failure('UNAUTHORIZED'))
    const streams = await request(`${wrong}/stream/movie/tt1.json`)
    expect(streams.status).toBe(401)
    expect(streams.body).toEqual({
      streams: [expect.objectContaining({ name: '⚠️ Stream Aggregation Service' })],
    })
  })

  it('of a user whose password was changed', async () => {
    const other = await createUser()
    await request('/graphql', {
      method: 'POST',
      auth: other,
      json: { query: 'mutation { changePassword(password: "another horse") { uuid } }' },
    })
    expect((await request(`${address(other)}/manifest.json`)).status).toBe(401)
  })

  it('may be opened by the password itself', async () => {
    const other = await createUser({}, 'pass word:with/odd?chars')
    const path = `/stremio/${other.uuid}/${encodeURIComponent(other.password)}/manifest.json`
    expect((await request(path)).status).toBe(200)
  })

  it.each(['/catalog/movie', '/meta.json', '/nothing', '/stream/movie'])(
    'for there is nothing at %s',
    async (path) => {
      expect((await request(address() + path)).status).toBe(404)
    },
  )
})

describe('an alias with a password or a token', async () => {
  const byAlias = await startService(
    {
      DATA_DIR: dataDir,
      ALIASED_CONFIGURATIONS: [
        `home:${user.uuid}:${user.password}`,
        `cabin:${user.uuid}:${user.token}`,
        `bare:${user.uuid}`,
        `wrong:${user.uuid}:wrong horse`,
      ].join(','),
    },
    afterAll,
  )

  it.each(['home', 'cabin'])('opens /stremio/u/%s', async (alias) => {
    const { addon } = await detectFromURL(`${byAlias.url}/stremio/u/${alias}/manifest.json`)
    expect(addon.manifest).toMatchObject({ name: 'Home' })
    expect((await addon.get('stream', 'movie', 'tt1')).streams).toHaveLength(5)
  })

  it('shows no secret in its manifest', async () => {
    const { text } = await byAlias.request('/stremio/u/cabin/manifest.json')
    expect(text).not.toContain(user.token)
  })

  it.each(['bare', 'unknown', 'constructor'])(
    'is needed: /stremio/u/%s is nothing',
    async (alias) => {
      const { status, body } = await byAlias.request(`/stremio/u/${alias}/manifest.json`)
      expect(status).toBe(404)
      expect(body).toEqual(failure('NOT_FOUND'))
    },
  )

  it('is refused where it is wrong', async () => {
    expect((await byAlias.request('/stremio/u/wrong/manifest.json')).status).toBe(401)
  })

  it('may stand for the UUID in the long address, too', async () => {
    const path = `/stremio/bare/${user.token}/manifest.json`
    expect((await byAlias.request(path)).status).toBe(200)
  })
})
