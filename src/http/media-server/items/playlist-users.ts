import {
  PlaylistAccessDocument,
  PlaylistUsersDocument,
  SharePlaylistDocument,
  UnsharePlaylistDocument,
} from '../../documents/documents.ts'
import { documentRoute } from '../transport/define-route.ts'
import { plainId } from '../transport/plain-id.ts'
import type { DocumentRoute, MediaRequest } from '../transport/route.ts'

const path = '/Playlists/:playlistId/Users/:userId'

export const playlistUserRoutes: readonly DocumentRoute[] = [
  documentRoute({
    method: 'GET',
    path: '/Playlists/:playlistId/Users',
    access: 'signedIn',
    document: PlaylistUsersDocument,
    variables: ({ params }) => ({ playlistId: params['playlistId']! }),
    answer: ({ playlistUsers }) => playlistUsers.map(toPermissions),
  }),
  documentRoute({
    method: 'GET',
    path,
    access: 'signedIn',
    document: PlaylistAccessDocument,
    variables: idsOf,
    answer: ({ playlistAccess }) => toPermissions(playlistAccess),
  }),
  documentRoute({
    method: 'POST',
    path,
    access: 'signedIn',
    document: SharePlaylistDocument,
    variables: (request) => ({
      ...idsOf(request),
      canEdit: request.body.flag('CanEdit') ?? false,
    }),
    answer: () => undefined,
  }),
  documentRoute({
    method: 'DELETE',
    path,
    access: 'signedIn',
    document: UnsharePlaylistDocument,
    variables: idsOf,
    answer: () => undefined,
  }),
]

function idsOf({ params }: MediaRequest) {
  return { playlistId: params['playlistId']!, userId: plainId(params['userId']!) }
}

export function toPermissions({ userId, canEdit }: { userId: string; canEdit: boolean }) {
  return { UserId: userId, CanEdit: canEdit }
}
