import type { Identity } from '../identity.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Household } from '../../model/household.ts'
import type { WatchEntry } from '../../model/watch.ts'
import { bare, noImages, refOf } from './bare-item.ts'
import { episodeSortName } from './part-items.ts'

export type WatchedTitle = {
  readonly space: Identity['space']
  readonly number: number
  readonly addedAt: number | null
}

/** For titles that no source shows any more. */
export function watchedItem(
  household: Household,
  entry: WatchEntry,
  { space, number, addedAt }: WatchedTitle,
): LibraryItem {
  const { item, kind, season, episode } = entry
  const titleKind = kind === 'episode' || kind === 'season' ? 'series' : kind
  const titleRef = refOf(household, titleKind, space, number)
  const images = { ...noImages, primary: item.primary, backdrop: item.backdrop }
  const base = {
    ...bare(
      {
        ...titleRef,
        kind,
        season: kind === 'season' || kind === 'episode' ? season : null,
        episode: kind === 'episode' ? episode : null,
      },
      kind,
      item.name,
    ),
    key: entry.itemKey,
    mediaType: item.mediaType,
    year: item.year,
    addedAt,
    contentAddedAt: addedAt,
    runtimeMs: item.runtimeMs ?? entry.durationMs,
    usualRuntime: kind === 'episode' && item.runtimeMs !== null,
    images,
    aspectRatio: item.primary === null ? null : kind === 'episode' ? 16 / 9 : 2 / 3,
  }
  if (titleKind !== 'series' || kind === 'series') return base
  const seasonRef = { ...titleRef, kind: 'season' as const, season }
  return {
    ...base,
    sortName: kind === 'episode' ? episodeSortName(season, episode, item.name) : base.sortName,
    parent: kind === 'episode' ? seasonRef : titleRef,
    series: {
      ref: titleRef,
      key: entry.titleKey,
      name: item.seriesName ?? item.name,
      images: { ...noImages, primary: item.seriesPrimary },
      ids: {},
      year: null,
    },
    seasonRef: kind === 'episode' ? seasonRef : null,
    seasonName: season === 0 ? 'Specials' : season === null ? null : `Season ${season}`,
    season,
    episode,
  }
}
