import { episodeItem, seasonItem } from '../../../library/items/part-items.ts'
import { watchedKeyOf, titlesByHistory } from '../../../library/lookup.ts'
import { nextEpisode } from '../../../library/next-episode.ts'
import { listed } from '../../../library/page.ts'
import type { SeriesProgress } from '../../../model/history-store.ts'
import type {
  EpisodeQuery,
  ItemQuery,
  NextUpQuery,
  SeasonQuery,
} from '../../../model/item-query.ts'
import type { ItemRef } from '../../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../../model/library-item.ts'
import type { User } from '../../../model/household.ts'
import type { WatchEntry } from '../../../model/watch.ts'
import { aliasesOf } from '../../../history/keys.ts'
import { requireLibrary } from '../titles/collection.ts'
import type { Ask, LibraryDeps, ListRequest } from '../deps.ts'
import { findSeries, requireSeries } from '../single-items.ts'
import { sortItems } from './sorting.ts'
import { titleKeysOf } from '../watched.ts'

/** Series that Next Up looks at, and how many at once. */
const maxNextUp = 200
const nextUpAtOnce = 8
/** Slower sources are left out this time. */
const nextUpWaitMs = 5_000

export function isPartOfSeries({ kind }: ItemRef): boolean {
  return kind === 'series' || kind === 'season'
}

export async function seasonItems(
  deps: LibraryDeps,
  user: User,
  series: ItemRef,
  { special, aired }: SeasonQuery,
  ask: Ask,
): Promise<readonly LibraryItem[]> {
  const { item, seasons } = await requireSeries(deps, user, series, ask)
  return seasons
    .map((season) => seasonItem(item, season))
    .filter(
      (season) =>
        (special === null || (season.season === 0) === special) &&
        (aired === null || season.aired === aired),
    )
}

export async function episodeItems(
  deps: LibraryDeps,
  user: User,
  series: ItemRef,
  query: Pick<EpisodeQuery, 'season' | 'aired'>,
  ask: Ask,
): Promise<readonly LibraryItem[]> {
  const { item, seasons } = await requireSeries(deps, user, series, ask)
  return seasons
    .filter(({ number }) => query.season === null || number === query.season)
    .flatMap(({ episodes }) => episodes)
    .filter(({ aired }) => query.aired === null || aired === query.aired)
    .map((episode) => episodeItem(item, episode))
}

/** A series' seasons, or its episodes if asked for; a recursive list has episodes only, unless seasons are named. */
export async function partList(
  request: ListRequest,
  parent: ItemRef,
  query: ItemQuery,
): Promise<ItemPage> {
  const { deps, user, ask } = request
  const isSeries = parent.kind === 'series'
  const { kinds, recursive, aired } = query
  const wantsSeasons = isSeries && (kinds?.includes('season') ?? !recursive)
  const wantsEpisodes = !isSeries || (kinds?.includes('episode') ?? recursive)
  const season = isSeries ? null : parent.season
  const found = [
    ...(wantsSeasons
      ? await seasonItems(deps, user, parent, { special: null, aired: null }, ask)
      : []),
    ...(wantsEpisodes ? await episodeItems(deps, user, parent, { season, aired }, ask) : []),
  ]
  return listed(await sortItems(request, found, { ...query, parent: null }), query)
}

/** The next episode of each started series. Throws NOT_FOUND if the parent is no library of the configuration. */
export async function nextUp(
  deps: LibraryDeps,
  user: User,
  query: NextUpQuery,
  ask: Ask,
): Promise<ItemPage> {
  const { parent } = query
  if (query.series) return nextOfSeries(deps, user, query, query.series, ask)
  if (parent === null) return nextOfAll(deps, user, query, ask)
  if (isPartOfSeries(parent)) return nextOfSeries(deps, user, query, parent, ask)
  const { titles } = requireLibrary(await deps.collections.of(user, ask.signal), parent)!
  const own = titlesByHistory(
    titles.filter(({ kind }) => kind === 'series'),
    titleKeysOf,
  )
  if (own.size === 0) return listed([], query)
  // The total for one library is known only after all series were read.
  const { items } = await nextOfAll(deps, user, { ...query, start: 0, limit: null }, ask)
  const isOwn = ({ series: of }: LibraryItem): boolean =>
    of !== null &&
    [of.key, ...aliasesOf(of.key, of.ids)].some((key) => own.has(watchedKeyOf('series', key)))
  return listed(items.filter(isOwn), query)
}

