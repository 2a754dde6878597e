import type { MediaId } from '../model/media-id.ts'
import type { Answer, AskOptions, SourceClient } from '../model/source-client.ts'
import type { SourceManifest } from '../model/source-manifest.ts'
import type { Source, SourceStream } from '../model/source.ts'
import { acceptsTitle } from './question.ts'

export type EmbeddedRequest = {
  readonly source: Source
  readonly manifest: SourceManifest
  readonly type: string
  readonly id: MediaId
}

export type EmbeddedStreams = Pick<Answer<readonly SourceStream[]>, 'value' | 'fromCache'>

const none: EmbeddedStreams = { value: [], fromCache: null }

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
  const asking = ids.map(async (titleId): Promise<EmbeddedStreams> => {
    const guess = titleId !== id.raw
    const asked = client.meta(source, type, titleId, { ...options, guess, recent: true })
    const { value: title, fromCache } = await asked
    const video = title?.videos.find((one) => one.id === id.raw)
    if (!video) throw new Error('another title')
    return { value: video.streams ?? [], fromCache }
  })
  return Promise.any(asking).catch(() => none)
}

/** Shortest first: without one and two of its last parts, such as a season and an episode. */
export function titleIdsOf(raw: string): readonly string[] {
  const parts = raw.split(':')
  return [2, 1, 0].flatMap((cut) =>
    cut < parts.length ? parts.slice(0, parts.length - cut).join(':') : [],
  )
}
