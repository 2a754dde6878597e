import { formatMediaId } from '../model/media-id.ts'
import type { IdSpace } from '../model/media-id.ts'
import type { HistoryKey, HistoryPart } from '../model/history-store.ts'
import type { LibraryItem } from '../model/library-item.ts'
import type { TitleIds } from '../model/tracker.ts'
import type { WatchedItem } from '../model/watch.ts'

const maxName = 300
const maxAddress = 1_000
/** These list a series as a whole; anime databases list seasons, all with one IMDb id. */
const wholeSpaces = ['imdb', 'tmdb', 'tvdb'] as const satisfies readonly IdSpace[]
const partKey = /^(?:kitsu|mal|anilist|anidb):/

export function keyOf(item: LibraryItem): HistoryKey {
  return { ...partOf(item), item: watchedOf(item) }
}

/** The key under which the history stores an item, for reading only. */
export function partOf(item: LibraryItem): HistoryPart {
  const { key, kind, season, episode } = item
  const titleKey = titleKeyOf(item)
  const aliases = aliasesOf(titleKey, item.series?.ids ?? item.ids)
  return { itemKey: key, titleKey, aliases, kind, season, episode }
}

export function titleKeyOf(item: LibraryItem): string {
  return item.series?.key ?? item.key
}

export function aliasesOf(titleKey: string, ids: TitleIds): readonly string[] {
  if (partKey.test(titleKey)) return []
  return wholeSpaces.flatMap((space) => {
    const value = ids[space]
    const id = value && formatMediaId({ space, value, season: null, episode: null })
    return id && id !== titleKey ? [id] : []
  })
}

function watchedOf(item: LibraryItem): WatchedItem {
  const address = (text: string | null | undefined): string | null =>
    text && text.length <= maxAddress ? text : null
  return {
    name: item.name.slice(0, maxName),
    mediaType: item.mediaType.slice(0, maxName),
    year: item.year,
    seriesName: item.series?.name.slice(0, maxName) ?? null,
    runtimeMs: item.runtimeMs,
    primary: address(item.images.primary),
    backdrop: address(item.images.backdrop),
    seriesPrimary: address(item.series?.images.primary),
  }
}
