import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { startService } from '../../support/service.ts'
import { detectFromURL, serveSdkAddon } from '../../support/stremio.ts'

const manifest = {
  id: 'org.example.films',
  version: '1.2.3',
  name: 'Films',
  description: 'An addon as its authors write it',
  types: ['movie', 'series'],
  resources: ['stream'],
  idPrefixes: ['tt'],
  catalogs: [],
}
const film = {
  name: 'Films\n4K',
  description:
    'Night.Of.The.Living.Dead.1968.2160p.BluRay.HDR.x265-GRP.mkv\n👤 12 💾 20 GB ⚙️ Tracker',
  infoHash: 'ABCDEF0123456789ABCDEF0123456789ABCDEF01',
  fileIdx: 3,
  sources: ['tracker:udp://tracker.example:80'],
  behaviorHints: { bingeGroup: 'films-4k' },
}
const episode = {
  name: 'Films 720p',
  title: 'One.Step.Beyond.S01E02.720p.WEB-DL.mkv',
  url: 'https://cdn.example/episode.mkv',
  behaviorHints: { filename: 'One.Step.Beyond.S01E02.720p.WEB-DL.mkv', notWebReady: true },
}

const addon = await serveSdkAddon(
  manifest,
  ({ type, id }) => {
    if (type === 'movie' && id === 'tt0063350') return { streams: [film], cacheMaxAge: 60 }
    if (type === 'series' && id === 'tt0052451:1:2') return { streams: [episode] }
    return { streams: [] }
  },
  afterAll,
)
const { url, request, graphql, createUser } = await startService({}, afterAll)
const user = await createUser({ sources: [sourceAt(addon.url, 'Films')] })

const firstFilm = {
  infoHash: 'abcdef0123456789abcdef0123456789abcdef01',
  fileIdx: 3,
  filename: 'Night.Of.The.Living.Dead.1968.2160p.BluRay.HDR.x265-GRP.mkv',
  size: 20 * 2 ** 30,
  seeders: 12,
  indexer: 'Tracker',
  addon: 'Films',
  type: 'p2p',
}

describe('an addon made with stremio-addon-sdk is searched', () => {
  it('over REST', async () => {
    const { body } = await request('/api/v1/search?type=movie&id=tt0063350', { auth: user })
    expect(body.data.errors).toEqual([])
    expect(body.data.results).toMatchObject([
      {
        ...firstFilm,
        sources: film.sources,
        bingeGroup: 'films-4k',
        parsedFile: {
          title: 'Night Of The Living Dead',
          year: 1968,
          resolution: '2160p',
          quality: 'BluRay',
          encode: 'HEVC',
          releaseGroup: 'GRP',
        },
      },
    ])
  })

  it('for an episode', async () => {
    const { body } = await request('/api/v1/search?type=series&id=tt0052451:1:2', { auth: user })
    expect(body.data.results).toMatchObject([
      { url: episode.url, type: 'http', parsedFile: { seasons: [1], episodes: [2] } },
    ])
  })

  it('over GraphQL', async () => {
    const fields = Object.keys(firstFilm).join(' ')
    const { data } = await graphql(
      `{ search(type: "movie", id: "tt0063350") { results { ${fields} } } }`,
      { auth: user },
    )
    expect(data.search.results).toEqual([firstFilm])
  })

  it('by a player, through our own addon', async () => {
    const { addon } = await detectFromURL(`${url}/stremio/${user.uuid}/${user.token}/manifest.json`)
    const { streams } = await addon.get('stream', 'movie', 'tt0063350')
    expect(streams).toMatchObject([
      {
        infoHash: firstFilm.infoHash,
        fileIdx: 3,
        sources: film.sources,
        name: expect.any(String),
        behaviorHints: {
          filename: firstFilm.filename,
          videoSize: firstFilm.size,
          bingeGroup: expect.any(String),
        },
      },
    ])
  })

  it('with nothing found for a title that it does not have', async () => {
    const { body } = await request('/api/v1/search?type=movie&id=tt9999999', { auth: user })
    expect(body.data).toMatchObject({ results: [], errors: [] })
  })
})
