import type { Services } from '../../../graphql/context.ts'
import type { VersionDemand } from '../../../model/version.ts'
import { readDeviceProfile } from './device-profile.ts'
import { unknownItem } from '../items/unknown-item.ts'
import type { LibraryDocuments } from '../transport/library-documents.ts'
import type { MediaSource } from './media-source.ts'
import type { ItemOpener } from '../items/open-item.ts'
import { plainId, requireOwnUser } from '../transport/require-self.ts'
import type { MediaRequest, MediaRoute } from '../transport/route.ts'

/** What an app asks before it plays: all versions, the best first, or the one that it names. */
export function playbackInfoRoutes(
  documents: LibraryDocuments,
  { toSources }: Pick<ItemOpener, 'toSources'>,
  {
    itemIds,
    playSessionIds,
    deviceProfiles,
  }: Pick<Services, 'itemIds' | 'playSessionIds' | 'deviceProfiles'>,
): readonly MediaRoute[] {
  async function playbackInfo(request: MediaRequest) {
    const member = await requireOwnUser(request)
    const { context, params, body } = request
    const profile = readDeviceProfile(body)
    if (profile) deviceProfiles.set(member, profile)
    const itemId = params['itemId']!
    const versionId = namedVersion(request)
    const { versions: found } = await documents.versions(context, {
      itemId,
      versionId,
      demand: demandOf(request),
    })
    if (!found) throw unknownItem()
    const asked = versionId ?? (plainId(itemId) === found.item.id ? null : plainId(itemId))
    const [first] = found.versions
    const sources = await toSources(request, found, asked)
    return {
      MediaSources: versionId === null ? sources : sources.map(withChoice(request)),
      // It tells what the item's own id stands for in this answer.
      PlaySessionId: playSessionIds.encode(itemIds.decode(first?.id ?? '')?.version ?? 0),
      ErrorCode: sources.length === 0 ? 'NoCompatibleStream' : undefined,
    }
  }

  /** Apps also name what other servers gave them: that says nothing here. */
  function namedVersion({ query, body }: MediaRequest): string | null {
    const id = query.text('MediaSourceId') ?? body.text('MediaSourceId')
    return id !== null && itemIds.decode(id) ? plainId(id) : null
  }

  const path = '/Items/:itemId/PlaybackInfo'
  return [
    { method: 'POST', path, access: 'signedIn', handle: playbackInfo },
    { method: 'GET', path, access: 'signedIn', handle: playbackInfo },
  ]
}

/** With the streams that the app asks for in the version that it names. */
function withChoice({ query, body }: MediaRequest) {
  const wanted = (name: string): number | null => query.integer(name) ?? body.integer(name)
  const [audio, subtitle] = [wanted('AudioStreamIndex'), wanted('SubtitleStreamIndex')]
  return (source: MediaSource): MediaSource => {
    const has = (type: string, index: number | null): index is number =>
      source.MediaStreams.some(({ Type, Index }) => Type === type && Index === index)
    return {
      ...source,
      ...(has('Audio', audio) && { DefaultAudioStreamIndex: audio }),
      ...((subtitle === -1 || has('Subtitle', subtitle)) && {
        DefaultSubtitleStreamIndex: subtitle,
      }),
    } as MediaSource
  }
}

function demandOf({ query, body }: MediaRequest): VersionDemand {
  const says = (name: string): boolean => (query.flag(name) ?? body.flag(name)) === true
  if (says('Refresh')) return 'refresh'
  return says('Fresh') ? 'fresh' : 'usual'
}
