import type { Episode, Season } from '../../library/episodes.ts'
import { factsOfItem, factsOfTitle, withDetails } from '../../library/facts.ts'
import type { Facts } from '../../library/facts.ts'
import { nameMatch } from '../../library/filter.ts'
import { contentAddedAtOf } from '../../library/items/added-at.ts'
import { episodeItem, episodeName, seasonItem } from '../../library/items/part-items.ts'
import { folded } from '../../library/names.ts'
import type { Title } from '../../library/title.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import { addedAtOf, requireLibrary } from './collection.ts'
import type { ListRequest } from './deps.ts'

export type OpenedFacts = {
  readonly ofTitle: (title: Title) => Facts
  readonly ofItem: (item: LibraryItem, title: Title | undefined) => Facts
  readonly addedAt: (title: Title) => number | null
  readonly contentAddedAt: (title: Title) => number | null
}

type Opening = Pick<ListRequest, 'deps' | 'user' | 'collection'>

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
    .filter(({ identity }) => !collection.byText.has(identity.text))
    .map(({ identity, type, details }) => deps.make.titleOf(details.meta, identity, type))
}

/** Opened series with their details, from memory only. */
export function openedSeries(request: Opening, { parent }: Pick<ItemQuery, 'parent'>) {
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
