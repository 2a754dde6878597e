import type { Episode } from '../../library/episodes.ts'
import { factsOfItem } from '../../library/facts.ts'
import type { Facts } from '../../library/facts.ts'
import { createFilter } from '../../library/filter.ts'
import { bare, refOf } from '../../library/items/bare-item.ts'
import { episodeItem, episodeName } from '../../library/items/part-items.ts'
import { folded, sortNameOf } from '../../library/names.ts'
import { isOfHistory, needsStates } from '../../library/queries.ts'
import { fillMeta } from '../../library/title.ts'
import type { Details, Title } from '../../library/title.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import { requireLibrary } from './collection.ts'
import type { ListRequest } from './deps.ts'
import { answeredByGenre } from './found-titles.ts'
import { openedFacts, openedSeries } from './opened.ts'
import { titleOfKey } from './sorting.ts'

export function isEpisodeCount(query: ItemQuery): boolean {
  const { kinds, limit, excludeIds, adjacentTo, addedFrom } = query
  const isCount = limit === 0 && kinds?.length === 1 && kinds[0] === 'episode'
  const isOfSources = !isOfHistory(query) && !needsStates(query) && addedFrom === null
  return isCount && isOfSources && excludeIds.length === 0 && adjacentTo === null
}

/** Counts matching episodes of opened series without building items: tens of thousands may be in memory. */
export async function countEpisodes(request: ListRequest, query: ItemQuery): Promise<number> {
  const { user, collection } = request
  const { ofTitle } = openedFacts(request)
  const fits = createFilter(query)
  const genres = query.genres ?? []
  const library = requireLibrary(collection, query.parent)
  const answered = new Set(genres.length > 0 ? await answeredByGenre(request, library, genres) : [])
  const fitsElse = createFilter({ ...query, genres: null })
  let count = 0
  for (const { title, details } of openedSeries(request, query)) {
    const known = titleOfKey(collection, 'series', title.identity.key)
    const series = seriesOf(user, title, details)
    const isAnswered = known !== undefined && answered.has(known)
    const ofSeries = known && ofTitle(known)
    let shared: Facts | null = null
    for (const { episodes } of details.seasons) {
      for (const episode of episodes) {
        shared ??= factsOfItem(episodeItem(series, episode), ofSeries)
        const facts = factsOfEpisode(shared, episode, query)
        if (fits(facts) || (isAnswered && fitsElse(facts))) count += 1
      }
    }
  }
  return count
}

function seriesOf(user: User, title: Title, details: Details): LibraryItem {
  const ref = refOf(user, 'series', 'opaque', 0)
  const { name, genres, studios, certification } = fillMeta(details.meta, title.meta)
  const named = (names: readonly string[]) => names.map((one) => ({ name: one, ref }))
  return {
    ...bare(ref, 'series', name),
    certification,
    genres: named(genres),
    studios: named(studios),
  }
}

function factsOfEpisode(
  shared: Facts,
  { video, season, episode, aired }: Episode,
  { search, nameStartsWith, nameFrom, nameBefore }: ItemQuery,
): Facts {
  const { released, overview, thumbnail } = video
  const isNamed = [search, nameStartsWith, nameFrom, nameBefore].some((asked) => asked !== null)
  const name = isNamed ? episodeName(video, episode) : ''
  return {
    ...shared,
    sortName: isNamed ? sortNameOf(name) : shared.sortName,
    folded: isNamed ? folded(name) : shared.folded,
    meta: {
      ...shared.meta,
      year: released === null ? null : new Date(released).getUTCFullYear(),
      released,
      description: overview,
      poster: thumbnail,
    },
    index: episode,
    parentIndex: season,
    aired,
  }
}
