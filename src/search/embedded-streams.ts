import { within } from '../core/within.ts'
import type { MediaId } from '../model/media-id.ts'
import type { Answer, AskOptions, SourceClient } from '../model/source-client.ts'
import type { SourceManifest } from '../model/source-manifest.ts'
import type { SourceVideo } from '../model/source-meta.ts'
import type { Source, SourceStream } from '../model/source.ts'
import { acceptsTitle } from './question.ts'

export type EmbeddedRequest = {
  readonly source: Source
  readonly manifest: SourceManifest
  readonly type: string
  readonly id: MediaId
}

export type EmbeddedStreams = Pick<Answer<readonly SourceStream[]>, 'value' | 'fromCache'>

type NamedVideo = Pick<SourceVideo, 'streams'> & Pick<EmbeddedStreams, 'fromCache'>

const none: EmbeddedStreams = { value: [], fromCache: null }
/** For titles whose ids begin the video's. The video's own id is seldom a title's, and asking for it costs a request. */
const headStartMs = 250
const late = () => new Error('the titles of the video are late')

/** Streams inside a source's own title, whose id begins those of its videos, as it is now: links expire. None where it fails. */
export async function embeddedStreams(
  client: Pick<SourceClient, 'meta'>,
  { source, manifest, type, id }: EmbeddedRequest,
  options: AskOptions,
): Promise<EmbeddedStreams> {
  const gives = (resource: string) => source.resources?.includes(resource) ?? true
  const isSetUp = gives('meta') && gives('stream') && (source.mediaTypes?.includes(type) ?? true)
  if (id.space !== 'opaque' || !isSetUp) return none
  const ids = titleIdsOf(id.raw).filter((raw) => acceptsTitle(manifest, 'meta', { type, id: raw }))
  const guess = ids.length > 1
  const ask = async (titleId: string): Promise<NamedVideo> => {
    const asked = client.meta(source, type, titleId, { ...options, guess, recent: true })
    const { value: title, fromCache } = await asked
    const video = title?.videos.find((one) => one.id === id.raw)
    if (!video) throw new Error('another title')
    return { streams: video.streams, fromCache }
  }
  const shorter = ids.filter((titleId) => titleId !== id.raw).map(ask)
  const askLast = async (titleId: string): Promise<NamedVideo> => {
    const named = await within(headStartMs, Promise.any(shorter), late).catch(() => null)
    return named ?? ask(titleId)
  }
  const last = ids.filter((titleId) => titleId === id.raw).map(askLast)
  const finding = [...shorter, ...last].map(async (asking): Promise<EmbeddedStreams> => {
    const { streams, fromCache } = await asking
    if (!streams) throw new Error('it has none')
    return { value: streams, fromCache }
  })
  return Promise.any(finding).catch(() => none)
}

/** Shortest first: without one and two of its last parts, such as a season and an episode. */
export function titleIdsOf(raw: string): readonly string[] {
  const parts = raw.split(':')
  return [2, 1, 0].flatMap((cut) =>
    cut < parts.length ? parts.slice(0, parts.length - cut).join(':') : [],
  )
}
