import {
  DeleteItemsDocument,
  EditableItemDocument,
  RenameItemDocument,
} from '../../documents/documents.ts'
import { documentRoute } from '../transport/define-route.ts'
import { required } from '../transport/fields.ts'
import type { DocumentRoute } from '../transport/route.ts'

/** Playlists and collections are the only items that can be renamed and deleted. */
export const playlistItemRoutes: readonly DocumentRoute[] = [
  documentRoute({
    method: 'POST',
    path: '/Items/:itemId',
    access: 'signedIn',
    document: RenameItemDocument,
    variables: ({ params, body }) => ({ itemId: params['itemId']!, name: body.text('Name') }),
    answer: () => undefined,
  }),
  documentRoute({
    method: 'GET',
    path: '/Items/:itemId/MetadataEditor',
    access: 'signedIn',
    document: EditableItemDocument,
    variables: ({ params }) => ({ id: params['itemId']! }),
    // Choices in the apps' form.
    answer: () => ({
      ParentalRatingOptions: [],
      Countries: [],
      Cultures: [],
      ExternalIdInfos: [],
      ContentTypeOptions: [],
    }),
  }),
  documentRoute({
    method: 'DELETE',
    path: '/Items',
    access: 'signedIn',
    document: DeleteItemsDocument,
    variables: ({ query }) => ({ itemIds: required('ids', query.list('ids')) }),
    answer: () => undefined,
  }),
  documentRoute({
    method: 'DELETE',
    path: '/Items/:itemId',
    access: 'signedIn',
    document: DeleteItemsDocument,
    variables: ({ params }) => ({ itemIds: [params['itemId']!] }),
    answer: () => undefined,
  }),
]
