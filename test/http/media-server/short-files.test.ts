import { describe, expect, it } from 'vitest'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { itemId, startRoutes } from '../../support/byte-routes.ts'
import { like, page, part } from '../../support/dead-links.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { startLastingFiles } from '../../support/lasting-files.ts'
import { libraryItem } from '../../support/library-item.ts'
import { signInApp } from '../../support/media-client.ts'
import { lengthOf } from '../../support/media-files.ts'
import { startService } from '../../support/service.ts'

const [clip, film] = [120_000, 5_400_000]

type Routes = Awaited<ReturnType<typeof startRoutes>>

/** How long the file is that is carried to a page. */
async function carried({ open }: Routes, headers: object = page): Promise<number> {
  const answer = await open(`/Videos/${itemId}/stream`, { ...headers })
  const [first] = await answer.take(1).toArray()
  answer.destroy()
  return lengthOf(first as Buffer)
}

/** Where a player is sent. */
const sentTo = async ({ get }: Routes, method = 'GET') =>
  new URL((await get(`/Videos/${itemId}/stream`, {}, method)).headers.location!).pathname

async function start(lengths: Record<string, number[]>, readsHeaders = true) {
  const files = await startLastingFiles(lengths)
  const results = Object.keys(lengths).map((path, place) =>
    like(files.url + path, { filename: `Film.${place}.mkv` }),
  )
  const routes = await startRoutes({ results, readsHeaders })
  expect(libraryItem().runtimeMs).toBe(film)
  return { files, routes }
}

describe('A file that is far shorter than its title by its own header', () => {
  it('is opened twice where bytes are carried, read from what is sent, then the version most like it plays', async () => {
    const { files, routes } = await start({ '/clip': [clip], '/film': [film] })
    expect(await carried(routes)).toBe(film)
    expect(files.opened).toEqual(['/clip', '/clip', '/film'])
    expect(routes.dead).toEqual(['links alpha invalid'])
    expect(await carried(routes, part(0))).toBe(film)
    expect(files.read).toEqual([])
  })

  it('is read twice where players are sent to it, then they are sent to the version most like it', async () => {
    const { files, routes } = await start({ '/clip': [clip], '/film': [film] })
    expect(await sentTo(routes, 'HEAD')).toBe('/film')
    expect(await sentTo(routes)).toBe('/film')
    expect(files.read).toEqual(['/clip', '/clip', '/film'])
    expect(files.opened).toEqual([])
    expect(routes.dead).toEqual(['links alpha invalid'])
  })

  it('plays where its service has the film the second time, and the next time too', async () => {
    const lengths = () => ({ '/late': [clip, film], '/other': [film] })
    const sent = await start(lengths())
    expect(await sentTo(sent.routes)).toBe('/late')
    expect(await sentTo(sent.routes)).toBe('/late')
    expect(sent.files.read).toEqual(['/late', '/late'])
    const own = await start(lengths())
    expect(await carried(own.routes)).toBe(film)
    expect(own.files.opened).toEqual(['/late', '/late'])
    expect([...sent.routes.dead, ...own.routes.dead]).toEqual([])
  })

  it('plays where nothing else does: it may say why', async () => {
    const one = await start({ '/clip': [clip] })
    expect(await carried(one.routes)).toBe(clip)
    const other = await start({ '/a': [clip], '/b': [clip], '/c': [clip], '/d': [film] })
    expect(await sentTo(other.routes)).toBe('/a')
    expect(other.files.read).toEqual(['/a', '/a', '/b', '/b', '/c', '/c'])
  })

  it('is no clip if it is part of a film, or as long as an eighth of it', async () => {
    for (const length of [film / 2, film / 8]) {
      const { routes } = await start({ '/part': [length], '/film': [film] })
      expect([await sentTo(routes), await carried(routes)]).toEqual(['/part', length])
      expect(routes.dead).toEqual([])
    }
  })

  it('plays unread where files are not read', async () => {
    const { files, routes } = await start({ '/clip': [clip], '/film': [film] }, false)
    expect([await sentTo(routes), await carried(routes)]).toEqual(['/clip', clip])
    expect(files).toMatchObject({ read: [], opened: ['/clip'] })
  })
})

describe('The first of two versions that is a clip', () => {
  it.each([
    { setting: { READ_FILE_HEADERS: 'true' }, version: '1', count: 1 },
    { setting: { READ_FILE_HEADERS: 'false' }, version: '0', count: 0 },
  ])('gives way to the second with $setting', async ({ setting, version, count }) => {
    const files = await startLastingFiles({ '/f?version=0': [clip], '/f?version=1': [film] })
    const { source } = await startFilmSource({
      videoUrl: `${files.url}/f`,
      versions: 2,
      films: 1,
      groups: false,
    })
    const service = await startService(setting)
    const owner = await service.createUser({ sources: [source] })
    const { app, userId } = await signInApp(service.url, owner)
    const asked = { userId, recursive: true, includeItemTypes: ['Movie' as const] }
    const { data } = await getLibraryApi(app).getItems(asked)
    const address = `${service.url}/Videos/${data.Items![0]!.Id}/stream`
    const answer = await fetch(address, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe(`${files.url}/f?version=${version}`)
    const from = new Date(Date.now() - 1_000).toISOString()
    const query = `{ sourceHealth(from: "${from}", area: STREAMS, bucket: HOUR) { buckets { deadLinks } } }`
    const health = await service.graphql(query, { auth: owner })
    expect(health.data.sourceHealth[0].buckets.at(-1).deadLinks).toBe(count)
  })
})
