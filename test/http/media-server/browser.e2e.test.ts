import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeFilm, noBrowser, openElsewhere } from '../../support/browser.ts'
import { fileServer } from '../../support/file-server.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { startUpstream } from '../../support/upstream.ts'

const filmSeconds = 310

type Visit = { url: string; token: string; itemId: string; from: number; until: number | null }

/** Runs in the page: plays as an app does, and tells where it ended. */
async function play({ url, token, itemId, from, until }: Visit) {
  const headers = {
    authorization: `MediaBrowser Client="Page", Device="Browser", DeviceId="page", Version="1", Token="${token}"`,
    'content-type': 'application/json',
  }
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return response.status === 200 ? response.json() : null
  }
  const ticks = (seconds: number) => Math.round(seconds * 10_000_000)
  const info = await post(`/Items/${itemId}/PlaybackInfo`, {})
  const [source] = info.MediaSources
  const report = { ItemId: itemId, MediaSourceId: source.Id, PlaySessionId: info.PlaySessionId }
  await post('/Sessions/Playing', { ...report, PositionTicks: ticks(from) })

  const video = document.createElement('video')
  video.crossOrigin = 'anonymous'
  video.src = `${url}/Videos/${itemId}/stream.${source.Container}?Static=true&mediaSourceId=${source.Id}`
  video.currentTime = from
  await video.play()
  video.playbackRate = 16
  await new Promise<void>((resolve, reject) => {
    video.addEventListener('ended', () => resolve())
    video.addEventListener('error', () => reject(new Error(`video: ${video.error?.message}`)))
    video.addEventListener('timeupdate', () => {
      if (until !== null && video.currentTime >= until) resolve()
    })
  })
  video.pause()
  const position = video.currentTime
  await post('/Sessions/Playing/Stopped', { ...report, PositionTicks: ticks(position) })
  return { position, ended: video.ended, frames: video.getVideoPlaybackQuality().totalVideoFrames }
}

describe.skipIf(noBrowser)('A film in a browser', () => {
  it('is played over the stream route, left, resumed there on another visit, and played to its end', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'film-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'film.webm')
    await makeFilm(file, filmSeconds)
    const files = await startUpstream(fileServer(file))
    const source = await startFilmSource({
      films: 1,
      runtime: '5 min',
      videoUrl: `${files.url}/film.webm`,
      stream: { behaviorHints: { filename: 'Film.0.1950.480p.webm' } },
    })
    const service = await startService()
    const owner = await service.createUser({ sources: [source.source] })
    const { app, userId, token } = await signInApp(service.url, owner)
    const { data } = await getLibraryApi(app).getItems({
      userId,
      recursive: true,
      includeItemTypes: ['Movie'],
    })
    const itemId = data.Items![0]!.Id!
    const page = await openElsewhere()
    const visit = { url: service.url, token, itemId }

    const first = await page.evaluate(play, { ...visit, from: 0, until: 60 })
    expect(first.frames).toBeGreaterThan(0)
    const left = await getLibraryApi(app).getItem({ itemId, userId })
    const resumeAt = left.data.UserData!.PlaybackPositionTicks! / 10_000_000
    expect(resumeAt).toBeCloseTo(first.position, 3)

    const second = await page.evaluate(play, { ...visit, from: resumeAt, until: null })
    expect(second).toMatchObject({ ended: true, position: expect.closeTo(filmSeconds, 0) })
    const watched = await getLibraryApi(app).getItem({ itemId, userId })
    expect(watched.data.UserData).toMatchObject({
      Played: true,
      PlayCount: 1,
      PlaybackPositionTicks: 0,
    })
  }, 120_000)
})
