import { personRoles } from '../../../model/library-item.ts'
import type { ItemFilter } from '../../documents/documents.ts'
import { get } from '../transport/define-route.ts'
import type { Fields } from '../transport/fields.ts'
import { toItemDto, wholeItem } from './item-dto.ts'
import { readDtoOptions, readItemRequest } from './item-query.ts'
import { unknownItem } from './unknown-item.ts'
import type { LibraryDocuments } from '../transport/library-documents.ts'
import { requireOwnUser } from '../transport/require-self.ts'
import { emptyPage, toPage } from './pages.ts'
import type { MediaRequest, MediaRoute } from '../transport/route.ts'

type NameKind = 'genre' | 'studio' | 'person' | 'year'

/** What is said of the titles in which names occur, and of the names themselves. */
function ofNames(filter: ItemFilter, query: Fields): ItemFilter {
  const appearsIn = query.list('appearsInItemId')
  const excluded = query.list('excludePersonTypes')?.map((type) => type.toLowerCase())
  const roles = filter.personTypes ?? (excluded ? personRoles : null)
  // Seasons and episodes have what their series has.
  const kinds = filter.kinds?.map((kind) =>
    kind === 'episode' || kind === 'season' ? 'series' : kind,
  )
  return {
    ...filter,
    ids: appearsIn,
    kinds: kinds ?? null,
    personTypes: roles?.filter((role) => !excluded?.includes(role.toLowerCase())) ?? null,
  }
}

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
    const { filter, possible, ...asked } = readItemRequest(query)
    if (!possible) return emptyPage
    const found = await documents.names(context, { kind, filter: ofNames(filter, query), ...asked })
    return toPage(found.names, readDtoOptions(query, serverId))
  }

  const byName = (kind: NameKind) => async (request: MediaRequest) => {
    await requireOwnUser(request)
    const { context, params } = request
    const name = params['name']!
    const found = await documents.names(context, { kind, filter: { search: name } })
    const node = found.names.nodes.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (!node) throw unknownItem()
    const { item, occurrences } = await documents.item(context, { id: node.id })
    if (!item) throw unknownItem()
    return toItemDto({ ...item, occurrences }, wholeItem(serverId))
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
