import { enumName } from '../../../core/enum-name.ts'
import type { VersionDemand } from '../../../model/version.ts'
import { PreparePlaybackDocument } from '../../documents/documents.ts'
import { unknownItem } from '../items/unknown-item.ts'
import { documentRoute } from '../transport/define-route.ts'
import type { DocumentRoute, MediaRequest } from '../transport/route.ts'
import { readDeviceProfile, toDeviceInput } from './device-profile.ts'
import { toMediaSource } from './media-source.ts'
import type { MediaSource } from './media-source.ts'

export function playbackInfoRoutes(): readonly DocumentRoute[] {
  return (['POST', 'GET'] as const).map((method) =>
    documentRoute({
      method,
      path: '/Items/:itemId/PlaybackInfo',
      access: 'self',
      document: PreparePlaybackDocument,
      variables: (request) => ({
        itemId: request.params['itemId']!,
        versionId: request.query.text('MediaSourceId') ?? request.body.text('MediaSourceId'),
        demand: enumName(demandOf(request)),
        device: deviceOf(request),
        client: request.device?.client ?? null,
      }),
      answer({ preparePlayback: prepared }, request) {
        if (!prepared) throw unknownItem()
        const { list, isNamed, playSessionId } = prepared
        const sources = list.versions.map((version) => toMediaSource(version, list.item))
        return {
          MediaSources: isNamed ? sources.map(withChoice(request)) : sources,
          PlaySessionId: playSessionId,
          ErrorCode: sources.length === 0 ? 'NoCompatibleStream' : undefined,
        }
      },
    }),
  )
}

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

function deviceOf({ body }: MediaRequest) {
  const profile = readDeviceProfile(body)
  return profile && toDeviceInput(profile)
}

function demandOf({ query, body }: MediaRequest): VersionDemand {
  const says = (name: string): boolean => (query.flag(name) ?? body.flag(name)) === true
  if (says('Refresh')) return 'refresh'
  return says('Fresh') ? 'fresh' : 'usual'
}
