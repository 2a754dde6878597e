import { afterAll, describe, expect, it } from 'vitest'
import { deviceProfiles } from '../../support/device-profiles.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { senderOf, signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

type Stream = { Type: string; DeliveryMethod?: string; DeliveryUrl?: string; Language?: string }
type Source = {
  Id: string
  ETag: string
  Path: string
  SupportsDirectPlay: boolean
  MediaStreams: Stream[]
  service: { id: string }
}

const files = [
  'Film.0.1950.2160p.BluRay.REMUX.HEVC.DV.TrueHD.7.1.mkv',
  'Film.0.1950.1080p.WEB-DL.DDP5.1.H.264.Multi-Subs.ENG.SUBS.mkv',
  'Film.0.1950.1080p.WEB-DL.AAC2.0.H.264.mp4',
  'Film.0.1950.720p.mkv',
  'Film 0 (1950)',
]
const [remux, ddp, mp4, small, plain] = files as [string, string, string, string, string]

const source = await startFilmSource({ films: 2, series: 1, files, ends: afterAll })
const service = await startService({ LOG_LEVEL: 'silent' }, afterAll)
const config = { sources: [source.source], sort: { global: [] }, dedupe: { enabled: false } }
const owner = await service.createUser(config)
let devices = 0

/** An app on a device of its own. */
async function open(auth = owner) {
  const { token } = await signInApp(service.url, auth, `device-${(devices += 1)}`)
  const send = senderOf(service.url, token)
  const list = '/Items?recursive=true&includeItemTypes=Movie&sortBy=SortName'
  const film = (await send(list)).body.Items[0].Id as string
  const info = async (body: object = {}) =>
    (await send(`/Items/${film}/PlaybackInfo`, body)).body as {
      MediaSources: Source[]
      PlaySessionId: string
    }
  const page = async () => (await send(`/Items/${film}`)).body.MediaSources as Source[]
  return { send, film, info, page }
}

const paths = (sources: readonly Source[]) => sources.map(({ Path }) => Path)

