import { afterAll, describe, expect, it } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { startService } from '../../support/service.ts'
import { detectFromURL, serveAddon } from '../../support/stremio.ts'
import { closed, noonZone } from '../../support/timed-home.ts'
import { startUpstream } from '../../support/upstream.ts'

const files = await startUpstream(
  ({ url, headers }, response) => {
    if (headers.referer !== 'https://site.example/') return response.writeHead(403).end()
    if (!url!.endsWith('.m3u8')) return response.end(`part ${url}`)
    return response.end(`#EXTM3U\n#EXTINF:4,\n${url!.slice(1, -5)}/one.ts\n`)
  },
  '127.0.0.1',
  afterAll,
)
const proxyHeaders = { request: { Referer: 'https://site.example/' } }
const searched: string[] = []
const rated = 'tt1000009'
/** More streams than the media server lists of a title; no source describes any but one. */
const source = await serveAddon(
  {
    id: 'org.example.many',
    version: '1.0.0',
    name: 'Many',
    description: 'Many playlists that need a header',
    types: ['movie'],
    resources: ['stream', 'meta'],
    idPrefixes: ['tt'],
    catalogs: [],
  },
  {
    meta: ({ id, type }) => ({
      meta:
        id === rated
          ? { id, type, name: 'Rated', certification: '18', genres: ['Horror'], runtime: '90 min' }
          : null,
    }),
    stream: ({ id }) => {
      searched.push(id)
      return {
        streams: Array.from({ length: 30 }, (_, place) => ({
          name: `Live ${place}`,
          url: `${files.url}/live-${place}.m3u8`,
          behaviorHints: { notWebReady: true, proxyHeaders },
        })),
      }
    },
  },
  afterAll,
)
const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)

const configOf = (limits: object) => ({
  sources: [sourceAt(source.url, 'Many')],
  stremio: { recordPlays: true },
  mediaServer: { timeZone: noonZone(), users: [{ name: 'Kim', ...limits }] },
})

/** A household, and the last stream of a title as Kim opens it, with its first part. */
async function open(id: string) {
  const owner = await service.createUser(configOf({}))
  const base = `${service.url}/stremio/${owner.uuid}/${owner.token}/u/Kim`
  const { addon } = await detectFromURL(`${base}/manifest.json`)
  const { streams } = await addon.get('stream', 'movie', id)
  const { url } = streams.at(-1)
  const playlist = await (await fetch(url)).text()
  const [, , line] = playlist.split('\n')
  const part = async () => {
    const answer = await fetch(new URL(line!, url))
    return { status: answer.status, text: await answer.text() }
  }
  return { owner, streams, part }
}

describe('A part of a playlist that Stremio has opened', () => {
  it('opens whichever stream of the list it is of, and no source is searched for it', async () => {
    const { streams, part } = await open('tt1000001')
    const searches = searched.length
    expect(streams).toHaveLength(30)
    expect(await part()).toEqual({ status: 200, text: 'part /live-29/one.ts' })
    expect(searched).toHaveLength(searches)
  })

  it('ends with the password of its configuration', async () => {
    const { owner, part } = await open('tt1000002')
    expect((await part()).status).toBe(200)
    const asked = 'mutation { changePassword(password: "another horse") { encryptedPassword } }'
    const { data } = await service.graphql(asked, { auth: owner })
    expect(data.changePassword.encryptedPassword).toEqual(expect.any(String))
    expect((await part()).status).toBe(404)
  })

  it.each([{ maxRating: 12 }, { blockedGenres: ['Horror'] }])(
    'ends where its user may not watch the title any more: %j',
    async (limits) => {
      const { owner, part } = await open(rated)
      const put = (own: object) =>
        service.request('/api/v1/user', {
          method: 'PUT',
          auth: owner,
          json: { config: configOf(own) },
        })
      expect((await part()).status).toBe(200)
      expect((await put(limits)).status).toBe(200)
      expect((await part()).status).toBe(404)
      expect((await put({})).status).toBe(200)
      expect((await part()).status).toBe(200)
    },
  )

  it('ends with the hours of its user', async () => {
    const { owner, part } = await open('tt1000003')
    const put = (limits: object) =>
      service.request('/api/v1/user', {
        method: 'PUT',
        auth: owner,
        json: { config: configOf(limits) },
      })
    expect((await put({ accessSchedules: closed() })).status).toBe(200)
    expect((await part()).status).toBe(403)
    expect((await put({})).status).toBe(200)
    expect((await part()).status).toBe(200)
  })
})
