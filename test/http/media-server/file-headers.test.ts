import { getMediaInfoApi } from '@jellyfin/sdk/lib/utils/api/media-info-api.js'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { describe, expect, it } from 'vitest'
import { startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { mediaFile, startMediaServer } from '../../support/media-files.ts'
import type { MediaServerOptions } from '../../support/media-files.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const on = { READ_FILE_HEADERS: 'true' }

/** Of no length that its catalog states: the files take two seconds. */
const short = { runtime: '' }

/** A film whose files are on a server, and an app that is signed in. */
async function start(
  env: Record<string, string>,
  { runtime = '90 min', ...options }: MediaServerOptions & { runtime?: string } = {},
) {
  const files = await startMediaServer(mediaFile('hdr10.mkv'), options)
  const videoUrl = `${files.url}/film.mkv`
  const source = await startFilmSource({ videoUrl, versions: 2, films: 1, runtime })
  const service = await startService(env)
  const owner = await service.createUser({ sources: [source.source] })
  const { app, userId, token } = await signInApp(service.url, owner)
  const { data } = await getLibraryApi(app).getItems({
    userId,
    recursive: true,
    includeItemTypes: ['Movie'],
  })
  const itemId = data.Items![0]!.Id!

  async function playbackInfo(mediaSourceId?: string) {
    const playbackInfoDto = {
      UserId: userId,
      ...(mediaSourceId && { MediaSourceId: mediaSourceId }),
    }
    const answer = await getMediaInfoApi(app).getPostedPlaybackInfo({ itemId, playbackInfoDto })
    return answer.data.MediaSources!
  }

  async function subtitles(address: string): Promise<string> {
    const url = new URL(address, service.url)
    return (await fetch(url, { headers: { 'x-emby-token': token } })).text()
  }
  return { files, app, userId, itemId, playbackInfo, subtitles }
}

describe('A film that is about to play', () => {
  it('has the tracks, the length and the chapters of its file, and defaults among them', async () => {
    const { files, app, userId, itemId, playbackInfo, subtitles } = await start(on, short)
    const [first, second] = await playbackInfo()
    expect(files.paths).toEqual(['/film.mkv?version=0'])
    expect(first!.RunTimeTicks).toBe(20_380_000)
    expect(first!.Container).toBe('mkv')
    expect(first!.MediaStreams).toMatchObject([
      {
        Index: 0,
        Type: 'Video',
        Codec: 'hevc',
        VideoRangeType: 'HDR10',
        BitDepth: 10,
        RealFrameRate: 24,
      },
      {
        Index: 1,
        Type: 'Audio',
        Codec: 'ac3',
        Language: 'jpn',
        ChannelLayout: '5.1',
        IsDefault: true,
      },
      { Index: 2, Type: 'Audio', Title: "Director's commentary", SampleRate: 44_100 },
      { Index: 3, Type: 'Subtitle', Language: 'ger', IsForced: true, IsExternal: false },
      {
        Index: 4,
        Type: 'Subtitle',
        IsHearingImpaired: true,
        DisplayTitle: 'SDH - English - Hearing Impaired - SUBRIP',
      },
      { Index: 5, Type: 'Subtitle', Language: 'eng', IsExternal: true },
    ])
    expect([first!.DefaultAudioStreamIndex, first!.DefaultSubtitleStreamIndex]).toEqual([1, 3])
    // The others are not opened.
    expect(second!.MediaStreams).toHaveLength(3)
    expect(await subtitles(first!.MediaStreams![5]!.DeliveryUrl!)).toContain('Good evening')
    expect(await subtitles(`/Videos/${itemId}/${first!.Id}/Subtitles/5/Stream.vtt`)).toContain(
      'WEBVTT',
    )
    const { data: item } = await getLibraryApi(app).getItem({ userId, itemId })
    expect(item.Chapters).toMatchObject([
      { Name: 'Opening', StartPositionTicks: 0 },
      { Name: 'The end', StartPositionTicks: 10_000_000 },
    ])
    expect(item.MediaSources![0]!.MediaStreams).toHaveLength(6)
    await playbackInfo(second!.Id!)
    expect(files.paths).toEqual(['/film.mkv?version=0', '/film.mkv?version=1'])
  })

  it('keeps its indexes while it plays, though its file was read late', async () => {
    const held: (() => void)[] = []
    let isHolding = true
    const { playbackInfo, subtitles, itemId } = await start(on, {
      ...short,
      instead: (request, response) => {
        const again = () => response.writeHead(302, { location: request.url! }).end()
        if (isHolding) held.push(again)
        return isHolding
      },
    })
    const [guessed] = await playbackInfo()
    expect(guessed!.MediaStreams).toHaveLength(3)
    isHolding = false
    for (const answer of held) answer()
    const own = `/Videos/${itemId}/${guessed!.Id}/Subtitles/2/Stream.srt`
    const [known] = await until(
      'the tracks of the file',
      async () => {
        expect(await subtitles(own)).toContain('Good evening')
        return playbackInfo()
      },
      ([one]) => one!.MediaStreams!.length > 3,
    )
    expect(known!.MediaStreams![5]!.DeliveryUrl).toMatch(/\/5\/0\/Stream\.srt\?externalFrom=5$/)
    expect(await subtitles(own.replace('/2/', '/5/'))).toContain('Good evening')
    expect(await subtitles(known!.MediaStreams![5]!.DeliveryUrl!)).toContain('Good evening')
  })

  it('is described by its name where its file cannot be read', async () => {
    const { playbackInfo } = await start(on, {
      instead: (_request, response) => Boolean(response.writeHead(500).end()),
    })
    const [first] = await playbackInfo()
    expect(first!.MediaStreams).toHaveLength(3)
    expect(first!.RunTimeTicks).toBe(54_000_000_000)
  })

  it('keeps its own length where a clip is in the place of its file', async () => {
    const { files, app, userId, itemId, playbackInfo } = await start(on)
    for (let time = 1; time <= 2; time += 1) {
      const [first] = await playbackInfo()
      expect(first).toMatchObject({ RunTimeTicks: 54_000_000_000, Container: 'mp4' })
      expect(first!.MediaStreams).toHaveLength(3)
    }
    expect(files.paths).toEqual(['/film.mkv?version=0'])
    const { data: item } = await getLibraryApi(app).getItem({ userId, itemId })
    expect(item.RunTimeTicks).toBe(54_000_000_000)
    expect(item.Chapters ?? []).toEqual([])
    expect(item.MediaSources!.map((one) => one.RunTimeTicks)).toEqual(Array(2).fill(54_000_000_000))
  })

  it('is not opened unless a setting says so', async () => {
    const { files, playbackInfo } = await start({})
    expect((await playbackInfo())[0]!.MediaStreams).toHaveLength(3)
    expect(files.paths).toEqual([])
  })
})
