import { Readable } from 'node:stream'
import type { Scheduler } from '../../../core/scheduler.ts'
import type { OpenedAnswer } from '../../../security/guarded-stream.ts'
import type { ProxyRequest } from '../open-version.ts'
import type { ProxiedStream } from '../proxied-stream.ts'
import { headersAt } from '../request-headers.ts'
import { maxJsonBytes, rewriteJson } from './json-addresses.ts'
import type { Readdress, TargetKind } from './lines.ts'
import { maxPlaylistBytes, playlistType, readMs, readText } from './playlist-answer.ts'
import { rewritePlaylist } from './rewrite.ts'
import type { Target, Targets } from './targets.ts'
import { createVariables } from './variables.ts'
import type { Variables } from './variables.ts'

/** The reader of a playlist and its address; the playlist's addresses are bound to both. */
export type PlaylistReader = Omit<Target, 'url' | 'kind' | 'variables'> & {
  readonly versionId: string
  /** From the request's address. */
  readonly toVideos: string
}

export type PlaylistWriterOptions = {
  readonly targets: Pick<Targets, 'address'>
  readonly scheduler: Scheduler
}

type Asked = Pick<ProxyRequest, 'method' | 'signal'>

/** Answers with playlists whose addresses lead back through the service. Throws an UpstreamError for what cannot be read. */
export function createPlaylistWriter({ targets, scheduler }: PlaylistWriterOptions) {
  function readdress(base: string, reader: PlaylistReader, variables: () => Variables): Readdress {
    const { versionId, toVideos, ...bound } = reader
    return (address, kind) => {
      if (isNoRequest(address, kind)) return address
      const url = URL.parse(address, base)
      if (url) url.hash = ''
      const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
      const href = isWeb ? url.href : ''
      const leadsOn = kind === 'playlist' || kind === 'json'
      const known = {
        url: href,
        asks: leadsOn ? bound.asks : headersAt(bound.asks, href),
        variables: kind === 'playlist' ? variables() : {},
      }
      return toVideos + targets.address(versionId, { ...bound, kind, ...known })
    }
  }

  return {
    async playlist(
      answer: OpenedAnswer,
      { method, signal }: Asked,
      reader: PlaylistReader,
      inherited: Variables,
    ): Promise<ProxiedStream> {
      if (method === 'HEAD') return headOf(answer, playlistType)
      const text = await readText(answer, maxPlaylistBytes, readMs)
      const variables = createVariables(new URL(answer.url), inherited)
      const work = rewritePlaylist(text, variables, readdress(answer.url, reader, variables.all))
      return whole(await scheduler.run(work, { signal }), playlistType)
    },

    async json(
      answer: OpenedAnswer,
      { method, signal }: Asked,
      reader: PlaylistReader,
    ): Promise<ProxiedStream> {
      if (method === 'HEAD') return headOf(answer, 'application/json')
      const text = await readText(answer, maxJsonBytes, readMs)
      const work = rewriteJson(
        text,
        readdress(answer.url, reader, () => ({})),
      )
      return whole(await scheduler.run(work, { signal }), 'application/json')
    },
  }
}

export type PlaylistWriter = ReturnType<typeof createPlaylistWriter>

/** Schemes that need no server, such as `data:`, and `skd:` for keys. */
function isNoRequest(address: string, kind: TargetKind): boolean {
  const [, scheme = null] = /^([a-z][a-z\d+.-]*):/i.exec(address) ?? []
  if (scheme === null || /https?:/i.test(address)) return false
  return kind === 'key' || !address.includes('//')
}

function whole(text: string, type: string): ProxiedStream {
  const bytes = Buffer.from(text)
  const headers = {
    'content-type': type,
    'content-length': String(bytes.length),
    'accept-ranges': 'none',
  }
  const body = Readable.from([bytes], { objectMode: false })
  return { status: 200, headers, body, isPlaylist: true }
}

/** The length is another one than that of what its server sends. */
function headOf({ body }: OpenedAnswer, type: string): ProxiedStream {
  return { status: 200, headers: { 'content-type': type, 'accept-ranges': 'none' }, body }
}
