import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFilm, noBrowser, openElsewhere } from '../../support/browser.ts'
import { fileServer } from '../../support/file-server.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'
import { startUpstream } from '../../support/upstream.ts'
import type { Handler } from '../../support/upstream.ts'

const filmSeconds = 70
const folder = mkdtempSync(join(tmpdir(), 'films-'))
afterAll(() => rmSync(folder, { recursive: true }))
const [film, clip] = ['film.webm', 'clip.webm'].map((name) => join(folder, name))
if (!noBrowser) {
  await Promise.all([makeFilm(film!, filmSeconds, true), makeFilm(clip!, 4, true)])
}

type Visit = { url: string; token: string }

/** Runs in the page: plays the first version as an app does, and tells what a viewer saw. */
async function playFirst({ url, token }: Visit) {
  const headers = { 'x-emby-token': token, 'content-type': 'application/json' }
  const list = await fetch(`${url}/Items?recursive=true&includeItemTypes=Movie`, { headers })
  const { Items } = await list.json()
  const body = JSON.stringify({})
  const asked = { method: 'POST', headers, body }
  const info = await (await fetch(`${url}/Items/${Items[0].Id}/PlaybackInfo`, asked)).json()
  const [source] = info.MediaSources
  const seen: string[] = []
  const video = document.createElement('video')
  for (const name of ['error', 'emptied', 'abort', 'ended']) {
    video.addEventListener(name, () => seen.push(name))
  }
  video.crossOrigin = 'anonymous'
  video.src = `${url}/Videos/${Items[0].Id}/stream.webm?static=true&mediaSourceId=${source.Id}`
  await video.play()
  video.playbackRate = 16
  await new Promise((resolve) => {
    video.addEventListener('timeupdate', () => video.currentTime > 10 && resolve(null))
    video.addEventListener('error', resolve)
    video.addEventListener('ended', resolve)
  })
  // Behind what was loaded, where the same file has to go on.
  video.currentTime = video.duration - 5
  await new Promise((resolve) => {
    video.addEventListener('error', resolve)
    video.addEventListener('ended', resolve)
  })
  return { seen, seconds: video.currentTime }
}

const refuses: Handler = (_request, response) => response.writeHead(404).end()
const sendsPage: Handler = (_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<!doctype html>Gone')
}
const sendsClip: Handler = (request, response) => fileServer(clip!)(request, response)

describe.skipIf(noBrowser)('A dead link under <video>', () => {
  it.each([
    { what: 'is refused', answer: refuses, env: {} },
    { what: 'leads to a page', answer: sendsPage, env: {} },
    {
      what: 'leads to a large file of four seconds',
      answer: sendsClip,
      env: { READ_FILE_HEADERS: 'true' },
    },
  ])(
    'that $what is replaced by the next version, and the viewer sees the film alone',
    async ({ answer, env }) => {
      const files = await startUpstream((request, response) =>
        request.url!.endsWith('version=0')
          ? answer(request, response)
          : fileServer(film!)(request, response),
      )
      const { source } = await startFilmSource({
        films: 1,
        versions: 2,
        runtime: '1 min',
        videoUrl: `${files.url}/film.webm`,
        stream: {
          description: 'A film of no known size',
          behaviorHints: { filename: 'Film.0.1950.480p.webm' },
        },
      })
      const service = await startService(env as Record<string, string>)
      const { token } = await signInApp(
        service.url,
        await service.createUser({ sources: [source] }),
      )
      const page = await openElsewhere()
      const played = await page.evaluate(playFirst, { url: service.url, token })
      expect(played).toEqual({ seen: ['ended'], seconds: expect.closeTo(filmSeconds, 0) })
      const asked = (path: string) => files.paths.filter((one) => one === path).length
      expect(asked('/film.webm?version=0')).toBeGreaterThanOrEqual(2)
    },
    60_000,
  )
})
