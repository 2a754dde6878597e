import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { WatchEntry } from '../../model/watch.ts'
import type { Ask, EpisodeQuery, NextUpQuery } from './library.ts'
import { itemFilter, needsStates } from './narrowing.ts'
import { nextEpisode } from './next-up.ts'
import { listed } from './pages.ts'
import type { SingleItems } from './single-items.ts'
import { sortItems } from './sort-items.ts'
import type { Stock } from './stock.ts'

/** Series that Next Up looks at, and how many at the same time. */
const maxNextUp = 200
const nextUpAtOnce = 8

/** Seasons and episodes, and which of them comes next. */
export function createSeriesParts(
  { history, make }: Stock,
  { seriesOf, requireSeries }: Pick<SingleItems, 'seriesOf' | 'requireSeries'>,
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

  async function parts(
    member: Member,
    parent: ItemRef,
    query: ItemQuery,
    ask: Ask,
  ): Promise<ItemPage> {
    const isSeries = parent.kind === 'series'
    const wantsEpisodes = !isSeries || query.kinds?.includes('episode') || query.recursive
    const found = wantsEpisodes
      ? await episodeItems(
          member,
          parent,
          { season: isSeries ? null : parent.season, aired: query.aired },
          ask,
        )
      : await seasonItems(member, parent, ask)
    const wanted = found.filter(itemFilter(query))
    const kept = needsStates(query) ? await withStates(member, wanted, query) : wanted
    return listed(sortItems(kept, query.order), query)
  }

  async function withStates(member: Member, found: readonly LibraryItem[], query: ItemQuery) {
    const states = await history.states(member, found)
    return found.filter((_, index) => {
      const { played, favorite, positionMs } = states[index]!
      return (
        (query.played === null || query.played === played) &&
        (query.favorite === null || query.favorite === favorite) &&
        (query.resumable === null || query.resumable === positionMs > 0)
      )
    })
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

  async function nextUp(member: Member, query: NextUpQuery, ask: Ask): Promise<ItemPage> {
    if (query.series) {
      const found = await make.identityOfRef(query.series)
      const entries = found ? await history.episodesOf(member, [found.identity.key]) : []
      const next = await nextOf(member, query.series, entries, query.resumable, ask)
      return listed(next ? [next] : [], query)
    }
    const begun = (
      await history.progress(member, { titleKeys: null, since: query.since, limit: maxNextUp })
    ).filter(({ dropped }) => !dropped)
    const entries = Map.groupBy(
      begun.length > 0
        ? await history.episodesOf(
            member,
            begun.map(({ titleKey }) => titleKey),
          )
        : [],
      ({ titleKey }) => titleKey,
    )
    const found = await mapAtOnce(begun, nextUpAtOnce, async ({ titleKey, aliases }) => {
      const own = entries.get(titleKey) ?? []
      // A source that knows the series may know it under another id.
      for (const key of own[0] ? [titleKey, ...aliases] : []) {
        const watched = await make.watchedItem(member, { ...own[0]!, titleKey: key })
        const series = watched?.series && (await seriesOf(member, watched.series.ref, ask))
        if (!series?.told) continue
        const episode = nextEpisode(series.told, own, query.resumable)
        return episode && make.episodeItem(series.item, episode)
      }
      return null
    })
    return listed(
      found.filter((one) => one !== null),
      query,
    )
  }

  return { episodeItems, seasonItems, parts, nextUp }
}

async function mapAtOnce<T, R>(
  list: readonly T[],
  width: number,
  map: (value: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < list.length; start += width) {
    results.push(...(await Promise.all(list.slice(start, start + width).map(map))))
  }
  return results
}
