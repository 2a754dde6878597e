import type { MediaId } from '../model/media-id.ts'
import type { AskOptions, SourceClient } from '../model/source-client.ts'
import type { SourceManifest } from '../model/source-manifest.ts'
import type { Source, SourceStream } from '../model/source.ts'
import { acceptsTitle } from './question.ts'

export type EmbeddedRequest = {
  readonly source: Source
  readonly manifest: SourceManifest
  readonly type: string
  readonly id: MediaId
}

const none: readonly SourceStream[] = []

/** Streams that a source has inside its own title, whose id begins those of its videos; none where it fails. */
export async function embeddedStreams(
  client: Pick<SourceClient, 'meta'>,
  { source, manifest, type, id }: EmbeddedRequest,
  options: AskOptions,
): Promise<readonly SourceStream[]> {
  const gives = (resource: string) => source.resources?.includes(resource) ?? true
  const isSetUp = gives('meta') && gives('stream') && (source.mediaTypes?.includes(type) ?? true)
  if (id.space !== 'opaque' || !isSetUp) return none
  for (const titleId of titleIdsOf(id.raw)) {
    if (!acceptsTitle(manifest, 'meta', { type, id: titleId })) continue
    const guess = titleId !== id.raw
    const asking = client.meta(source, type, titleId, { ...options, guess })
    const title = (await asking.catch(() => null))?.value
    const video = title?.videos.find((one) => one.id === id.raw)
    if (video) return video.streams ?? none
  }
  return none
}

/** Shortest first: without one and two of its last parts, such as a season and an episode. */
export function titleIdsOf(raw: string): readonly string[] {
  const parts = raw.split(':')
  return [2, 1, 0].flatMap((cut) =>
    cut < parts.length ? parts.slice(0, parts.length - cut).join(':') : [],
  )
}
