import { afterAll, describe, expect, it } from 'vitest'
import { filmId, startFilmSource } from '../../support/film-source.ts'
import { startService } from '../../support/service.ts'

const films = await startFilmSource({ films: 2, series: 0, ends: afterAll })
const service = await startService({}, afterAll)

async function startHome() {
  const configOf = (personal: boolean) => ({
    sources: [films.source],
    mediaServer: {
      owner: { name: 'Olga' },
      users: [{ name: 'Kim', personal, blockUnrated: true }],
    },
  })
  const owner = await service.createUser(configOf(true))
  const users = '{ serviceUsers { user { id name } personalUrl } }'
  const { data } = await service.graphql(users, { auth: owner })
  const kim = data.serviceUsers.find(({ personalUrl }: { personalUrl?: string }) => personalUrl)
  const code = kim.personalUrl.split('/').at(-1) as string
  const change = (personal: boolean) =>
    service.request('/api/v1/user', {
      method: 'PUT',
      auth: owner,
      json: { config: configOf(personal) },
    })
  return { owner, code, kimId: kim.user.id as string, change }
}

const get = (path: string) => service.request(path)

describe("A user's own address of the addon", () => {
  it('is as that user, by the code of the personal address alone', async () => {
    const { owner, code } = await startHome()
    const own = JSON.parse((await get(`/stremio/p/${code}/manifest.json`)).text)
    const named = `/stremio/${owner.uuid}/${owner.token}/u/Kim`
    const byName = JSON.parse((await get(`${named}/manifest.json`)).text)
    expect({ ...own, id: '' }).toEqual({ ...byName, id: '' })
    const streams = `stream/movie/${filmId(0)}.json`
    const ofKim = await get(`/stremio/p/${code}/${streams}`)
    expect(ofKim.text).toBe((await get(`${named}/${streams}`)).text)
    const ofAll = await get(`/stremio/${owner.uuid}/${owner.token}/${streams}`)
    expect(ofAll.text).not.toBe(ofKim.text)
  })

  it('tells and opens nothing of the configuration', async () => {
    const { owner, code } = await startHome()
    const pages = await Promise.all(
      ['manifest.json', 'configure', `stream/movie/${filmId(0)}.json`].map(async (path) => {
        const { status, text } = await get(`/stremio/p/${code}/${path}`)
        expect(status).toBe(200)
        return text
      }),
    )
    expect(pages.join('')).not.toContain(owner.uuid)
    expect(pages.join('')).not.toContain('/u/')
    const paths = [`/stremio/p/${code}/u/Olga/manifest.json`, '/stremio/p/manifest.json']
    for (const path of paths) expect((await get(path)).status).toBeGreaterThanOrEqual(400)
    for (const id of [code, owner.uuid]) {
      const auth = { uuid: id, password: code }
      expect((await service.request('/api/v1/user', { auth })).status).toBe(401)
    }
  })

  it('ends when it is renewed, and with `personal`', async () => {
    const { owner, code, kimId, change } = await startHome()
    const renew = `mutation { renewPersonalUrl(userId: "${kimId}") }`
    const { data } = await service.graphql(renew, { auth: owner })
    const renewed = data.renewPersonalUrl.split('/').at(-1) as string
    const status = async (one: string) => (await get(`/stremio/p/${one}/manifest.json`)).status
    expect([await status(code), await status(renewed), await status('nonsense')]).toEqual([
      404, 200, 404,
    ])
    await change(false)
    expect(await status(renewed)).toBe(404)
  })
})
