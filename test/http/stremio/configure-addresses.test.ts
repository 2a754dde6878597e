import { afterAll, describe, expect, it } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { startService } from '../../support/service.ts'
import { detectFromURL } from '../../support/stremio.ts'

const films = await startFilmSource({ films: 2, series: 0, ends: afterAll })
const first = await startService({}, afterAll)
const owner = await first.createUser({
  name: 'Home',
  sources: [films.source],
  mediaServer: { users: [{ name: 'Kim Öz', personal: true }] },
})
const query = '{ serviceUsers { personalManifestUrl } }'
const { data } = await first.graphql(query, { auth: owner })
const [personal] = data.serviceUsers.flatMap(
  (one: { personalManifestUrl: string | null }) => one.personalManifestUrl ?? [],
)
const code = personal.split('/').at(-2) as string
const { url, request } = await startService(
  {
    DATA_DIR: first.dataDir,
    ALIASED_CONFIGURATIONS: `home:${owner.uuid}:${owner.token},bare:${owner.uuid}`,
  },
  afterAll,
)
const kim = encodeURIComponent('Kim Öz')
const { uuid, token } = owner
const password = encodeURIComponent(owner.password)

describe('The page beside an address of the addon', () => {
  it.each([
    ['a configuration, by its token', `${uuid}/${token}`, 'Home'],
    ['a configuration, by its password', `${uuid}/${password}`, 'Home'],
    ['a user', `${uuid}/${token}/u/${kim}`, 'Home · Kim Öz'],
    ['an alias', 'u/home', 'Home'],
    ['a user of an alias', `u/home/u/${kim}`, 'Home · Kim Öz'],
    ['a personal user', `p/${code}`, 'Home · Kim Öz'],
  ])('of %s installs what is at that address', async (_what, path, name) => {
    const { status, text } = await request(`/stremio/${path}/configure`)
    expect(status).toBe(200)
    const [, inApp = ''] = /href="(stremio:[^"]+)"/.exec(text) ?? []
    const address = inApp.replace('stremio:', 'http:')
    expect(address).toBe(`${url}/stremio/${path}/manifest.json`)
    expect(text).toContain(`addon=${encodeURIComponent(address)}`)
    const { addon } = await detectFromURL(address)
    expect(addon.manifest).toMatchObject({ name, behaviorHints: { configurable: true } })
    const [, ofConfiguration] = /href="([^"]+)">Change its sources/.exec(text) ?? []
    expect(ofConfiguration === undefined).toBe(path.startsWith('p/'))
  })

  it.each([
    ['a wrong password', `${uuid}/wrong`, 401],
    ['an alias without a password', 'u/bare', 404],
    ['an unknown alias', 'u/nobody', 404],
    ['an unknown user of an alias', 'u/home/u/Nobody', 404],
    ['an unknown personal address', `p/${'x'.repeat(32)}`, 404],
    ['a user at a personal address', `p/${code}/u/${kim}`, 401],
  ])('of %s is not there', async (_what, path, status) => {
    const answer = await request(`/stremio/${path}/configure`)
    expect(answer.status).toBe(status)
    expect(answer.text).not.toContain('Home')
  })
})
