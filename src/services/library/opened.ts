import type { Episode } from '../../library/episodes.ts'
import { nameMatch } from '../../library/filter.ts'
import { folded } from '../../library/names.ts'
import type { Title } from '../../library/title.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Member } from '../../model/member.ts'
import type { Collection } from './collection.ts'
import { episodeName } from './part-items.ts'
import { shelfOf } from './shelves.ts'
import type { Stock } from './stock.ts'

/** Titles that somebody of the household opened and that no catalog lists. */
export function openedElsewhere(
  { details, make }: Pick<Stock, 'details' | 'make'>,
  member: Member,
  { byText }: Collection,
): readonly Title[] {
  return [...details.openedOf(member).values()]
    .filter(({ identity }) => !byText.has(identity.text))
    .map(({ identity, type, details: told }) => make.titleOf(told.meta, identity, type))
}

/** Seasons and episodes of opened series, of one library or of all: what is in memory is known without asking a source. */
export async function openedParts(
  stock: Pick<Stock, 'details' | 'make'>,
  member: Member,
  collection: Collection,
  { parent, kinds, search }: ItemQuery,
): Promise<readonly LibraryItem[]> {
  const { details, make } = stock
  const opened = details.openedOf(member)
  const shelf = shelfOf(collection, parent)
  const titles = shelf?.titles ?? [
    ...collection.titles,
    ...openedElsewhere(stock, member, collection),
  ]
  const shown = titles.flatMap((title) => {
    const told = opened.get(title.identity.text)?.details
    return told && told.seasons.length > 0 ? { title, details: told } : []
  })
  const series = await make.titleItems(member, collection, shown)
  const seasonsOf = new Map(
    shown.map(({ title, details: told }) => [title.identity.key, told.seasons]),
  )
  // Many are in memory: those that a search cannot mean are not even made.
  const isCalled = search === null ? () => true : nameMatch(search)
  const isWanted = ({ video, episode }: Episode): boolean =>
    isCalled({ folded: folded(episodeName(video, episode)) })
  return series.flatMap((item) =>
    (seasonsOf.get(item.key) ?? []).flatMap((season) => [
      ...(kinds?.includes('season') ? [make.seasonItem(item, season)] : []),
      ...(kinds?.includes('episode')
        ? season.episodes.filter(isWanted).map((episode) => make.episodeItem(item, episode))
        : []),
    ]),
  )
}
