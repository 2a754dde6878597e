import { afterAll, describe, expect, it } from 'vitest'
import { filmId, seriesId, startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { failure, startService } from '../../support/service.ts'
import { lintManifest, serveAddon } from '../../support/stremio.ts'
import { sourceAt } from '../../support/addon.ts'

const source = await startFilmSource({ ends: afterAll })
const clips = [
  { id: 'clip:1', type: 'other', name: 'Clip 1' },
  { id: 'clip:2', type: 'other', name: 'Clip 2' },
]
const clipAddon = await serveAddon(
  {
    id: 'test.clips',
    version: '1.0.0',
    name: 'Clips',
    description: 'clips from this test',
    types: ['other'],
    resources: ['catalog', 'meta'],
    catalogs: [{ type: 'other', id: 'clips', name: 'All clips' }],
  },
  {
    catalog: () => ({ metas: clips }),
    meta: ({ id }) => ({ meta: clips.find((clip) => clip.id === id) ?? null }),
  },
  afterAll,
)
const { url, request, createUser } = await startService({}, afterAll)
const owner = await createUser({
  name: 'Home',
  sources: [source.source, sourceAt(clipAddon.url, 'Clips')],
  catalogs: { watchedMark: '✓' },
  mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }] },
})
const base = `/stremio/${owner.uuid}/${owner.token}`
const { token } = await signInApp(url, owner)

type Listed = { id: string; name: string; behaviorHints?: { defaultVideoId?: string } }

async function metas(path: string): Promise<Listed[]> {
  const { body } = await request(path)
  return (body as unknown as { metas: Listed[] }).metas
}

/** As Olga, in an app for media servers. */
async function app(path: string, init: RequestInit = {}) {
  const headers = {
    authorization: `MediaBrowser Token="${token}"`,
    'content-type': 'application/json',
  }
  const response = await fetch(url + path, { ...init, headers })
  const text = await response.text()
  return text === '' ? null : JSON.parse(text)
}

async function itemOf(type: string, name: string): Promise<string> {
  const { Items } = await app(`/Items?recursive=true&includeItemTypes=${type}&searchTerm=${name}`)
  return Items.find((item: { Name: string }) => item.Name === name).Id
}

async function episodeOf(series: string, episode: number): Promise<string> {
  const { Items } = await app(`/Shows/${series}/Episodes?season=1`)
  return Items[episode - 1].Id
}

const begin = (id: string) =>
  app('/Sessions/Playing/Stopped', {
    method: 'POST',
    body: JSON.stringify({ ItemId: id, PositionTicks: 12_000_000_000 }),
  })
const see = (id: string) => app(`/UserPlayedItems/${id}`, { method: 'POST' })

const film = await itemOf('Movie', 'Film 3')
await begin(film)
await see(await itemOf('Movie', 'Film 5'))
await begin(await itemOf('Video', 'Clip 1'))
await see(await itemOf('Video', 'Clip 2'))
const show = await itemOf('Series', 'Show 2')
await see(await episodeOf(show, 1))
await begin(await episodeOf(await itemOf('Series', 'Show 4'), 2))

