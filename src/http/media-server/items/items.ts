import {
  AncestorsDocument,
  CountItemsDocument,
  ItemsDocument,
  LatestDocument,
  ListItemsDocument,
  OpenItemDocument,
  SearchHintsDocument,
  SimilarDocument,
} from '../../documents/documents.ts'
import type { BareItemFieldsFragment, ItemKind } from '../../documents/documents.ts'
import { documentRoute, fixedGet } from '../transport/define-route.ts'
import type { Fields } from '../transport/fields.ts'
import type { DocumentRoute, FixedRoute } from '../transport/route.ts'
import { toItemDto } from './item-dto.ts'
import {
  nothing,
  readDtoOptions,
  readItemRequest,
  readKinds,
  readLimit,
  readPage,
  readPlace,
} from './item-query.ts'
import type { ItemRequest } from './item-query.ts'
import { toOpenItem } from './open-item.ts'
import { pageOf, toPage } from './pages.ts'
import { unknownItem } from './unknown-item.ts'

/** Lists of items, single items, and what is shown around them. */
export function itemRoutes(serverId: string): readonly (FixedRoute | DocumentRoute)[] {
  return [
    ...['/Items', '/Users/:userId/Items'].map((path) => list(path, serverId)),
    counts,
    ...['/Items/Latest', '/Users/:userId/Items/Latest'].map((path) => latest(path, serverId)),
    ...['/Items/Suggestions', '/Users/:userId/Suggestions'].map((path) =>
      suggestions(path, serverId),
    ),
    searchHints(serverId),
    fixedGet('/Movies/Recommendations', () => []),
    ...['/Items/:itemId', '/Users/:userId/Items/:itemId'].map((path) => one(path, serverId)),
    ancestors(serverId),
    ...['Items', 'Movies', 'Shows', 'Trailers'].map((root) =>
      similar(`/${root}/:itemId/Similar`, serverId),
    ),
  ]
}

function list(path: string, serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path,
    access: 'self',
    document: ListItemsDocument,
    variables: ({ query, device }) => {
      const asked = readItemRequest(query)
      const openedId = openedOf(asked, query)
      const client = device?.client ?? null
      return { ...asked, isOpened: openedId !== null, openedId: openedId ?? '', client }
    },
    answer: ({ items, versions }, { query }) => {
      if (items) return toPage(items, readDtoOptions(query, serverId))
      const openedId = openedOf(readItemRequest(query), query)!
      const dto = versions ? toOpenItem(versions, openedId, serverId) : null
      return pageOf(dto ? [dto] : [])
    },
  })
}

/** Looking up versions is slow, so only a request for a single item may ask for it. */
function openedOf({ filter: { ids } }: ItemRequest, query: Fields): string | null {
  const wantsVersions = query.list('fields')?.some((field) => /^mediasources$/i.test(field))
  return wantsVersions && ids?.length === 1 ? String(ids[0]) : null
}

function one(path: string, serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path,
    access: 'self',
    document: OpenItemDocument,
    variables: ({ params, device }) => ({
      id: params['itemId']!,
      demand: 'CONFIGURED' as const,
      client: device?.client ?? null,
    }),
    answer: ({ versions }, { params }) => {
      const dto = versions && toOpenItem(versions, params['itemId']!, serverId)
      if (!dto) throw unknownItem()
      return dto
    },
  })
}

const uncounted = [
  'ArtistCount',
  'ProgramCount',
  'TrailerCount',
  'SongCount',
  'AlbumCount',
  'MusicVideoCount',
  'BookCount',
]

const counts = documentRoute({
  method: 'GET',
  path: '/Items/Counts',
  access: 'self',
  document: CountItemsDocument,
  variables: ({ query }) => ({ favorite: query.flag('isFavorite') }),
  answer: ({ movies, series, episodes, collections }) => ({
    MovieCount: movies.totalCount,
    SeriesCount: series.totalCount,
    EpisodeCount: episodes.totalCount,
    ...Object.fromEntries(uncounted.map((name) => [name, 0])),
    BoxSetCount: collections.totalCount,
    ItemCount: movies.totalCount + series.totalCount + episodes.totalCount,
  }),
})

function latest(path: string, serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path,
    access: 'self',
    document: LatestDocument,
    variables: ({ query }) => {
      const { parentId, kinds } = readPlace(query)
      return { parentId, kinds, ...readLimit(query), played: query.flag('isPlayed') }
    },
    answer: (found, { query }) => {
      const options = readDtoOptions(query, serverId)
      return found.latest.map((item) => toItemDto(item, options))
    },
  })
}

function similar(path: string, serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path,
    access: 'self',
    document: SimilarDocument,
    variables: ({ params, query }) => ({ id: params['itemId']!, ...readLimit(query) }),
    answer: (found, { query }) => toPage(found.similar, readDtoOptions(query, serverId)),
  })
}

function ancestors(serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path: '/Items/:itemId/Ancestors',
    access: 'signedIn',
    document: AncestorsDocument,
    variables: ({ params }) => ({ id: params['itemId']! }),
    answer: (found, { query }) => {
      if (!found.ancestors) throw unknownItem()
      return found.ancestors.map((item) => toItemDto(item, readDtoOptions(query, serverId)))
    },
  })
}

function suggestions(path: string, serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path,
    access: 'self',
    document: ItemsDocument,
    variables: ({ query }) => {
      const types = query.list('type') ?? []
      const wanted = types.length === 0 ? readKinds(query).include : kindsOfTypes(types)
      const { start, limit } = readPage(query)
      return {
        filter: { recursive: true, kinds: wanted ?? ['MOVIE', 'SERIES'], played: false },
        order: { by: 'RANDOM', descending: false } as const,
        start,
        limit: limit ?? 12,
      }
    },
    answer: ({ items }, { query }) => toPage(items, readDtoOptions(query, serverId)),
  })
}

function searchHints(serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path: '/Search/Hints',
    access: 'signedIn',
    document: SearchHintsDocument,
    variables: ({ query }) => {
      const { filter, start, limit } = readItemRequest(query)
      const search = query.text('searchTerm')?.trim()
      const kinds = filter.kinds ?? hintedKinds(query)
      if (!search || kinds.length === 0) return nothing
      return { filter: { ...filter, recursive: true, search, kinds }, start, limit: limit ?? 20 }
    },
    answer: ({ items }, { query }) => ({
      SearchHints: items.nodes.map((item) => toHint(item, query, serverId)),
      TotalRecordCount: items.totalCount,
    }),
  })
}

function toHint(item: BareItemFieldsFragment, query: Fields, serverId: string) {
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
}

function hintedKinds(query: Fields): readonly ItemKind[] {
  const unless = (name: string, kinds: readonly ItemKind[]) =>
    query.flag(name) === false ? [] : kinds
  return [
    ...unless('includeMedia', ['MOVIE', 'SERIES', 'VIDEO', 'EPISODE', 'PLAYLIST', 'COLLECTION']),
    ...unless('includePeople', ['PERSON']),
    ...unless('includeGenres', ['GENRE']),
    ...unless('includeStudios', ['STUDIO']),
  ]
}

function kindsOfTypes(types: readonly string[]): readonly ItemKind[] {
  return types.flatMap((type): ItemKind[] =>
    /^movie$/i.test(type) ? ['MOVIE'] : /^series$/i.test(type) ? ['SERIES'] : [],
  )
}
