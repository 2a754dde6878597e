import { greyPng } from '../picture-host.ts'
import type { Ending } from '../ending.ts'
import { startUpstream } from '../upstream.ts'

const playlists: Readonly<Record<string, string>> = {
  '/main.m3u8': `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=200000
list.m3u8
`,
  '/list.m3u8': `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:2
#EXT-X-KEY:METHOD=AES-128,URI="the.key"
#EXT-X-MAP:URI="head.mp4"
#EXTINF:2,
part.m4s
#EXT-X-ENDLIST
`,
}

/** Serves playlists, a picture, and for each other path the same few bytes. */
export async function startPlaylistHost(ends: Ending) {
  const picture = greyPng(200, 300)
  const { url } = await startUpstream(
    (request, response) => {
      const { pathname } = new URL(request.url!, 'http://localhost')
      const playlist = playlists[pathname]
      const type = playlist ? 'application/vnd.apple.mpegurl' : 'application/octet-stream'
      response.writeHead(200, { 'content-type': pathname.endsWith('.png') ? 'image/png' : type })
      response.end(playlist ?? (pathname.endsWith('.png') ? picture : 'bytes of a part'))
    },
    '127.0.0.1',
    ends,
  )
  return { playlist: `${url}/main.m3u8`, picture: `${url}/poster.png` }
}
