import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAuthenticationApi } from '@jellyfin/sdk/lib/utils/api/authentication-api.js'
import { getLibraryApi } from '@jellyfin/sdk/lib/utils/api/library-api.js'
import type { Page } from 'puppeteer-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyPage, makeFilm, noBrowser } from '../support/browser.ts'
import { fileServer } from '../support/file-server.ts'
import { filmId, startFilmSource } from '../support/film-source.ts'
import { createApp, senderOf } from '../support/media-client.ts'
import { startService } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'
import { openPages, press, setUp, shows } from '../support/web-pages.ts'

const password = 'correct horse'
const filmSeconds = 6

async function startFilm() {
  const folder = mkdtempSync(join(tmpdir(), 'film-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'film.webm')
  await makeFilm(file, filmSeconds)
  const files = await startUpstream(fileServer(file))
  return startFilmSource({
    films: 1,
    series: 1,
    versions: 1,
    files: ['Film.0.1950.480p.webm'],
    videoUrl: `${files.url}/film.webm`,
  })
}

/** Plays an address to its end in a browser, and answers how much of it could be seen. */
async function playToTheEnd(address: string): Promise<{ seconds: number; frames: number }> {
  const player = await emptyPage()
  return player.evaluate(async (url) => {
    const video = document.createElement('video')
    video.muted = true
    video.src = url
    await video.play()
    video.playbackRate = 8
    await new Promise<void>((resolve, reject) => {
      video.addEventListener('ended', () => resolve())
      video.addEventListener('error', () => reject(new Error(`video: ${video.error?.message}`)))
    })
    return { seconds: video.duration, frames: video.getVideoPlaybackQuality().totalVideoFrames }
  }, address)
}

/** The value that the page shows in a field to be copied. */
const shown = (page: Page, label: string): Promise<string> =>
  page.$eval(
    `::-p-aria([name="${label}"][role="textbox"])`,
    (field) => (field as unknown as { value: string }).value,
  )

describe.skipIf(noBrowser)('From an empty service, with what the pages show alone,', () => {
  it('a film plays in Stremio and on a television, and the dashboard knows', async () => {
    const { source } = await startFilm()
    const service = await startService()
    const { page, troubles } = await openPages(service.url)
    await setUp(page, service.url)
    await page.locator('input[inputmode=url]').fill(source.url)
    await press(page, 'Look at it')
    await shows(page, 'films and series from this test')
    await press(page, 'Add it')
    await shows(page, 'Added: Films')
    await press(page, 'Next')
    await press(page, 'Another title')
    await page.locator('::-p-aria([name="Title"][role="combobox"])').fill(filmId(0))
    await press(page, 'Search')
    await shows(page, '1 stream')
    await press(page, 'Next')
    await shows(page, 'Install in Stremio')

    const manifest = await shown(page, 'Address of the manifest')
    const stream = manifest.replace('manifest.json', `stream/movie/${filmId(0)}.json`)
    const { streams } = (await (await fetch(stream)).json()) as { streams: { url: string }[] }
    const inStremio = await playToTheEnd(streams[0]!.url)
    expect(inStremio.seconds).toBeCloseTo(filmSeconds, 0)
    expect(inStremio.frames).toBeGreaterThan(0)

    const server = await shown(page, 'Server')
    const app = createApp(server)
    const { data: signedIn } = await getAuthenticationApi(app).authenticateUserByName({
      authenticateUserByName: { Username: await shown(page, 'User name'), Pw: password },
    })
    app.update({ accessToken: signedIn.AccessToken! })
    const { data: found } = await getLibraryApi(app).getItems({
      userId: signedIn.User!.Id!,
      includeItemTypes: ['Movie'],
      recursive: true,
    })
    const [film] = found.Items!
    const send = senderOf(server, signedIn.AccessToken!)
    const { body: info } = await send(`/Items/${film!.Id}/PlaybackInfo`, {})
    const [version] = info.MediaSources
    const report = {
      ItemId: film!.Id,
      MediaSourceId: version.Id,
      PlaySessionId: info.PlaySessionId,
    }
    await send('/Sessions/Playing', { ...report, PositionTicks: 0 })
    const onTelevision = await playToTheEnd(
      `${server}/Videos/${film!.Id}/stream.webm?Static=true&mediaSourceId=${version.Id}`,
    )
    expect(onTelevision.frames).toBeGreaterThan(0)
    await send('/Sessions/Playing/Stopped', {
      ...report,
      PositionTicks: Math.round(onTelevision.seconds * 10_000_000),
    })

    await page.goto(`${service.url}/configure/dashboard`)
    await shows(page, 'Test App')
    await shows(page, 'Film 0')
    expect(troubles).toEqual([])
  }, 120_000)
})
