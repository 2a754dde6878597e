import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { leaveOut } from './missing-service.ts'
import { startUpstream } from './upstream.ts'
import type { Handler } from './upstream.ts'

const run = promisify(execFile)
const [ffmpeg, ffprobe] = ['/usr/bin/ffmpeg', '/usr/bin/ffprobe']

/** Whether playlists cannot be made and played here. */
export const noFfmpeg = !existsSync(ffmpeg) || !existsSync(ffprobe)
if (noFfmpeg) leaveOut('ffmpeg is not installed: playing playlists is skipped')

/** Pictures of each variant. */
export const frames = 40
const picture = ['-f', 'lavfi', '-i', 'testsrc=duration=4:size=96x54:rate=10']
const sound = ['-f', 'lavfi', '-i', 'sine=duration=4']
const codecs = [
  '-pix_fmt',
  'yuv420p',
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-g',
  '10',
  '-c:a',
  'aac',
  '-b:a',
  '32k',
]
const vod = ['-hls_time', '1', '-hls_playlist_type', 'vod']

const main = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-STREAM-INF:BANDWIDTH=200000,RESOLUTION=96x54,CODECS="avc1.42c00a,mp4a.40.2"
encrypted/index.m3u8?key=1
#EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=96x54,CODECS="avc1.42c00a,mp4a.40.2"
fragments/index.m3u8
`

/**
 * Serves a real playlist with two variants: encrypted transport streams, and parts of one fragmented MP4 file. `/start`
 * redirects to `/deep/main.m3u8`. Everything else than files is answered by `others`.
 */
export async function startHls(others: Handler = (_, response) => response.writeHead(404).end()) {
  const folder = await mkdtemp(join(tmpdir(), 'hls-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const files = new Map<string, Buffer>([['/deep/main.m3u8', Buffer.from(main)]])
  const make = async (name: string, ...options: string[]) => {
    await run(ffmpeg, ['-loglevel', 'error', ...picture, ...sound, ...codecs, ...vod, ...options], {
      cwd: folder,
    })
    for (const file of (await run('ls', [folder])).stdout.trim().split('\n')) {
      files.set(`/deep/${name}/${file}`, await readFile(join(folder, file)))
    }
  }
  await writeFile(join(folder, 'the.key'), Buffer.alloc(16, 7))
  await writeFile(join(folder, 'info'), 'the.key?token=1\nthe.key\n')
  await make('encrypted', '-hls_key_info_file', 'info', 'index.m3u8')
  await make('fragments', '-hls_segment_type', 'fmp4', '-hls_flags', 'single_file', 'index.m3u8')

  const upstream = await startUpstream((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost')
    if (pathname === '/start') {
      return void response.writeHead(302, { location: '/deep/main.m3u8' }).end()
    }
    const file = files.get(pathname)
    if (!file) return others(request, response)
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const begin = Number(from ?? 0)
    const end = to ? Math.min(Number(to) + 1, file.length) : file.length
    response.writeHead(from === undefined ? 200 : 206, {
      'content-length': end - begin,
      'accept-ranges': 'bytes',
      ...(from !== undefined && { 'content-range': `bytes ${begin}-${end - 1}/${file.length}` }),
    })
    return void response.end(file.subarray(begin, end))
  })
  return { ...upstream, files }
}

/** Plays to the end, and answers how many pictures each variant has. */
export async function countFrames(address: string): Promise<readonly string[]> {
  const what = ['-count_frames', '-select_streams', 'v', '-show_entries', 'stream=nb_read_frames']
  const { stdout, stderr } = await run(ffprobe, ['-v', 'error', ...what, '-of', 'json', address])
  if (stderr !== '') throw new Error(stderr)
  const { streams } = JSON.parse(stdout) as { streams: { nb_read_frames: string }[] }
  return streams.map(({ nb_read_frames: count }) => count)
}
