import { enumName } from '../../../core/enum-name.ts'
import { nameKinds } from '../../../model/item-ref.ts'
import { personRoles } from '../../../model/library-item.ts'
import { FacetsDocument, ItemByNameDocument, NamesDocument } from '../../documents/documents.ts'
import type { FacetsQuery, ItemFilter, NameKind } from '../../documents/documents.ts'
import { documentRoute } from '../transport/define-route.ts'
import type { Fields } from '../transport/fields.ts'
import type { DocumentRoute } from '../transport/route.ts'
import { toItemDto, wholeItem } from './item-dto.ts'
import { nothing, readDtoOptions, readItemRequest, readKinds } from './item-query.ts'
import { toPage } from './pages.ts'
import { unknownItem } from './unknown-item.ts'

const paths: Readonly<Record<NameKind, string>> = {
  GENRE: '/Genres',
  STUDIO: '/Studios',
  PERSON: '/Persons',
  YEAR: '/Years',
}

export function filterRoutes(serverId: string): readonly DocumentRoute[] {
  return [
    facets('/Items/Filters', ({ genres, tags, certifications, years }) => ({
      Genres: genres.map(({ name }) => name),
      Tags: tags,
      OfficialRatings: certifications,
      Years: years,
    })),
    facets('/Items/Filters2', ({ genres, tags }) => ({
      Genres: genres.map(({ id, name }) => ({ Name: name, Id: id })),
      Tags: tags,
    })),
    ...nameKinds.map(enumName).flatMap((kind) => [names(kind, serverId), byName(kind, serverId)]),
  ]
}

function byName(kind: NameKind, serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path: `${paths[kind]}/:name`,
    access: 'self',
    document: ItemByNameDocument,
    variables: ({ params }) => ({ kind, name: params['name']! }),
    answer: ({ itemByName }) => {
      if (!itemByName) throw unknownItem()
      return toItemDto(itemByName, wholeItem(serverId))
    },
  })
}

function facets(path: string, answer: (found: FacetsQuery['facets']) => object): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path,
    access: 'self',
    document: FacetsDocument,
    variables: ({ query }) => ({
      filter: { parentId: query.text('parentId'), kinds: readKinds(query).include },
    }),
    answer: (found) => answer(found.facets),
  })
}

function names(kind: NameKind, serverId: string): DocumentRoute {
  return documentRoute({
    method: 'GET',
    path: paths[kind],
    access: 'self',
    document: NamesDocument,
    variables: ({ query }) => {
      const asked = readItemRequest(query)
      return asked === nothing
        ? { kind, ...asked }
        : { kind, ...asked, filter: ofNames(asked.filter, query) }
    },
    answer: (found, { query }) => toPage(found.names, readDtoOptions(query, serverId)),
  })
}

/** The filter of the titles, plus what the query says of the names themselves. */
function ofNames(filter: ItemFilter, query: Fields): ItemFilter {
  const appearsIn = query.list('appearsInItemId')
  const excluded = query.list('excludePersonTypes')?.map((type) => type.toUpperCase())
  const roles = filter.personTypes ?? (excluded ? personRoles.map(enumName) : null)
  // Seasons and episodes inherit from their series.
  const kinds = filter.kinds?.map((kind) =>
    kind === 'EPISODE' || kind === 'SEASON' ? 'SERIES' : kind,
  )
  return {
    ...filter,
    ids: appearsIn,
    kinds: kinds ?? null,
    personTypes: roles?.filter((role) => !excluded?.includes(role)) ?? null,
  }
}
