import { AppError } from '../../core/errors.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { Ask, ItemReader } from '../library/deps.ts'
import type { LibraryService } from '../library/service.ts'
import { isHome } from '../../library/queries.ts'
import { listed } from '../../library/page.ts'
import { among } from './lists.ts'
import { isListRef, listsNumber, playlistItem } from './playlist-items.ts'
import type { Views } from '../library/views.ts'
import type { PlaylistService } from './service.ts'

/** The library with playlists: as one more library, in lists, and as parents of their titles. */
export function withPlaylists(
  library: LibraryService,
  playlists: Pick<
    PlaylistService,
    'libraries' | 'library' | 'listed' | 'titles' | 'findByRef' | 'states'
  >,
  views: Pick<Views, 'shown'>,
): LibraryService {
  const libraries: LibraryService['libraries'] = async (user, options, ask) => {
    const [own, ofLists] = await Promise.all([
      library.libraries(user, { hidden: true }, ask),
      playlists.libraries(user, ask),
    ])
    return views.shown(user, [...own, ...ofLists], options)
  }

  async function item(user: ItemReader, ref: ItemRef, ask: Ask): Promise<LibraryItem | null> {
    if (!isListRef(ref)) return library.item(user, ref, ask)
    if (ref.configuration !== user.configuration) return null
    if (ref.number === listsNumber) return playlists.library(user, ref.kind, ask)
    const found = await playlists.findByRef(user, ref)
    return found && playlistItem(user, user, found)
  }

  /** Adds playlists to a list; `others` reads the part that the library knows. */
  async function mixed(
    user: User,
    query: ItemQuery,
    others: Pick<ItemQuery, 'ids' | 'kinds'>,
    ask: Ask,
  ): Promise<ItemPage> {
    const { ids, kinds } = others
    const hasOthers = ids?.length !== 0 && kinds?.length !== 0
    const all = { start: 0, limit: null, adjacentTo: null }
    const own = (await playlists.listed(user, { ...query, ...all }, ask)).items
    if (own.length === 0 && hasOthers) return library.items(user, { ...query, ...others }, ask)
    const found = hasOthers
      ? (await library.items(user, { ...query, ...others, ...all }, ask)).items
      : []
    return listed(await among(found, own, query, (some) => playlists.states(user, some)), query)
  }

  async function items(user: User, query: ItemQuery, ask: Ask): Promise<ItemPage> {
    const { parent, ids, kinds } = query
    if (ids) {
      if (!ids.some(isListRef)) return library.items(user, query, ask)
      return mixed(user, query, { ids: ids.filter((ref) => !isListRef(ref)), kinds }, ask)
    }
    if (isListRef(parent)) {
      if (parent.configuration !== user.configuration) throw unknownParent()
      return parent.number === listsNumber
        ? playlists.listed(user, query, ask, parent.kind)
        : playlists.titles(user, parent, query, ask)
    }
    if (isHome(query)) return listed(await libraries(user, { hidden: false }, ask), query)
    const others = kinds?.filter((kind) => kind !== 'playlist' && kind !== 'collection')
    if (parent !== null || others?.length === kinds?.length) return library.items(user, query, ask)
    return mixed(user, query, { ids, kinds: others! }, ask)
  }

  return {
    ...library,
    libraries,
    item,
    items,

    async summaries(user, refs, ask) {
      if (!refs.some(isListRef)) return library.summaries(user, refs, ask)
      const others = refs.filter((ref) => !isListRef(ref))
      const found = (await library.summaries(user, others, ask)).values()
      const own = refs.filter(isListRef).map((ref) => item(user, ref, ask))
      const playlistItems = (await Promise.all(own)).values()
      return refs.map((ref) => (isListRef(ref) ? playlistItems : found).next().value!)
    },

    async seasons(user, ref, query, ask) {
      if (isListed(ref)) throw unknownParent()
      return library.seasons(user, ref, query, ask)
    },

    async episodes(user, ref, query, ask) {
      if (isListed(ref)) throw unknownParent()
      return library.episodes(user, ref, query, ask)
    },

    nextUp: async (user, query, ask) =>
      isListed(query.parent) || isListed(query.series) ? nothing : library.nextUp(user, query, ask),

    resume: async (user, query, ask) =>
      isListed(query.parent) ? nothing : library.resume(user, query, ask),

    latest: async (user, query, ask) =>
      isListed(query.parent) ? [] : library.latest(user, query, ask),

    similar: async (user, ref, limit, ask) =>
      isListed(ref) ? nothing : library.similar(user, ref, limit, ask),

    names: async (user, kind, query, ask) =>
      isListed(query.parent) ? nothing : library.names(user, kind, query, ask),

    facets: async (user, query, ask) =>
      isListed(query.parent) ? noFacets : library.facets(user, query, ask),
  }
}

function isListed(ref: ItemRef | null): boolean {
  return isListRef(ref) || ref?.kind === 'set'
}

const nothing: ItemPage = { items: [], total: 0, start: 0 }
const noFacets = { genres: [], studios: [], tags: [], certifications: [], years: [] }

function unknownParent(): AppError {
  return new AppError('NOT_FOUND', 'There is no such library or playlist in this configuration.')
}
