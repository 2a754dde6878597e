import {
  AddToCollectionDocument,
  CreateCollectionDocument,
  RemoveFromCollectionDocument,
} from '../../documents/documents.ts'
import { documentRoute } from '../transport/define-route.ts'
import { required } from '../transport/fields.ts'
import type { DocumentRoute, MediaRequest } from '../transport/route.ts'

const titles = '/Collections/:collectionId/Items'

const namedTitles = ({ params, query }: MediaRequest) => ({
  collectionId: params['collectionId']!,
  itemIds: required('ids', query.list('ids')),
})

/** Renamed, deleted and listed as other items. */
export const collectionRoutes: readonly DocumentRoute[] = [
  documentRoute({
    method: 'POST',
    path: '/Collections',
    access: 'signedIn',
    document: CreateCollectionDocument,
    variables: ({ query }) => ({
      name: query.text('name') ?? '',
      itemIds: query.list('ids') ?? [],
    }),
    answer: ({ createCollection }) => ({ Id: createCollection.id }),
  }),
  documentRoute({
    method: 'POST',
    path: titles,
    access: 'signedIn',
    document: AddToCollectionDocument,
    variables: namedTitles,
    answer: () => undefined,
  }),
  documentRoute({
    method: 'DELETE',
    path: titles,
    access: 'signedIn',
    document: RemoveFromCollectionDocument,
    variables: namedTitles,
    answer: () => undefined,
  }),
]
