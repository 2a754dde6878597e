import type { SeriesProgress } from '../../model/history-store.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { ItemPage } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { WatchEntry } from '../../model/watch.ts'
import type { Arranging } from './arranging.ts'
import type { Collection } from './collection.ts'
import type { Ask, EpisodeQuery, NextUpQuery } from './library.ts'
import { findFirst, nextEpisode } from './next-up.ts'
import { listed } from './pages.ts'
import type { SingleItems } from './single-items.ts'
import type { Stock } from './stock.ts'

/** Series that Next Up looks at, and how many at the same time. */
const maxNextUp = 200
const nextUpAtOnce = 8
/** Sources that are slower are left out for this once. */
const nextUpWaitMs = 5_000

/** Seasons and episodes, and which of them comes next. */
export function createSeriesParts(
  { history, make }: Stock,
  { seriesOf, requireSeries }: Pick<SingleItems, 'seriesOf' | 'requireSeries'>,
  { arranged }: Pick<Arranging, 'arranged'>,
) {
  async function episodeItems(
    member: Member,
    ref: ItemRef,
    query: Pick<EpisodeQuery, 'season' | 'aired'>,
    ask: Ask,
  ) {
    const { item, seasons } = await requireSeries(member, ref, ask)
    return seasons
      .filter(({ number }) => query.season === null || number === query.season)
      .flatMap(({ episodes }) => episodes)
      .filter(({ aired }) => query.aired === null || aired === query.aired)
      .map((episode) => make.episodeItem(item, episode))
  }

  async function seasonItems(member: Member, series: ItemRef, ask: Ask) {
    const { item: found, seasons } = await requireSeries(member, series, ask)
    return seasons.map((season) => make.seasonItem(found, season))
  }

  /** Seasons of a series, episodes where they are asked for; with everything below, episodes alone unless seasons are named. */
  async function parts(
    member: Member,
    parent: ItemRef,
    query: ItemQuery,
    collection: Collection,
    ask: Ask,
  ): Promise<ItemPage> {
    const isSeries = parent.kind === 'series'
    const { kinds, recursive } = query
    const wantsSeasons = isSeries && (kinds?.includes('season') ?? !recursive)
    const wantsEpisodes = !isSeries || (kinds?.includes('episode') ?? recursive)
    const season = isSeries ? null : parent.season
    const found = [
      ...(wantsSeasons ? await seasonItems(member, parent, ask) : []),
      ...(wantsEpisodes
        ? await episodeItems(member, parent, { season, aired: query.aired }, ask)
        : []),
    ]
    const inside = { ...query, parent: null }
    return listed(await arranged(member, found, inside, collection, ask), query)
  }

  async function nextOf(
    member: Member,
    ref: ItemRef,
    entries: readonly WatchEntry[],
    resumable: boolean,
    ask: Ask,
  ) {
    const series = await seriesOf(member, ref, ask)
    const episode = series?.told && nextEpisode(series.told, entries, resumable)
    return series && episode ? make.episodeItem(series.item, episode) : null
  }

  /** The next episode of a series that was begun. */
  async function nextOfBegun(
    member: Member,
    { titleKey, aliases }: SeriesProgress,
    own: readonly WatchEntry[],
    resumable: boolean,
    ask: Ask,
  ) {
    // A source that knows the series may know it under another id.
    for (const key of own[0] ? [titleKey, ...aliases] : []) {
      const watched = await make.watchedItem(member, { ...own[0]!, titleKey: key })
      const series = watched?.series && (await seriesOf(member, watched.series.ref, ask))
      if (!series?.told) continue
      const episode = nextEpisode(series.told, own, resumable)
      return episode && make.episodeItem(series.item, episode)
    }
    return null
  }

  async function nextUp(member: Member, query: NextUpQuery, { signal }: Ask): Promise<ItemPage> {
    const { since, resumable, start, limit } = query
    const soon = { signal: AbortSignal.any([signal, AbortSignal.timeout(nextUpWaitMs)]) }
    if (query.series) {
      const found = await make.identityOfRef(query.series)
      const entries = found ? await history.episodesOf(member, [found.identity.key]) : []
      const next = await findFirst([query.series], 1, 1, soon.signal, (series) =>
        nextOf(member, series, entries, resumable, soon),
      )
      return listed(next.found, query)
    }
    const begun = (
      await history.progress(member, { titleKeys: null, since, limit: maxNextUp })
    ).filter(({ dropped }) => !dropped)
    const keys = begun.map(({ titleKey }) => titleKey)
    const entries = Map.groupBy(
      keys.length > 0 ? await history.episodesOf(member, keys) : [],
      ({ titleKey }) => titleKey,
    )
    const wanted = limit === null ? Infinity : start + limit
    const next = await findFirst(begun, wanted, nextUpAtOnce, soon.signal, (series) =>
      nextOfBegun(member, series, entries.get(series.titleKey) ?? [], resumable, soon),
    )
    const page = listed(next.found, query)
    // Each series that was not looked at may have a next episode, for which apps ask by the total.
    return { ...page, total: page.total + next.left }
  }

  return { episodeItems, seasonItems, parts, nextUp }
}