function soonest({ signal }: Ask): Ask {
  return { signal: AbortSignal.any([signal, AbortSignal.timeout(nextUpWaitMs)]) }
}

async function nextOfSeries(
  deps: LibraryDeps,
  user: User,
  query: NextUpQuery,
  series: ItemRef,
  ask: Ask,
): Promise<ItemPage> {
  const soon = soonest(ask)
  const title = await deps.make.identityOfRef(series)
  const entries = title ? await deps.history.episodesOf(user, [title.identity.key]) : []
  const next = await findFirst([series], 1, 1, soon.signal, async (ref) => {
    const found = await findSeries(deps, user, ref, soon)
    const episode = found?.details && nextEpisode(found.details, entries, query.resumable)
    return found && episode ? episodeItem(found.item, episode) : null
  })
  return listed(next.found, query)
}

async function nextOfAll(
  deps: LibraryDeps,
  user: User,
  query: NextUpQuery,
  ask: Ask,
): Promise<ItemPage> {
  const soon = soonest(ask)
  const { history } = deps
  const { since, resumable, start, limit } = query
  const progress = await history.progress(user, { titleKeys: null, since, limit: maxNextUp })
  const begun = progress.filter(({ dropped }) => !dropped)
  const keys = begun.map(({ titleKey }) => titleKey)
  const entries = Map.groupBy(
    keys.length > 0 ? await history.episodesOf(user, keys) : [],
    ({ titleKey }) => titleKey,
  )
  const wanted = limit === null ? Infinity : start + limit
  const next = await findFirst(begun, wanted, nextUpAtOnce, soon.signal, (series) =>
    nextOfBegun(deps, user, series, entries.get(series.titleKey) ?? [], resumable, soon),
  )
  const page = listed(next.found, query)
  // Unread series count, since each may have a next episode and apps page by the total.
  return { ...page, total: page.total + next.left }
}

async function nextOfBegun(
  deps: LibraryDeps,
  user: User,
  { titleKey, aliases }: SeriesProgress,
  own: readonly WatchEntry[],
  resumable: boolean,
  ask: Ask,
): Promise<LibraryItem | null> {
  // The source may know the series under another id.
  for (const key of own[0] ? [titleKey, ...aliases] : []) {
    const watched = await deps.make.watchedItem(user, { ...own[0]!, titleKey: key })
    const series = watched?.series && (await findSeries(deps, user, watched.series.ref, ask))
    if (!series?.details) continue
    const episode = nextEpisode(series.details, own, resumable)
    return episode && episodeItem(series.item, episode)
  }
  return null
}

/** Reads on until `wanted` results are found or the signal aborts; `left` counts the unread. Throws what `find` throws. */
async function findFirst<T, R>(
  list: readonly T[],
  wanted: number,
  atOnce: number,
  signal: AbortSignal,
  find: (value: T) => Promise<R | null>,
): Promise<{ readonly found: readonly R[]; readonly left: number }> {
  const results: (R | null)[] = list.map(() => null)
  let begun = 0
  let count = 0
  async function work(): Promise<void> {
    while (begun < list.length && count < wanted && !signal.aborted) {
      const place = begun++
      const result = await find(list[place]!)
      results[place] = result
      if (result !== null) count++
    }
  }
  const end = Promise.withResolvers<void>()
  if (signal.aborted) end.resolve()
  else signal.addEventListener('abort', () => end.resolve(), { once: true })
  await Promise.race([Promise.all(Array.from({ length: atOnce }, work)), end.promise])
  const found = results.filter((result) => result !== null)
  return { found, left: count < wanted ? 0 : list.length - begun }
}
