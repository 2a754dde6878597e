import type { Services } from '../../../graphql/context.ts'
import { isPlayableKind } from '../../../model/item-ref.ts'
import type { VersionDemand } from '../../../model/version.ts'
import type { VersionsQuery } from '../../documents/documents.ts'
import { toItemDto, wholeItem } from './item-dto.ts'
import { unknownItem } from './unknown-item.ts'
import type { LibraryDocuments } from '../transport/library-documents.ts'
import { placeholderSource, toMediaSource } from '../playback/media-source.ts'
import type { MediaSource } from '../playback/media-source.ts'
import { plainId } from '../transport/require-self.ts'
import type { MediaRequest } from '../transport/route.ts'

type Found = NonNullable<VersionsQuery['versions']>

export type OpenItemOptions = {
  readonly documents: LibraryDocuments
  readonly services: Pick<
    Services,
    'itemIds' | 'playback' | 'deviceProfiles' | 'userConfigurations'
  >
  readonly serverId: string
}

export type ItemOpener = ReturnType<typeof createItemOpener>

/** Shows one item, and the ways to play it. */
export function createItemOpener({ documents, services, serverId }: OpenItemOptions) {
  /** Kinds that no source of streams is ever asked for show no versions. */
  function mayHaveVersions(id: string): boolean {
    const kind = services.itemIds.decode(id)?.kind
    return kind === 'version' || (kind !== undefined && isPlayableKind(kind))
  }

  /** As the standard names them; the id of the item stands for its first one. */
  async function toSources(
    request: MediaRequest,
    { item, versions, played }: Found,
    asked: string | null,
  ): Promise<readonly MediaSource[]> {
    const member = await request.member()
    const tracks =
      versions.length > 0
        ? await services.playback.tracks(member, item, request.context.signal)
        : []
    const profile = await services.deviceProfiles.of(member)
    const configuration = await services.userConfigurations.of(member)
    const client = request.device?.client ?? member.device?.client ?? null
    const carried = Boolean(member.userData.mediaServer?.proxy)
    return versions.map((version, index) =>
      toMediaSource(version, {
        item,
        first: asked === null ? index === 0 : asked === item.id,
        client,
        carried,
        tracks,
        subtitleProfiles: profile?.subtitles ?? [],
        choice: {
          configuration,
          // In another version the same places are other tracks.
          before:
            played?.versionId === version.id
              ? { audio: played.audioIndex, subtitle: played.subtitleIndex }
              : null,
        },
      }),
    )
  }

  /** With its versions where it can be played. `demand` null: as the configuration says for opening an item. */
  async function open(request: MediaRequest, id: string, demand: VersionDemand | null) {
    const { context } = request
    if (!mayHaveVersions(id)) {
      const { item, occurrences } = await documents.item(context, { id })
      if (!item) throw unknownItem()
      return toItemDto({ ...item, occurrences }, wholeItem(serverId))
    }
    const { userData } = await request.member()
    const resolves = userData.mediaServer?.versions?.resolveOnOpen !== false
    const usual: VersionDemand = resolves ? 'usual' : 'kept'
    const { versions: found } = await documents.versions(context, {
      itemId: id,
      demand: demand ?? usual,
    })
    if (!found) throw unknownItem()
    const own = plainId(id)
    const isVersion = own !== found.item.id
    if (isVersion && found.versions.length === 0) throw unknownItem()
    const sources = await toSources(request, found, isVersion ? own : null)
    const shown = sources.length > 0 ? sources : [placeholderSource(found.item)]
    return {
      ...toItemDto(found.item, wholeItem(serverId)),
      Id: own,
      Container: shown[0]!.Container,
      MediaSources: shown,
      MediaStreams: shown[0]!.MediaStreams,
      MediaSourceCount: shown.length,
    }
  }

  return { toSources, open }
}

export type OpenItem = ItemOpener['open']
