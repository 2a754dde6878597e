import { nameKinds } from '../../model/item-ref.ts'
import { libraryItem } from '../../library/items/bare-item.ts'
import { listed } from '../../library/page.ts'
import { entryKinds, isOfHistory, titleKinds } from '../../library/queries.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { ListRequest } from './deps.ts'
import { historyCandidates } from './history-lists.ts'
import { nameList } from './name-lists.ts'
import { countEpisodes, isEpisodeCount } from './count-episodes.ts'
import { openedParts } from './opened.ts'
import { filterOf, sortItems } from './sorting.ts'
import { titleCandidates } from './title-lists.ts'

const maxNames = 500

/** A list with items that no catalog lists: parts of series, names or libraries, alone or with titles. */
export async function mixedList(request: ListRequest, query: ItemQuery): Promise<ItemPage> {
  if (isEpisodeCount(query)) {
    return { items: [], total: await countEpisodes(request, query), start: query.start }
  }
  const found = [...(await titlesAndParts(request, query)), ...(await named(request, query))]
  return listed(await sortItems(request, found, query, { fitting: true }), query)
}

async function titlesAndParts(
  request: ListRequest,
  query: ItemQuery,
): Promise<readonly LibraryItem[]> {
  const { user, collection } = request
  const kinds = query.kinds ?? []
  const ofTitles = { ...query, kinds: kinds.filter((kind) => titleKinds.has(kind)) }
  const ofEntries = { ...query, kinds: kinds.filter((kind) => entryKinds.includes(kind)) }
  const begins = isOfHistory(query)
  const hasTitles = !begins && ofTitles.kinds.length > 0
  const titles = hasTitles ? await titleCandidates(request, ofTitles) : []
  const others = begins
    ? await historyCandidates(request, ofEntries)
    : await openedParts(request, query)
  const libraries = kinds.includes('library')
    ? collection.libraries.map((library) => libraryItem(user, library))
    : []
  const fits = await filterOf(request, query)
  return [...titles, ...[...others, ...libraries].filter(fits)]
}

async function named(request: ListRequest, query: ItemQuery): Promise<readonly LibraryItem[]> {
  const kinds = nameKinds.filter((kind) => query.kinds?.includes(kind))
  const all = { ...query, kinds: null, order: [], adjacentTo: null, start: 0, limit: maxNames }
  const pages = await Promise.all(kinds.map((kind) => nameList(request, kind, all)))
  return pages.flatMap(({ items }) => items)
}
