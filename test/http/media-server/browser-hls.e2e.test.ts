import { expect, it } from 'vitest'
import { noBrowser, openElsewhere } from '../../support/browser.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { frames, noFfmpeg, startHls } from '../../support/hls.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

type Visit = { url: string; token: string }

/** Runs in the page: reads a playlist as players that are written in JavaScript do, and plays what it leads to. */
async function playPlaylist({ url, token }: Visit) {
  const read = async (address: string, part?: string) => {
    const [length, from] = (part ?? '').split('@').map(Number)
    const range = `bytes=${from}-${from! + length! - 1}`
    const answer = await fetch(address, { headers: part ? { range } : {} })
    if (answer.status !== (part ? 206 : 200)) throw new Error(`${answer.status} for ${address}`)
    return answer.arrayBuffer()
  }
  const linesOf = async (address: string) =>
    new TextDecoder()
      .decode(await read(address))
      .split('\n')
      .filter(Boolean)
  const valueOf = (line: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(line)?.[1]

  const list = await fetch(`${url}/Items?recursive=true&includeItemTypes=Movie`, {
    headers: { 'x-emby-token': token },
  })
  const { Items } = await list.json()
  const main = `${url}/Videos/${Items[0].Id}/stream.hls`
  const [encrypted, fragments] = (await linesOf(main))
    .filter((line) => !line.startsWith('#'))
    .map((line) => new URL(line, main).href)

  const parts: ArrayBuffer[] = []
  let part = ''
  for (const line of await linesOf(fragments!)) {
    const at = (address: string) => new URL(address, fragments).href
    if (line.startsWith('#EXT-X-BYTERANGE:')) part = line.split(':')[1]!
    if (line.startsWith('#EXT-X-MAP:'))
      parts.push(await read(at(valueOf(line, 'URI')!), valueOf(line, 'BYTERANGE')))
    if (!line.startsWith('#')) parts.push(await read(at(line), part))
  }
  const video = document.createElement('video')
  video.src = URL.createObjectURL(new Blob(parts, { type: 'video/mp4' }))
  await video.play()
  video.playbackRate = 8
  await new Promise<void>((resolve, reject) => {
    video.addEventListener('ended', () => resolve())
    video.addEventListener('error', () => reject(new Error(`video: ${video.error?.message}`)))
  })

  const lines = await linesOf(encrypted!)
  const secret = valueOf(
    lines.find((line) => line.startsWith('#EXT-X-KEY:'))!,
    'URI',
  )!
  const bytes = await read(new URL(secret, encrypted).href)
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-CBC', false, ['decrypt'])
  const first = await read(
    new URL(
      lines.find((line) => !line.startsWith('#'))!,
      encrypted,
    ).href,
  )
  const clear = await crypto.subtle.decrypt({ name: 'AES-CBC', iv: new Uint8Array(16) }, key, first)
  return {
    seconds: video.currentTime,
    packet: new Uint8Array(clear)[0],
    size: [video.videoWidth, video.videoHeight],
  }
}

it.skipIf(noBrowser || noFfmpeg)(
  'A playlist that is carried is read and played by a page of another site',
  async () => {
    const upstream = await startHls()
    const { source } = await startFilmSource({
      films: 1,
      versions: 1,
      videoUrl: `${upstream.url}/deep/main.m3u8`,
      stream: { behaviorHints: {} },
    })
    const service = await startService()
    const { token } = await signInApp(service.url, await service.createUser({ sources: [source] }))
    const page = await openElsewhere()
    const played = await page.evaluate(playPlaylist, { url: service.url, token })
    // Packets of transport streams begin with this byte.
    expect(played).toEqual({
      seconds: expect.closeTo(frames / 10, 0),
      packet: 0x47,
      size: [96, 54],
    })
  },
  60_000,
)