describe('Versions', () => {
  it.each([
    ['an app that says nothing', null, [remux, ddp, mp4, small, plain]],
    ['the web client', deviceProfiles.web, [mp4, plain, remux, ddp, small]],
    [
      'Android TV on a screen of 1080 lines',
      deviceProfiles.androidTv,
      [ddp, mp4, small, plain, remux],
    ],
    ['Kodi', deviceProfiles.kodi, [remux, ddp, mp4, small, plain]],
    ['an app that names nothing', deviceProfiles.infuse, [remux, ddp, mp4, small, plain]],
    ['an app without profiles', deviceProfiles.findroid, [remux, ddp, mp4, small, plain]],
  ])(
    'that %s is known not to play come after the others, and nothing is refused',
    async (_who, profile, order) => {
      const { info, film, page, send } = await open()
      const { MediaSources } = await info(profile === null ? {} : { DeviceProfile: profile })
      expect(paths(MediaSources)).toEqual(order)
      expect(MediaSources.map(({ SupportsDirectPlay }) => SupportsDirectPlay)).toEqual(
        order.map(() => true),
      )
      expect(MediaSources[0]!.Id).toBe(film)
      expect(MediaSources.map(({ ETag, service: own }) => ETag === own.id)).toEqual(
        order.map(() => true),
      )
      // The page of the item lists them alike, and opens what it shows first.
      expect((await page()).map(({ ETag, Id }) => [ETag, Id])).toEqual(
        MediaSources.map(({ ETag, Id }) => [ETag, Id]),
      )
      const { headers } = await send(
        `/Videos/${film}/stream?mediaSourceId=${film}&tag=${MediaSources[0]!.ETag}`,
      )
      expect(headers.get('location')).toContain(`version=${files.indexOf(order[0]!)}`)
    },
  )

  it('are told apart for two devices that open the same film at the same time', async () => {
    const [web, tv] = [await open(), await open()]
    const onWeb = await web.info({ DeviceProfile: deviceProfiles.web })
    const onTv = await tv.info({ DeviceProfile: deviceProfiles.androidTv })
    for (const [app, answer, file] of [
      [web, onWeb, mp4],
      [tv, onTv, ddp],
    ] as const) {
      const alone = await app.info({ MediaSourceId: app.film })
      expect(paths(alone.MediaSources)).toEqual([file])
      expect(alone.MediaSources[0]!.Id).toBe(app.film)
      const address = `/Videos/${app.film}/stream?mediaSourceId=${app.film}&static=true`
      for (const hint of [
        `tag=${answer.MediaSources[0]!.ETag}`,
        `playSessionId=${answer.PlaySessionId}`,
      ]) {
        const { headers } = await app.send(`${address}&${hint}`)
        expect(headers.get('location')).toContain(`version=${files.indexOf(file)}`)
      }
    }
  })

  it('stay what the user chose', async () => {
    const { info } = await open()
    const { MediaSources } = await info({ DeviceProfile: deviceProfiles.web })
    const chosen = MediaSources.find(({ Path }) => Path === remux)!
    const body = { DeviceProfile: deviceProfiles.web, MediaSourceId: chosen.Id }
    expect((await info(body)).MediaSources).toMatchObject([{ Id: chosen.Id, Path: remux }])
  })

  it('are put in order as soon as the device is known, also for an app that names the item', async () => {
    const { info, film, page } = await open()
    expect(paths(await page())[0]).toBe(remux)
    const body = { DeviceProfile: deviceProfiles.web, MediaSourceId: film }
    expect((await info(body)).MediaSources).toMatchObject([{ Id: film, Path: mp4 }])
    expect(paths(await page())[0]).toBe(mp4)
  })

  it('are put in order by what the app said when it began, also after a restart', async () => {
    const own = await startService({ LOG_LEVEL: 'silent' })
    const auth = await own.createUser(config)
    const { token } = await signInApp(own.url, auth, 'television')
    const headers = { 'x-emby-token': token, 'content-type': 'application/json' }
    await fetch(`${own.url}/Sessions/Capabilities/Full`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ PlayableMediaTypes: ['Video'], DeviceProfile: deviceProfiles.web }),
    })
    const first = async (url: string): Promise<string> => {
      const list = await fetch(
        `${url}/Items?recursive=true&includeItemTypes=Movie&sortBy=SortName`,
        { headers },
      )
      const { Items } = (await list.json()) as { Items: { Id: string }[] }
      const item = await fetch(`${url}/Items/${Items[0]!.Id}`, { headers })
      const { MediaSources } = (await item.json()) as { MediaSources: Source[] }
      return MediaSources[0]!.Path
    }
    expect(await first(own.url)).toBe(mp4)
    await own.close()
    const again = await startService({ LOG_LEVEL: 'silent', DATA_DIR: own.dataDir })
    expect(await first(again.url)).toBe(mp4)
  })

  it('need no profile that makes sense', async () => {
    const { info, send } = await open()
    const wrong = [
      7,
      [],
      'x',
      {},
      { DirectPlayProfiles: 7, CodecProfiles: [7, null, []], SubtitleProfiles: [{ Format: 7 }] },
      { DirectPlayProfiles: [{ Type: 'Video', Container: { a: 1 } }], MaxStreamingBitrate: -1 },
      { CodecProfiles: [{ Type: 'Video', Conditions: [{ Condition: '?', Property: 'Width' }] }] },
      {
        DirectPlayProfiles: Array.from({ length: 5_000 }, () => ({
          Type: 'Video',
          Container: 'a,'.repeat(50),
        })),
      },
    ]
    for (const DeviceProfile of wrong) {
      expect((await info({ DeviceProfile })).MediaSources).toHaveLength(files.length)
      await send('/Sessions/Capabilities/Full', { DeviceProfile })
    }
  })

  it.each([2 ** 63, 140_000_000.5, 1e20, 0.5])('take a bitrate of %s', async (bitrate) => {
    const { info } = await open()
    const answer = await info({ MaxStreamingBitrate: bitrate, DeviceProfile: {} })
    expect(answer.MediaSources).toHaveLength(files.length)
  })

  it.each(['Series', 'Season'])('are none of a %s, and no source is asked for it', async (type) => {
    const { send } = await open()
    const series = (await send('/Items?recursive=true&includeItemTypes=Series')).body.Items[0].Id
    const { body: seasons } = await send(`/Shows/${series}/Seasons`)
    const id = type === 'Series' ? series : seasons.Items[0].Id
    const before = source.counts.stream
    for (const body of [{}, { Refresh: true }, { MediaSourceId: id }]) {
      const { body: answer } = await send(`/Items/${id}/PlaybackInfo`, body)
      expect(answer).toMatchObject({ MediaSources: [], ErrorCode: 'NoCompatibleStream' })
    }
    expect(source.counts.stream).toBe(before)
  })
})

