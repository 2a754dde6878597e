import { enumName } from '../../../core/enum-name.ts'
import type { VersionDemand } from '../../../model/version.ts'
import { placeholderSource, toMediaSource } from '../playback/media-source.ts'
import type { LibraryDocuments } from '../transport/library-documents.ts'
import { plainId } from '../transport/require-self.ts'
import type { MediaRequest } from '../transport/route.ts'
import { toItemDto, wholeItem } from './item-dto.ts'
import { unknownItem } from './unknown-item.ts'

export type OpenItem = ReturnType<typeof createItemOpener>

/** Shows one item, with its versions where it can be played. */
export function createItemOpener(documents: LibraryDocuments, serverId: string) {
  return async ({ context, device }: MediaRequest, id: string, demand: VersionDemand) => {
    const { versions: found, occurrences } = await documents.openItem(context, {
      id,
      demand: enumName(demand),
      client: device?.client ?? null,
    })
    if (!found) throw unknownItem()
    const { item, isPlayable, versions } = found
    if (!isPlayable) return toItemDto({ ...item, occurrences }, wholeItem(serverId))
    const own = plainId(id)
    if (own !== item.id && versions.length === 0) throw unknownItem()
    const sources = versions.map((version) => toMediaSource(version, item))
    const shown = sources.length > 0 ? sources : [placeholderSource(item)]
    return {
      ...toItemDto(item, wholeItem(serverId)),
      Id: own,
      Container: shown[0]!.Container,
      MediaSources: shown,
      MediaStreams: shown[0]!.MediaStreams,
      MediaSourceCount: shown.length,
    }
  }
}
