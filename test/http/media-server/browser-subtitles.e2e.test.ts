import { describe, expect, it } from 'vitest'
import { noChromium, openElsewhere } from '../../support/browser.ts'
import { deviceProfiles } from '../../support/device-profiles.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

type Visit = { url: string; token: string; profile: object }

/** Runs in the page: finds subtitles as the web client does, and draws them both ways that it knows. */
async function show({ url, token, profile }: Visit) {
  const headers = {
    authorization: `MediaBrowser Client="Page", Device="Browser", DeviceId="page", Version="1", Token="${token}"`,
    'content-type': 'application/json',
  }
  const list = await fetch(`${url}/Items?recursive=true&includeItemTypes=Movie`, { headers })
  const { Items } = await list.json()
  const answer = await fetch(`${url}/Items/${Items[0].Id}/PlaybackInfo`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ DeviceProfile: profile }),
  })
  const { MediaSources } = await answer.json()
  type Stream = { Index: number; Type: string; DeliveryUrl: string }
  const [source] = MediaSources as { MediaStreams: Stream[]; DefaultSubtitleStreamIndex: number }[]
  const stream = source!.MediaStreams.find(
    ({ Index }) => Index === source!.DefaultSubtitleStreamIndex,
  )!

  const video = document.createElement('video')
  video.crossOrigin = 'anonymous'
  document.body.append(video)
  const linesOf = (track: TextTrack) =>
    Array.from(track.cues ?? [], (cue) => [cue.startTime, cue.endTime, (cue as VTTCue).text])

  // The events that it draws itself.
  const events = await fetch(url + stream.DeliveryUrl.replace('.vtt', '.js'))
  const { TrackEvents } = await events.json()
  const drawn = video.addTextTrack('subtitles', 'manualTrack')
  drawn.mode = 'showing'
  for (const { StartPositionTicks, EndPositionTicks, Text } of TrackEvents) {
    drawn.addCue(new VTTCue(StartPositionTicks / 1e7, EndPositionTicks / 1e7, Text))
  }

  // The file that the browser reads.
  const element = document.createElement('track')
  element.kind = 'subtitles'
  element.src = url + stream.DeliveryUrl
  const loaded = new Promise((resolve, reject) => {
    element.addEventListener('load', resolve)
    element.addEventListener('error', () => reject(new Error('the track could not be read')))
  })
  video.append(element)
  element.track.mode = 'showing'
  await loaded
  return { url: stream.DeliveryUrl, drawn: linesOf(drawn), read: linesOf(element.track) }
}

describe.skipIf(noChromium)('Subtitles in a browser', () => {
  it('are found by the profile of the web client, in the language of the user, and shown', async () => {
    const source = await startFilmSource({ films: 1, subtitleLanguages: ['ger', 'eng', 'fre'] })
    const service = await startService()
    const { token } = await signInApp(
      service.url,
      await service.createUser({ sources: [source.source] }),
    )
    await fetch(`${service.url}/Users/Configuration`, {
      method: 'POST',
      headers: { 'x-emby-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ SubtitleLanguagePreference: 'eng', SubtitleMode: 'Always' }),
    })
    const page = await openElsewhere()
    const visit = { url: service.url, token, profile: deviceProfiles.web }
    const { url, drawn, read } = await page.evaluate(show, visit)
    expect(url).toMatch(/\/Subtitles\/3\/0\/Stream\.vtt$/)
    expect(drawn).toEqual([[1, 2.5, 'Good evening.']])
    expect(read).toEqual(drawn)
  }, 60_000)
})
