import { afterAll, describe, expect, it } from 'vitest'
import { forbidden, mark, startChildrenHome } from '../../support/children-home.ts'
import { signInApp } from '../../support/media-client.ts'
import { draw } from '../../support/picture-host.ts'
import type { RequestOptions } from '../../support/service.ts'
import { startUpstream } from '../../support/upstream.ts'

const poster = await draw(60, 90).jpeg().toBuffer()
const host = await startUpstream(
  (_request, response) => void response.end(poster),
  '127.0.0.1',
  afterAll,
)
const { service, owner, ids, gentle, playlist, collection, hidden, send, kim, bob } =
  await startChildrenHome(afterAll, { pictures: host.url })
const views: { Id: string; Name: string }[] = JSON.parse(
  (await send(bob.token, 'GET', '/UserViews')).text,
).Items
const films = views.find(({ Name }) => Name === 'Films')!.Id
const stranger = await signInApp(service.url, await service.createUser({ name: 'Elsewhere' }))
const types = ['Primary', 'Backdrop', 'Logo', 'Thumb', 'Banner', 'Art', 'Disc']
const all = [...Object.values(ids), playlist, collection, hidden]

/** Addresses at the host that were fetched for somebody who asks for every picture of everything. */
async function fetchedFor({ token }: typeof kim): Promise<readonly string[]> {
  const before = host.paths.length
  for (const id of [...all, gentle]) {
    for (const type of types) {
      await send(token, 'GET', `/Items/${id}/Images/${type}`)
      await send(token, 'GET', `/Items/${id}/Images/${type}/0?maxWidth=300&format=Webp`)
    }
  }
  return host.paths.slice(before)
}

const isForbidden = (path: string): boolean => path.includes(mark)

describe('Pictures that the service carries', () => {
  it('are not fetched for a user who may not watch their title', async () => {
    const fetched = await fetchedFor(kim)
    expect(fetched.filter(isForbidden)).toEqual([])
    expect(fetched.length).toBeGreaterThan(0)
    expect((await fetchedFor(bob)).filter(isForbidden).length).toBeGreaterThan(0)
  })

  it('are not there for that user either once others have seen them', async () => {
    const statuses = async ({ token }: typeof kim) =>
      Promise.all(
        [ids.film, ids.show].map(
          async (id) => (await send(token, 'GET', `/Items/${id}/Images/Primary`)).status,
        ),
      )
    expect(await statuses(bob)).toEqual([200, 200])
    expect(await statuses(kim)).toEqual([404, 404])
  })

  it.each([
    ['playlist', playlist, 404],
    ['collection', collection, 404],
    ['library', films, 200],
  ])('show a %s without a token by its tag alone', async (_kind, id, forKim) => {
    const path = `/Items/${id}/Images/Primary`
    const statusFor = async (tag: string | null, token = '') =>
      (await send(token, 'GET', tag === null ? path : `${path}?tag=${tag}`)).status
    const { ImageTags } = JSON.parse((await send(bob.token, 'GET', `/Items/${id}`)).text)
    const tag: string = ImageTags.Primary
    const asked = [statusFor(tag), statusFor('0'), statusFor(null), statusFor(null, stranger.token)]
    expect(await Promise.all(asked)).toEqual([200, 404, 404, 404])
    const told = await send(stranger.token, 'GET', `/Items/${id}/Images`)
    expect(JSON.parse(told.text)).toEqual([])
    const withToken = [statusFor(null, kim.token), statusFor(null, bob.token)]
    expect(await Promise.all(withToken)).toEqual([forKim, 200])
  })

  it('have no address in the addon of that user', async () => {
    const addressesFor = async (user: string) => {
      const base = `/stremio/${owner.uuid}/${owner.token}/u/${user}`
      const read = async (path: string) => (await service.request(`${base}/${path}`)).text
      const { catalogs } = JSON.parse(await read('manifest.json')) as {
        catalogs: { type: string; id: string }[]
      }
      const texts = await Promise.all([
        ...catalogs.map(({ type, id }) => read(`catalog/${type}/${encodeURIComponent(id)}.json`)),
        ...Object.values(forbidden).map((id) => read(`meta/movie/${id}.json`)),
        ...Object.values(forbidden).map((id) => read(`meta/series/${id}.json`)),
      ])
      const links = texts.join().matchAll(/\/stremio\/pictures\/\w+\/[\w-]+/g)
      return new Set(Array.from(links, ([link]) => link))
    }
    const hers = await addressesFor('Kim')
    const his = await addressesFor('Bob')
    const before = host.paths.length
    await Promise.all([...hers].map((path) => service.request(path)))
    expect(host.paths.slice(before).filter(isForbidden)).toEqual([])
    const asked = await Promise.all([...his].map((path) => service.request(path)))
    expect(asked.every(({ status }) => status === 200)).toBe(true)
    expect(host.paths.slice(before).some(isForbidden)).toBe(true)
    expect(hers.size).toBeGreaterThan(0)
    expect(his.size).toBeGreaterThan(hers.size)
  })

  it('have no address at the pages for that user', async () => {
    const query =
      '{ catalogSample(catalogs: ["rated/movie/films", "rated/series/shows"]) { titles { picture } } }'
    const linksFor = async (init: RequestOptions) => {
      const { text } = await service.request('/graphql', {
        method: 'POST',
        ...init,
        json: { query },
      })
      return Array.from(text.matchAll(/\/configure\/pictures\/[\w-]+/g), ([link]) => link)
    }
    expect(await linksFor({ headers: { authorization: `Bearer ${kim.token}` } })).toEqual([])
    expect(await linksFor({ auth: owner })).toHaveLength(4)
  })
})
