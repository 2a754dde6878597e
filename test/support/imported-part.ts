import type { ImportedPart } from '../../src/model/history-store.ts'
import type { LibraryItem } from '../../src/model/library-item.ts'

/** A film or episode that a tracker says was watched. */
export function importedPart(
  { key, kind, season, episode, series: show }: LibraryItem,
  at: number | null,
  played = true,
): ImportedPart {
  return {
    itemKey: key,
    titleKey: show?.key ?? key,
    aliases: [],
    kind,
    season,
    episode,
    item: {
      name: key,
      mediaType: 'movie',
      year: null,
      seriesName: null,
      runtimeMs: null,
      primary: null,
      backdrop: null,
      seriesPrimary: null,
    },
    played,
    playCount: 0,
    positionMs: played ? 0 : 60_000,
    durationMs: null,
    favorite: null,
    likes: null,
    at,
    origin: 'import',
    tracker: 'a tracker',
    link: null,
  }
}
