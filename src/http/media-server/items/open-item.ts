import type { OpenItemFieldsFragment } from '../../documents/documents.ts'
import { placeholderSource, toMediaSource } from '../playback/media-source.ts'
import { ticksOf } from '../transport/times.ts'
import { plainId } from '../transport/plain-id.ts'
import { toItemDto, wholeItem } from './item-dto.ts'

type Chapter = OpenItemFieldsFragment['versions'][number]['media']['chapters'][number]

/** An item with its versions if it can be played; null if the id names a version that is gone. */
export function toOpenItem(found: OpenItemFieldsFragment, id: string, serverId: string) {
  const { item, isPlayable, versions } = found
  const dto = toItemDto(item, wholeItem(serverId))
  if (!isPlayable) return dto
  const own = plainId(id)
  if (own !== item.id && versions.length === 0) return null
  const chapters = versions[0]?.media.chapters ?? []
  const sources = versions.map((version) => toMediaSource(version, item))
  const shown = sources.length > 0 ? sources : [placeholderSource(item)]
  return {
    ...dto,
    Id: own,
    Container: shown[0]!.Container,
    MediaSources: shown,
    MediaStreams: shown[0]!.MediaStreams,
    MediaSourceCount: shown.length,
    Chapters: chapters.length > 0 ? chapters.map(toChapter) : undefined,
  }
}

function toChapter({ startMs, name }: Chapter, index: number) {
  return {
    StartPositionTicks: ticksOf(startMs),
    Name: name ?? `Chapter ${index + 1}`,
    ImageDateModified: '0001-01-01T00:00:00.0000000Z',
  }
}
