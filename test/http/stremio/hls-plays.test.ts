import { afterAll, expect, it, onTestFinished } from 'vitest'
import { sourceAt } from '../../support/addon.ts'
import { startService } from '../../support/service.ts'
import { detectFromURL, serveAddon } from '../../support/stremio.ts'
import { until } from '../../support/until.ts'
import { startUpstream } from '../../support/upstream.ts'

const files = await startUpstream(
  ({ url, headers }, response) => {
    if (headers.referer !== 'https://site.example/') return response.writeHead(403).end()
    if (!url!.startsWith('/live.m3u8?key=1')) return response.end(`part ${url}`)
    return response.end('#EXTM3U\n#EXTINF:4,\nparts/one.ts\n')
  },
  '127.0.0.1',
  afterAll,
)
const proxyHeaders = { request: { Referer: 'https://site.example/' } }
const source = await serveAddon(
  {
    id: 'org.example.live',
    version: '1.0.0',
    name: 'Live',
    description: 'A playlist that needs a header',
    types: ['movie'],
    resources: ['stream', 'meta'],
    idPrefixes: ['tt'],
    catalogs: [],
  },
  {
    stream: () => ({
      streams: [
        {
          name: 'Live 1080p',
          url: `${files.url}/live.m3u8?key=1`,
          behaviorHints: { notWebReady: true, proxyHeaders },
        },
      ],
    }),
    meta: ({ type, id }) => ({ meta: { id, type, name: 'Some Film', runtime: '90 min' } }),
  },
  afterAll,
)

async function openStream() {
  const service = await startService({}, onTestFinished)
  const user = await service.createUser({
    sources: [sourceAt(source.url, 'Live')],
    stremio: { recordPlays: true },
  })
  const address = `${service.url}/stremio/${user.uuid}/${user.token}/manifest.json`
  const { addon } = await detectFromURL(address)
  const { streams } = await addon.get('stream', 'movie', 'tt1000001')
  return { service, user, url: streams[0].url as string }
}

it('A playlist that Stremio opens leads back through the service, and counts as begun', async () => {
  const { service, user, url } = await openStream()
  const playlist = await (await fetch(url)).text()
  const [, , line] = playlist.split('\n')
  const part = await fetch(new URL(line!, url))
  expect(await part.text()).toBe('part /parts/one.ts')
  expect(playlist).not.toContain('parts')
  const asked = '{ plays(first: 5) { nodes { finished lastPositionMs delivery } } }'
  const plays = await until(
    'the play',
    async () => (await service.graphql(asked, { auth: user })).data.plays.nodes as object[],
    (found) => found.length > 0,
  )
  // How far it is shows in no playlist.
  expect(plays).toEqual([{ finished: false, lastPositionMs: null, delivery: 'PROXIED' }])
})

it('A live playlist that Stremio opens is asked for the part that the player waits for', async () => {
  const { url } = await openStream()
  const before = files.paths.length
  const waiting = await fetch(`${url}?_HLS_msn=7&_HLS_part=2&_HLS_skip=YES&other=1`)
  expect(await waiting.text()).toMatch(/^#EXTM3U\n/)
  await fetch(url)
  expect(files.paths.slice(before)).toEqual([
    '/live.m3u8?key=1&_HLS_msn=7&_HLS_part=2&_HLS_skip=YES',
    '/live.m3u8?key=1',
  ])
})
