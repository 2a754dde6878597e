import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { startHostileSource, usualCase } from '../../support/fuzz/hostile-source.ts'
import { draw, sends, shapeOf, startPictureHost } from '../../support/picture-host.ts'
import { startService } from '../../support/service.ts'
import { silent } from '../../support/upstream.ts'

const host = await startPictureHost(
  {
    '/poster.jpg': sends(await draw(800, 1_200).jpeg().toBuffer()),
    '/wide.jpg': sends(await draw(1_600, 900).avif().toBuffer()),
    '/logo.png': sends(await draw(800, 200).png().toBuffer()),
    '/still.jpg': sends(await draw(640, 360).jpeg().toBuffer()),
    '/silent.jpg': silent,
  },
  afterAll,
)
const pictures = {
  poster: `${host.url}/poster.jpg`,
  background: `${host.url}/wide.jpg`,
  logo: `${host.url}/logo.png`,
}

type Shown = { poster: string; background: string; logo: string; videos?: { thumbnail: string }[] }

const ids = { movie: String(usualCase.film['id']), series: String(usualCase.series['id']) }
const firstEpisode = { id: `${ids.series}:1:1`, title: 'One', season: 1, episode: 1 }

/** An addon with one film and one series of one episode. */
async function install({ env = {}, film = {} } = {}) {
  const service = await startService(env)
  const source = await startHostileSource(onTestFinished)
  const video = { ...firstEpisode, thumbnail: `${host.url}/still.jpg` }
  const url = source.say({
    ...usualCase,
    film: { ...usualCase.film, ...pictures, ...film },
    series: { ...usualCase.series, ...pictures, videos: [video] },
  })
  const user = await service.createUser({ sources: [{ type: 'stremio', url }] })
  const base = `/stremio/${user.uuid}/${user.token}`
  async function metaOf(type: 'movie' | 'series', headers = {}): Promise<Shown> {
    const { body } = await service.request(`${base}/meta/${type}/${ids[type]}.json`, { headers })
    return (body as unknown as { meta: Shown }).meta
  }
  return { ...service, base, metaOf }
}

async function load(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(address, { headers, redirect: 'manual' })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('Pictures of titles in players', () => {
  it('come from the service, in the size that each is shown', async () => {
    const { url, metaOf } = await install()
    const film = await metaOf('movie')
    const [video] = (await metaOf('series')).videos!
    const shapes = [
      [film.poster, '500x750 webp'],
      [film.background, '1280x720 webp'],
      [film.logo, '500x125 webp'],
      [video!.thumbnail, '500x281 webp'],
    ] as const
    for (const [address, shape] of shapes) {
      expect(address.startsWith(`${url}/stremio/pictures/`)).toBe(true)
      const { answer, bytes } = await load(address, { accept: 'image/webp' })
      expect([address, answer.status, await shapeOf(bytes)]).toEqual([address, 200, shape])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=86400',
        vary: 'accept',
      })
    }
    const { answer } = await load(film.logo)
    expect(answer.headers.get('content-type')).toBe('image/png')
  })

  it('have the same addresses in catalogs, and each time', async () => {
    const { request, base, metaOf } = await install()
    const manifest = (await request(`${base}/manifest.json`)).body as unknown as {
      catalogs: { type: string; id: string }[]
    }
    const { id } = manifest.catalogs.find(({ type }) => type === 'movie')!
    const path = `${base}/catalog/movie/${encodeURIComponent(id)}.json`
    const { metas } = (await request(path)).body as unknown as { metas: Shown[] }
    const { poster, background } = await metaOf('movie')
    expect(metas[0]).toMatchObject({ poster, background })
    const etag = (await load(poster)).answer.headers.get('etag')!
    expect((await load(poster, { 'if-none-match': etag })).answer.status).toBe(304)
  })

  it('do not name their hosts, and open nothing else', async () => {
    const { url, metaOf } = await install()
    const { poster } = await metaOf('movie')
    expect(JSON.stringify(await metaOf('series'))).not.toContain(new URL(host.url).host)
    const asked = host.paths.length
    const other = Buffer.from(`${host.url}/other.jpg`).toString('base64url')
    const addresses = [
      `${url}/stremio/pictures/poster/${other}`,
      `${url}/stremio/pictures/poster/${encodeURIComponent(`${host.url}/other.jpg`)}`,
      poster.replace(/.$/, poster.endsWith('A') ? 'g' : 'A'),
      poster.replace('/poster/', '/constructor/'),
    ]
    const statuses = await Promise.all(
      addresses.map(async (address) => (await load(address)).answer.status),
    )
    expect(statuses).toEqual([404, 404, 404, 404])
    expect(host.paths).toHaveLength(asked)
  })

  it('are placeholders where their hosts are silent', async () => {
    const { metaOf } = await install({ film: { poster: `${host.url}/silent.jpg` } })
    const { answer, bytes } = await load((await metaOf('movie')).poster)
    expect([answer.status, await shapeOf(bytes)]).toEqual([200, '240x360 jpeg'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=15')
  })

  it('stay where they are for another service, and where the address is too long or none', async () => {
    const long = `${host.url}/${'x'.repeat(1_500)}.jpg`
    const { metaOf } = await install({
      film: { background: long, logo: 'data:image/png;base64,AA' },
    })
    expect(await metaOf('movie', { 'x-service-instance': 'another' })).toMatchObject({
      poster: pictures.poster,
    })
    expect((await metaOf('movie')).background).toBe(long)
  })

  it('are at their hosts with PICTURES=redirect', async () => {
    const { metaOf } = await install({ env: { PICTURES: 'redirect' } })
    expect(await metaOf('movie')).toMatchObject(pictures)
    expect((await metaOf('series')).videos![0]!.thumbnail).toBe(`${host.url}/still.jpg`)
  })
})
