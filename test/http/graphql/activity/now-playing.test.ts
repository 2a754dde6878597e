import { describe, expect, it } from 'vitest'
import { createAccessToken } from '../../../support/access-tokens.ts'
import { startFilmSource } from '../../../support/film-source.ts'
import { senderOf, signInApp } from '../../../support/media-client.ts'
import { startService } from '../../../support/service.ts'
import { startUpstream } from '../../../support/upstream.ts'

const query = `{ sessions { nowPlaying {
  positionMs durationMs percentage paused bitrate delivery
  version { id name resolution source service }
} } }`

/** A household with one film, asked over its media server and by a dashboard with the scope of sessions alone. */
async function open(mediaServer: object, stream: object = {}) {
  const video = await startUpstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' }).end('a film')
  })
  const filename = 'Film.0.1950.2160p.BluRay.x265-GRP.mkv'
  const behaviorHints = { filename, videoSize: 27_000_000_000, ...stream }
  const source = await startFilmSource({
    films: 1,
    series: 0,
    videoUrl: video.url,
    stream: { behaviorHints },
  })
  const service = await startService({})
  const home = await service.createUser({ sources: [source.source], mediaServer })
  const { token } = await signInApp(service.url, home)
  const send = senderOf(service.url, token)
  const film = (await send('/Items?recursive=true&includeItemTypes=Movie')).body.Items[0]
  const [version] = (await send(`/Items/${film.Id}/PlaybackInfo`, {})).body.MediaSources
  const { authorization } = await createAccessToken(service, home, { scopes: ['SESSIONS'] })
  const address = `${service.url}/Videos/${film.Id}/stream?mediaSourceId=${version.Id}`

  return {
    stream: (headers: Record<string, string> = {}) =>
      fetch(address, { headers, redirect: 'manual' }),
    report: (ending: string, values: object = {}) =>
      send(`/Sessions/Playing${ending}`, {
        ItemId: film.Id,
        MediaSourceId: version.Id,
        ...values,
      }),
    playing: async () => {
      const { data } = await service.graphql(query, { headers: { authorization } })
      return data.sessions[0].nowPlaying
    },
  }
}

describe('A dashboard sees of what plays now', () => {
  it('which version it is, how far it is, and how it is carried', async () => {
    const { stream, report, playing } = await open({})
    expect((await stream()).status).toBe(302)
    await report('', { PositionTicks: 0 })
    await report('/Progress', { PositionTicks: 1_350 * 10_000_000, IsPaused: true })
    expect(await playing()).toMatchObject({
      positionMs: 1_350_000,
      durationMs: 5_400_000,
      percentage: 25,
      paused: true,
      bitrate: 40_000_000,
      delivery: 'REDIRECT',
      version: { resolution: '2160p', source: 'Films', service: null },
    })
  })

  it('that it is carried where the stream is opened after the start', async () => {
    const { stream, report, playing } = await open({})
    await report('', { PositionTicks: 0 })
    expect(await playing()).toMatchObject({ delivery: 'REDIRECT' })
    await (await stream({ origin: 'https://page.example' })).text()
    await report('/Progress', { PositionTicks: 10_000_000 })
    expect(await playing()).toMatchObject({ delivery: 'PROXIED' })
  })

  it.each([
    ['the configuration says so', { proxy: true }, {}, {}],
    [
      'the source wants headers',
      {},
      { proxyHeaders: { request: { referer: 'https://source.example' } } },
      {},
    ],
    ['a page reads it', {}, {}, { origin: 'https://page.example' }],
  ])('that it is carried where %s', async (_why, mediaServer, hints, headers) => {
    const { stream, report, playing } = await open(mediaServer, hints)
    await (await stream(headers)).text()
    await report('', { PositionTicks: 0 })
    expect(await playing()).toMatchObject({ delivery: 'PROXIED', percentage: 0 })
  })

  it('null for what nobody knows', async () => {
    const { report, playing } = await open({})
    await report('', { MediaSourceId: undefined })
    expect(await playing()).toMatchObject({ positionMs: null, percentage: null })
  })
})