describe('Subtitles beside a file', () => {
  const external = async (profile: object | null) => {
    const { info, send } = await open()
    const { MediaSources } = await info(profile ? { DeviceProfile: profile } : {})
    const stream = MediaSources.find(({ Path }) => Path === mp4)!.MediaStreams.at(-1)!
    const url = stream.DeliveryUrl
    return { method: stream.DeliveryMethod, url, read: async (at: string) => (await send(at)).body }
  }

  it.each([
    ['an app that says nothing', null, 'srt'],
    ['the web client', deviceProfiles.web, 'vtt'],
    ['Android TV', deviceProfiles.androidTv, 'srt'],
    ['Kodi', deviceProfiles.kodi, 'srt'],
    ['an app that names all', deviceProfiles.infuse, 'srt'],
    [
      'an app that takes SubStation Alpha alone',
      { SubtitleProfiles: [{ Format: 'ASS', Method: 'external' }] },
      'ass',
    ],
    [
      'an app that takes them by language',
      {
        SubtitleProfiles: [
          { Format: 'vtt', Method: 'External', Language: 'ger' },
          { Format: 'ssa', Method: 'External', Language: 'eng,fre' },
        ],
      },
      'ssa',
    ],
  ])('reach %s in a format that it takes', async (_who, profile, ending) => {
    const { method, url, read } = await external(profile)
    expect(method).toBe('External')
    expect(url).toMatch(new RegExp(`^/Videos/.*/Stream\\.${ending}$`))
    const heads = {
      srt: /^1\n00:/,
      vtt: /^WEBVTT/,
      ass: /^\[Script Info\]/,
      ssa: /^\[Script Info\]/,
    }
    expect(await read(url!)).toMatch(heads[ending as keyof typeof heads])
    expect(await read(url!)).toContain('Good evening.')
  })

  it('are read by the web client as events', async () => {
    const { url, read } = await external(deviceProfiles.web)
    expect(await read(url!.replace('.vtt', '.js'))).toEqual({
      TrackEvents: [
        {
          Id: '1',
          Text: 'Good evening.',
          StartPositionTicks: 10_000_000,
          EndPositionTicks: 25_000_000,
        },
      ],
    })
  })

  it('have no address for an app that takes none', async () => {
    const profile = { SubtitleProfiles: [{ Format: 'pgssub', Method: 'Embed' }] }
    expect(await external(profile)).toMatchObject({ method: 'Encode', url: undefined })
  })
})

describe('Subtitles in a file', () => {
  it.each([
    ['an app that says nothing', null, 'Embed'],
    ['Android TV', deviceProfiles.androidTv, 'Embed'],
    ['the web client, which shows none of a file', deviceProfiles.web, 'Encode'],
    [
      'an app for other containers',
      { SubtitleProfiles: [{ Format: 'srt', Method: 'Embed', Container: 'mp4' }] },
      'Encode',
    ],
    [
      'an app for all but others',
      { SubtitleProfiles: [{ Format: 'srt', Method: 'Embed', Container: '-mp4' }] },
      'Embed',
    ],
  ])('are delivered to %s as it can show them', async (_who, profile, method) => {
    const { info } = await open()
    const { MediaSources } = await info(profile ? { DeviceProfile: profile } : {})
    const streams = MediaSources.find(({ Path }) => Path === ddp)!.MediaStreams
    const inFile = streams.find(({ Type, DeliveryUrl }) => Type === 'Subtitle' && !DeliveryUrl)
    expect(inFile).toMatchObject({ DeliveryMethod: method, Language: 'eng' })
  })
})
