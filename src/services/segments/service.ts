import { hash } from 'node:crypto'
import { expectedLength } from '../../library/expected-length.ts'
import { segmentsFor } from '../../library/segments.ts'
import type { VersionLength } from '../../library/segments.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import { isPlayableKind } from '../../model/item-ref.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import { animeSpaces, parseMediaId } from '../../model/media-id.ts'
import type { User } from '../../model/household.ts'
import type { Segment, SegmentQuestion, SegmentType } from '../../model/segment.ts'
import { isFarShorter } from '../file-headers/far-shorter.ts'
import type { FileHeaders } from '../file-headers/service.ts'
import type { Ask } from '../library/deps.ts'
import type { ItemAccess } from '../library/item-access.ts'
import type { VersionService } from '../versions/service.ts'
import { createKeptMarks } from './kept-marks.ts'
import type { KeptMarksOptions } from './kept-marks.ts'

export type ItemSegment = Segment & { readonly id: string }

export type SegmentsInput = {
  /** Of an item or of one of its versions. */
  readonly itemId: string
  readonly types?: readonly SegmentType[] | null | undefined
}

export type SegmentService = ReturnType<typeof createSegmentService>

type Options = KeptMarksOptions & {
  readonly items: Pick<ItemAccess, 'requireRef' | 'require'>
  readonly versions: Pick<VersionService, 'known'>
  readonly translators: readonly IdTranslator[]
  /** Null: files are not opened. */
  readonly fileHeaders: Pick<FileHeaders, 'known'> | null
}

/** Intros, recaps, previews and credits of what is played, as services on the web know them. */
export function createSegmentService(options: Options) {
  const { items, versions, translators, fileHeaders } = options
  const marks = createKeptMarks(options)

  async function lengthOf(user: User, item: LibraryItem, ref: ItemRef) {
    const version = await versions.known(user, item, ref)
    if (!version) return null
    const header = await fileHeaders?.known(version)
    const isClip = header && isFarShorter(header, { version, expected: expectedLength(item) })
    return header?.durationMs && !isClip
      ? { ms: header.durationMs, withinMs: 0 }
      : statedLength(version.result.duration)
  }

  return {
    /** In the order of the film. Throws NOT_FOUND for an unknown item; services that fail or are slow only leave theirs out. */
    async of(user: User, input: SegmentsInput, ask: Ask): Promise<readonly ItemSegment[]> {
      const ref = items.requireRef(user, input.itemId)
      const item = await items.require(user, input.itemId, ask)
      if (!isPlayableKind(item.kind)) return []
      const length = await lengthOf(user, item, ref)
      const question = await questionOf(translators, item, length)
      const found = segmentsFor(await marks(question), length, item.runtimeMs)
      return found
        .filter(({ type }) => input.types?.includes(type) ?? true)
        .map((segment) => ({ ...segment, id: idOf(input.itemId, segment) }))
    },
  }
}

async function questionOf(
  translators: readonly IdTranslator[],
  { key, mediaType, kind, ids, series, season, episode }: LibraryItem,
  length: VersionLength | null,
): Promise<SegmentQuestion> {
  const own = parseMediaId(key)
  const translated = await Promise.all(
    translators.map((translator) => translator.translate(own, mediaType, ['imdb', 'tmdb', 'mal'])),
  )
  const places = [own, ...translated.flat()]
  const isEpisode = kind === 'episode'
  const numbered = isEpisode ? { season, episode } : { season: null, episode: null }
  // Anime databases list seasons: their numbering says nothing of a whole series.
  const known = isEpisode && animeSpaces.has(own.space) ? {} : (series?.ids ?? ids)
  const placeIn = (space: 'imdb' | 'tmdb') => {
    const value = known[space]
    return places.find((place) => place.space === space) ?? (value ? { value, ...numbered } : null)
  }
  // Without the anime database, the numbering of a series says nothing of MyAnimeList's.
  const mal = places.find(({ space }) => space === 'mal') ?? null
  const lengthMs = length?.withinMs === 0 ? length.ms : null
  return { imdb: placeIn('imdb'), tmdb: placeIn('tmdb'), mal, lengthMs }
}

/** Sources that write whole minutes have rounded them, up or down. */
function statedLength(seconds: number | null): VersionLength | null {
  if (seconds === null) return null
  return { ms: Math.round(seconds * 1_000), withinMs: seconds % 60 === 0 ? 60_000 : 0 }
}

function idOf(itemId: string, { type, startMs, endMs }: Segment): string {
  return hash('sha256', `segment ${itemId} ${type} ${startMs} ${endMs}`).slice(0, 32)
}
