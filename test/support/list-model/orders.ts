import { premiereOf, ratingOf, sortName, yearOf } from './items.ts'
import type { Item, Look } from './items.ts'

type Value = string | number | null
export type Key = { readonly rest: string; readonly by: string; readonly of: (look: Look) => Value }

const broadcast = ({ name, episode }: Item): string =>
  episode
    ? `${String(episode.season).padStart(4, '0')} ${String(episode.episode).padStart(4, '0')} ${sortName(name)}`
    : sortName(name)

export const keys: readonly Key[] = [
  { rest: 'SortName', by: 'name', of: ({ item }) => broadcast(item) },
  {
    rest: 'SeriesSortName',
    by: 'seriesName',
    of: ({ item }) => (item.series ? sortName(item.series.name) : sortName(item.name)),
  },
  { rest: 'DateCreated', by: 'added', of: ({ item }) => item.createdAt },
  {
    rest: 'DateLastContentAdded',
    by: 'contentAdded',
    of: ({ contentAddedAt }) => contentAddedAt,
  },
  { rest: 'PremiereDate', by: 'premiered', of: ({ item }) => premiereOf(item) },
  { rest: 'ProductionYear', by: 'year', of: ({ item }) => yearOf(item) },
  { rest: 'CommunityRating', by: 'rating', of: ({ item }) => ratingOf(item) },
  {
    rest: 'Runtime',
    by: 'runtime',
    of: ({ item }) => (item.title.runtime ? Number.parseInt(item.title.runtime, 10) : null),
  },
  { rest: 'OfficialRating', by: 'certification', of: ({ item }) => item.title.certification ?? '' },
  { rest: 'DatePlayed', by: 'playedAt', of: ({ seen }) => seen.lastAt },
  { rest: 'PlayCount', by: 'playCount', of: ({ seen }) => seen.plays },
  { rest: 'IsPlayed', by: 'played', of: ({ state }) => Number(state.played) },
  { rest: 'IsFavoriteOrLiked', by: 'favorite', of: ({ state }) => Number(state.favorite) },
  { rest: 'IsFolder', by: 'folder', of: ({ item }) => (item.kind === 'Series' ? 0 : 1) },
  { rest: 'Studio', by: 'studio', of: ({ item }) => item.title.studios?.[0] ?? '' },
  { rest: 'ParentIndexNumber', by: 'season', of: ({ item }) => item.episode?.season ?? null },
  { rest: 'IndexNumber', by: 'episode', of: ({ item }) => item.episode?.episode ?? null },
  { rest: 'Default', by: 'default', of: () => null },
  { rest: 'Random', by: 'random', of: () => null },
]

export function compare(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return a < b ? -1 : a > b ? 1 : 0
}
