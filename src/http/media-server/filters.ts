import { get } from './define-route.ts'
import { toItemDto, wholeItem } from './item-dto.ts'
import { readDtoOptions, readItemRequest } from './item-query.ts'
import { unknownItem } from './items.ts'
import type { LibraryDocuments } from './library-documents.ts'
import { requireOwnUser } from './own-user.ts'
import { toPage } from './pages.ts'
import type { MediaRequest, MediaRoute } from './route.ts'

type NameKind = 'genre' | 'studio' | 'person' | 'year'

/** What a library can be filtered by: genres, studios, people, years. */
export function filterRoutes(documents: LibraryDocuments, serverId: string): readonly MediaRoute[] {
  async function facetsOf(request: MediaRequest) {
    await requireOwnUser(request)
    const { parentId, kinds } = readItemRequest(request.query).filter
    return (await documents.facets(request.context, { filter: { parentId, kinds } })).facets
  }

  async function legacyFilters(request: MediaRequest) {
    const { genres, tags, certifications, years } = await facetsOf(request)
    return {
      Genres: genres.map(({ name }) => name),
      Tags: tags,
      OfficialRatings: certifications,
      Years: years,
    }
  }

  async function filters(request: MediaRequest) {
    const { genres, tags } = await facetsOf(request)
    return { Genres: genres.map(({ id, name }) => ({ Name: name, Id: id })), Tags: tags }
  }

  const list = (kind: NameKind) => async (request: MediaRequest) => {
    await requireOwnUser(request)
    const { query, context } = request
    const { filter, start, limit } = readItemRequest(query)
    const { parentId, kinds, search } = filter
    const found = await documents.names(context, {
      kind,
      filter: { parentId, kinds, search },
      start,
      limit,
    })
    return toPage(found.names, readDtoOptions(query, serverId))
  }

  const byName = (kind: NameKind) => async (request: MediaRequest) => {
    await requireOwnUser(request)
    const name = request.params['name']!
    const found = await documents.names(request.context, { kind, filter: { search: name } })
    const item = found.names.nodes.find((node) => node.name.toLowerCase() === name.toLowerCase())
    if (!item) throw unknownItem()
    return toItemDto(item, wholeItem(serverId))
  }

  const named: readonly [string, NameKind][] = [
    ['/Genres', 'genre'],
    ['/Studios', 'studio'],
    ['/Persons', 'person'],
    ['/Years', 'year'],
  ]
  return [
    get('/Items/Filters', legacyFilters),
    get('/Items/Filters2', filters),
    ...named.flatMap(([path, kind]) => [get(path, list(kind)), get(`${path}/:name`, byName(kind))]),
  ]
}
