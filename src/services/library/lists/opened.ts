import { folded } from '../../../core/folded-text.ts'
import type { Episode, Season } from '../../../library/episodes.ts'
import { factsOfItem, factsOfTitle, withDetails } from '../../../library/facts.ts'
import type { Facts } from '../../../library/facts.ts'
import { createFilter, nameMatch } from '../../../library/filter.ts'
import { contentAddedAtOf } from '../../../library/items/added-at.ts'
import { bare, refOf } from '../../../library/items/bare-item.ts'
import { episodeItem, episodeName, seasonItem } from '../../../library/items/part-items.ts'
import { sortNameOf } from '../../../library/names.ts'
import { isOfHistory, needsStates } from '../../../library/queries.ts'
import { fillMeta } from '../../../library/title.ts'
import type { Details, Title } from '../../../library/title.ts'
import type { ItemQuery } from '../../../model/item-query.ts'
import type { LibraryItem } from '../../../model/library-item.ts'
import type { Household } from '../../../model/household.ts'
import { addedAtOf, requireLibrary } from '../titles/collection.ts'
import type { ListRequest } from '../deps.ts'
import { answeredByGenre } from './found-titles.ts'
import { titleOfKey } from '../watched.ts'

export type OpenedFacts = {
  readonly ofTitle: (title: Title) => Facts
  readonly ofItem: (item: LibraryItem, title: Title | undefined) => Facts
  readonly addedAt: (title: Title) => number | null
  readonly contentAddedAt: (title: Title) => number | null
}

type Opening = Pick<ListRequest, 'deps' | 'collection'> & { readonly user: Household }

/** Facts from catalogs, and from sources for opened titles. */
export function openedFacts({ deps, user, collection }: Opening): OpenedFacts {
  const opened = deps.details.openedOf(user)

  function ofTitle(title: Title): Facts {
    const own = opened.get(title.identity.text)
    return factsOfTitle(own ? withDetails(title, own.details) : title, addedAtOf(collection, title))
  }

  return {
    ofTitle,
    ofItem: (item, title) =>
      title?.kind === item.kind ? ofTitle(title) : factsOfItem(item, title && ofTitle(title)),
    addedAt: (title) => addedAtOf(collection, title),
    contentAddedAt: (title) =>
      contentAddedAtOf(
        addedAtOf(collection, title),
        opened.get(title.identity.text)?.details.seasons,
      ),
  }
}

export function openedElsewhere({ deps, user, collection }: Opening): readonly Title[] {
  return [...deps.details.openedOf(user).values()]
    .filter(({ identity, details }) => !details.meta.set && !collection.byText.has(identity.text))
    .map(({ identity, type, details }) => deps.make.titleOf(details.meta, identity, type))
}

/** Opened series with their details, from memory only. */
function openedSeries(request: Opening, { parent }: Pick<ItemQuery, 'parent'>) {
  const { deps, user, collection } = request
  const opened = deps.details.openedOf(user)
  const titles = requireLibrary(collection, parent)?.titles ?? [
    ...collection.titles,
    ...openedElsewhere(request),
  ]
  return titles.flatMap((title) => {
    const details = opened.get(title.identity.text)?.details
    return details && details.seasons.length > 0 ? { title, details } : []
  })
}

export async function openedParts(
  request: Opening,
  { parent, kinds, search }: ItemQuery,
): Promise<readonly LibraryItem[]> {
  const { deps, user, collection } = request
  const shown = openedSeries(request, { parent })
  const series = await deps.make.titleItems(user, collection, shown)
  const seasonsOf = new Map(
    shown.map(({ title, details }): [string, readonly Season[]] => [
      title.identity.key,
      details.seasons,
    ]),
  )
  // Many are in memory, so those that the search rules out are not even built.
  const isCalled = search === null ? () => true : nameMatch(search)
  const isWanted = ({ video, episode }: Episode): boolean =>
    isCalled({ folded: folded(episodeName(video, episode)) })
  return series.flatMap((item) =>
    (seasonsOf.get(item.key) ?? []).flatMap((season) => [
      ...(kinds?.includes('season') ? [seasonItem(item, season)] : []),
      ...(kinds?.includes('episode')
        ? season.episodes.filter(isWanted).map((episode) => episodeItem(item, episode))
        : []),
    ]),
  )
}

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

function seriesOf(user: Household, title: Title, details: Details): LibraryItem {
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
