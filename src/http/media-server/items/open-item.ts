import type { OpenItemFieldsFragment } from '../../documents/documents.ts'
import { placeholderSource, toMediaSource } from '../playback/media-source.ts'
import { plainId } from '../transport/plain-id.ts'
import { toItemDto, wholeItem } from './item-dto.ts'

/** An item with its versions if it can be played; null if the id names a version that is gone. */
export function toOpenItem(found: OpenItemFieldsFragment, id: string, serverId: string) {
  const { item, isPlayable, versions } = found
  const dto = toItemDto(item, wholeItem(serverId))
  if (!isPlayable) return dto
  const own = plainId(id)
  if (own !== item.id && versions.length === 0) return null
  const sources = versions.map((version) => toMediaSource(version, item))
  const shown = sources.length > 0 ? sources : [placeholderSource(item)]
  return {
    ...dto,
    Id: own,
    Container: shown[0]!.Container,
    MediaSources: shown,
    MediaStreams: shown[0]!.MediaStreams,
    MediaSourceCount: shown.length,
  }
}
