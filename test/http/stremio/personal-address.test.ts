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
      users: [{ name: 'Kim', personal, blockUnrated: true, pin: '471100' }],
    },
  })
  const owner = await service.createUser(configOf(true))
  const users = '{ serviceUsers { user { id name } personalUrl personalManifestUrl } }'
  const read = async () => {
    const { data } = await service.graphql(users, { auth: owner })
    const kim = data.serviceUsers.find(({ personalUrl }: { personalUrl?: string }) => personalUrl)
    const mediaCode = kim.personalUrl.split('/').at(-1) as string
    const code = kim.personalManifestUrl.split('/').at(-2) as string
    return { mediaCode, code, kimId: kim.user.id as string }
  }
  const { mediaCode, code, kimId } = await read()
  const change = (personal: boolean) =>
    service.request('/api/v1/user', {
      method: 'PUT',
      auth: owner,
      json: { config: configOf(personal) },
    })
  return { owner, mediaCode, code, kimId, change, read }
}

const get = (path: string) => service.request(path)

describe("A user's own address of the addon", () => {
  it('is as that user, by its code alone', async () => {
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

  it('is not open to whoever has that of the media server, which asks for the PIN, nor opens that one', async () => {
    const { mediaCode, code, read } = await startHome()
    expect((await get(`/stremio/p/${mediaCode}/manifest.json`)).status).toBe(404)
    expect((await get(`/media/p/${code}/Users/Public`)).status).toBe(404)
    expect((await get(`/media/p/${mediaCode}/Users/Public`)).status).toBe(200)
    // Devices that have it keep it.
    expect((await read()).code).toBe(code)
  })

  it('asks to be installed again where it has the code of the media server, as it once had', async () => {
    const { mediaCode, change } = await startHome()
    const ask = async () => {
      const { status, text } = await get(`/stremio/p/${mediaCode}/stream/movie/${filmId(0)}.json`)
      return { status, streams: JSON.parse(text).streams }
    }
    const note = {
      name: '⚠️ Stream Aggregation Service',
      description: 'Install this addon again; its address has changed.',
      externalUrl: `${service.url}/`,
    }
    expect(await ask()).toEqual({ status: 200, streams: [note] })
    expect((await get(`/stremio/p/${mediaCode}/manifest.json`)).status).toBe(404)
    await change(false)
    expect((await ask()).status).toBe(404)
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
    const { owner, code, kimId, change, read } = await startHome()
    const renew = `mutation { renewPersonalUrl(userId: "${kimId}") }`
    await service.graphql(renew, { auth: owner })
    const { code: renewed } = await read()
    const status = async (one: string) => (await get(`/stremio/p/${one}/manifest.json`)).status
    expect([await status(code), await status(renewed), await status('nonsense')]).toEqual([
      404, 200, 404,
    ])
    await change(false)
    expect(await status(renewed)).toBe(404)
  })
})
