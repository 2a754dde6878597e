import { AppError } from '../../../core/errors.ts'
import type { ItemKind } from '../../documents/documents.ts'
import { get } from '../transport/define-route.ts'
import type { Fields } from '../transport/fields.ts'
import { toItemDto } from './item-dto.ts'
import type { LibraryDocuments } from '../transport/library-documents.ts'
import { readDtoOptions, readItemRequest } from './item-query.ts'
import { requireOwnUser } from '../transport/require-self.ts'
import { emptyPage, pageOf, toPage } from './pages.ts'
import type { OpenItem } from './open-item.ts'
import { unknownItem } from './unknown-item.ts'
import type { MediaRequest, MediaRoute } from '../transport/route.ts'

const maxLatest = 200
const usualLatest = 20

/** Lists of items, single items, and what is shown around them. */
export function itemRoutes(
  documents: LibraryDocuments,
  openItem: OpenItem,
  serverId: string,
): readonly MediaRoute[] {
  async function list(request: MediaRequest) {
    await requireOwnUser(request)
    const { query, context } = request
    const { possible, ...asked } = readItemRequest(query)
    if (!possible) return emptyPage
    const { ids } = asked.filter
    // Looking versions up takes time: only a question for one item may ask for it.
    const wantsVersions = query.list('fields')?.some((field) => /^mediasources$/i.test(field))
    if (wantsVersions && ids?.length === 1) {
      const dto = await openItem(request, String(ids[0]), 'usual').catch(unlessUnknown)
      return pageOf(dto ? [dto] : [])
    }
    const { items } = await documents.items(context, asked)
    return toPage(items, readDtoOptions(query, serverId))
  }

  async function one(request: MediaRequest) {
    await requireOwnUser(request)
    return openItem(request, request.params['itemId']!, null)
  }

  async function latest(request: MediaRequest) {
    await requireOwnUser(request)
    const { query, context } = request
    const { filter, possible } = readItemRequest(query)
    if (!possible) return []
    const limit = Math.max(0, Math.min(maxLatest, query.integer('limit') ?? usualLatest))
    const isPlayed = query.flag('isPlayed')
    const found = await documents.latest(context, {
      parentId: filter.parentId,
      kinds: filter.kinds,
      limit,
      unplayed: isPlayed === null ? null : !isPlayed,
    })
    const options = readDtoOptions(query, serverId)
    return found.latest.map((item) => toItemDto(item, options))
  }

  async function similar(request: MediaRequest) {
    const { query, context, params } = request
    await requireOwnUser(request)
    const limit = Math.max(0, query.integer('limit') ?? 12)
    const found = await documents.similar(context, { id: params['itemId']!, limit })
    return toPage(found.similar, readDtoOptions(query, serverId))
  }

  async function ancestors(request: MediaRequest) {
    const found: ReturnType<typeof toItemDto>[] = []
    let { item } = await documents.item(request.context, { id: request.params['itemId']! })
    if (!item) throw unknownItem()
    for (let parent = item.parentId; parent !== null; parent = item?.parentId ?? null) {
      ;({ item } = await documents.item(request.context, { id: parent }))
      if (!item) break
      found.push(toItemDto(item, readDtoOptions(request.query, serverId)))
    }
    return found
  }

  async function counts(request: MediaRequest) {
    await requireOwnUser(request)
    const favorite = request.query.flag('isFavorite')
    const count = async (kind: 'movie' | 'series' | 'episode') => {
      const { items } = await documents.countItems(request.context, {
        filter: { recursive: true, kinds: [kind], favorite },
      })
      return items.totalCount
    }
    const movies = await count('movie')
    const [series, episodes] = [await count('series'), await count('episode')]
    const none = [
      'ArtistCount',
      'ProgramCount',
      'TrailerCount',
      'SongCount',
      'AlbumCount',
      'MusicVideoCount',
      'BoxSetCount',
      'BookCount',
    ]
    return {
      MovieCount: movies,
      SeriesCount: series,
      EpisodeCount: episodes,
      ...Object.fromEntries(none.map((name) => [name, 0])),
      ItemCount: movies + series + episodes,
    }
  }

  async function suggestions(request: MediaRequest) {
    await requireOwnUser(request)
    const { query, context } = request
    const types = query.list('type') ?? []
    const { filter, start, limit } = readItemRequest(query)
    const wanted = types.length === 0 ? filter.kinds : kindsOfTypes(types)
    const { items } = await documents.items(context, {
      filter: { recursive: true, kinds: wanted ?? ['movie', 'series'], played: false },
      order: [{ by: 'random', descending: false }],
      start,
      limit: limit ?? 12,
    })
    return toPage(items, readDtoOptions(query, serverId))
  }

  async function searchHints({ query, context }: MediaRequest) {
    const { filter, start, limit, possible } = readItemRequest(query)
    const search = query.text('searchTerm')?.trim()
    const kinds = filter.kinds ?? hintedKinds(query)
    if (!search || !possible || kinds.length === 0) return { SearchHints: [], TotalRecordCount: 0 }
    const { items } = await documents.items(context, {
      filter: { ...filter, recursive: true, search, kinds },
      start,
      limit: limit ?? 20,
    })
    const hints = items.nodes.map((item) => {
      const dto = toItemDto(item, readDtoOptions(query, serverId))
      return {
        ItemId: dto.Id,
        Id: dto.Id,
        Name: dto.Name,
        Type: dto.Type,
        MediaType: dto.MediaType,
        ProductionYear: dto.ProductionYear,
        IsFolder: dto.IsFolder,
        RunTimeTicks: dto.RunTimeTicks,
        PrimaryImageTag: dto.ImageTags?.Primary,
        Artists: [],
      }
    })
    return { SearchHints: hints, TotalRecordCount: items.totalCount }
  }

  return [
    get('/Items', list),
    get('/Users/:userId/Items', list),
    get('/Items/Counts', counts),
    get('/Items/Latest', latest),
    get('/Users/:userId/Items/Latest', latest),
    get('/Items/Suggestions', suggestions),
    get('/Users/:userId/Suggestions', suggestions),
    get('/Search/Hints', searchHints),
    get('/Movies/Recommendations', async () => []),
    get('/Items/:itemId', one),
    get('/Users/:userId/Items/:itemId', one),
    get('/Items/:itemId/Ancestors', ancestors),
    ...['Items', 'Movies', 'Shows', 'Trailers'].map((root) =>
      get(`/${root}/:itemId/Similar`, similar),
    ),
  ]
}

/** What a search looks for where it names no types. */
function hintedKinds(query: Fields): readonly ItemKind[] {
  const unless = (name: string, kinds: readonly ItemKind[]) =>
    query.flag(name) === false ? [] : kinds
  return [
    ...unless('includeMedia', ['movie', 'series', 'video', 'episode', 'playlist']),
    ...unless('includePeople', ['person']),
    ...unless('includeGenres', ['genre']),
    ...unless('includeStudios', ['studio']),
  ]
}

function kindsOfTypes(types: readonly string[]): readonly ('movie' | 'series')[] {
  return types.flatMap((type) =>
    /^movie$/i.test(type) ? 'movie' : /^series$/i.test(type) ? 'series' : [],
  )
}

function unlessUnknown(error: unknown): null {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return null
  throw error
}