describe("a user's own address", () => {
  it('lists what the user has begun, in whatever app, and opens it at once', async () => {
    expect(await metas(`${base}/u/Olga/catalog/movie/user.continue.json`)).toMatchObject([
      {
        id: 'clip:1',
        type: 'other',
        name: 'Clip 1',
        behaviorHints: { defaultVideoId: 'clip:1' },
      },
      { id: filmId(3), name: 'Film 3', behaviorHints: { defaultVideoId: filmId(3) } },
    ])
    expect(await metas(`${base}/u/Olga/catalog/series/user.continue.json`)).toMatchObject([
      {
        id: seriesId(4),
        name: 'Show 4 S1E2',
        behaviorHints: { defaultVideoId: `${seriesId(4)}:1:2` },
      },
    ])
  })

  it('lists what comes next', async () => {
    const next = await metas(`${base}/u/Olga/catalog/series/user.next.json`)
    expect(next).toContainEqual(
      expect.objectContaining({
        id: seriesId(2),
        behaviorHints: { defaultVideoId: `${seriesId(2)}:1:2` },
      }),
    )
  })

  it('marks what the user has seen', async () => {
    const { body } = await request(`${base}/u/olga/manifest.json`)
    const { catalogs } = body as unknown as { catalogs: { id: string; name: string }[] }
    const films = catalogs.find(({ name }) => name === 'All films')!
    const listed = await metas(`${base}/u/Olga/catalog/movie/${films.id}.json`)
    expect(listed.slice(4, 6).map(({ name }) => name)).toEqual(['Film 4', '✓ Film 5'])
    const { body: whole } = await request(`${base}/u/Olga/meta/series/${seriesId(2)}.json`)
    const { meta } = whole as unknown as { meta: { name: string; videos: { title: string }[] } }
    expect(meta.name).toBe('Show 2')
    expect(meta.videos.map(({ title }) => title)).toContain('✓ Part 1.1')
    expect(meta.videos.map(({ title }) => title)).toContain('Part 1.2')
  })

  it('marks a seen film and another seen video in its own title', async () => {
    const nameOf = async (path: string) => {
      const { body } = await request(`${base}/u/Olga/meta/${path}.json`)
      return (body as unknown as { meta: { name: string } }).meta.name
    }
    expect(await nameOf(`movie/${filmId(5)}`)).toBe('✓ Film 5')
    expect(await nameOf(`movie/${filmId(4)}`)).toBe('Film 4')
    expect(await nameOf('other/clip:2')).toBe('✓ Clip 2')
    expect(await nameOf('other/clip:1')).toBe('Clip 1')
  })

  it('marks a series once all of it is seen, in its catalog and in its title', async () => {
    const { body } = await request(`${base}/u/olga/manifest.json`)
    const { catalogs } = body as unknown as { catalogs: { id: string; type: string }[] }
    const shows = catalogs.find(({ id, type }) => type === 'series' && !id.startsWith('user.'))!
    const namesOf = async () => {
      const listed = await metas(`${base}/u/Olga/catalog/series/${shows.id}.json`)
      const title = await request(`${base}/u/Olga/meta/series/${seriesId(6)}.json`)
      const { meta } = title.body as unknown as { meta: { name: string } }
      return [listed.find(({ id }) => id === seriesId(6))!.name, meta.name]
    }
    expect(await namesOf()).toEqual(['Show 6', 'Show 6'])
    const series = await itemOf('Series', 'Show 6')
    await see(await episodeOf(series, 1))
    expect(await namesOf()).toEqual(['Show 6', 'Show 6'])
    await see(series)
    expect(await namesOf()).toEqual(['✓ Show 6', '✓ Show 6'])
  })

  it("has a manifest of its own, beside the other users'", async () => {
    const manifestOf = async (user: string) => (await request(`${base}${user}/manifest.json`)).body
    const [whole, olga, kim] = await Promise.all(['', '/u/Olga', '/u/kim'].map(manifestOf))
    expect(olga).toMatchObject({ name: 'Home · Olga' })
    expect(kim).toMatchObject({ name: 'Home · Kim' })
    expect(lintManifest(olga)).toEqual({ valid: true, errors: [], warnings: [] })
    const ids = [whole, olga, kim].map((manifest) => (manifest as unknown as { id: string }).id)
    expect(new Set(ids).size).toBe(3)
  })

  it('shows nothing of what other users have seen', async () => {
    expect(await metas(`${base}/u/Kim/catalog/movie/user.continue.json`)).toEqual([])
    expect(await metas(`${base}/u/Kim/catalog/series/user.next.json`)).toEqual([])
    expect(await metas(`${base}/catalog/movie/user.continue.json`)).toEqual([])
  })

  it('is never kept, and searches as the other address does', async () => {
    for (const path of ['catalog/movie/user.continue', `meta/series/${seriesId(2)}`]) {
      const { headers } = await request(`${base}/u/Olga/${path}.json`)
      expect(headers.get('cache-control')).toBe('no-cache')
    }
    const { body } = await request(`${base}/u/Kim/stream/movie/${filmId(1)}.json`)
    expect((body as unknown as { streams: object[] }).streams).toHaveLength(3)
  })

  it('is nothing where there is no such user', async () => {
    const { status, body } = await request(`${base}/u/Nobody/manifest.json`)
    expect(status).toBe(404)
    expect(body).toEqual(failure('NOT_FOUND'))
  })
})

describe('the page beside an address', () => {
  it('installs the addon, for the configuration and for a user', async () => {
    for (const path of [base, `${base}/u/Kim`]) {
      const { status, text, headers } = await request(`${path}/configure`)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(text).toContain(`href="${url.replace('http:', 'stremio:')}${path}/manifest.json"`)
    }
  })

  it('opens nothing with a wrong password', async () => {
    expect((await request(`/stremio/${owner.uuid}/wrong/configure`)).status).toBe(401)
  })

  it('and an address without a configuration ask for one', async () => {
    const { body } = await request('/stremio/manifest.json')
    expect(body).toMatchObject({
      behaviorHints: { configurable: true, configurationRequired: true },
    })
    expect(lintManifest(body).valid).toBe(true)
    expect((await request('/stremio/configure')).text).toContain('set up with a configuration')
  })
})
