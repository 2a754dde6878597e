import { AppError } from '../../../core/errors.ts'
import {
  AddToPlaylistDocument,
  CreatePlaylistDocument,
  ItemsDocument,
  MovePlaylistEntryDocument,
  PlaylistDocument,
  PlaylistTitlesDocument,
  RemoveFromPlaylistDocument,
  UpdatePlaylistDocument,
} from '../../documents/documents.ts'
import type { PlaylistUserInput } from '../../documents/documents.ts'
import { documentRoute } from '../transport/define-route.ts'
import { bodyFields, required } from '../transport/fields.ts'
import type { Fields } from '../transport/fields.ts'
import { plainId } from '../transport/plain-id.ts'
import type { DocumentRoute, MediaRequest } from '../transport/route.ts'
import { readDtoOptions, readPage } from './item-query.ts'
import { toPage } from './pages.ts'
import { playlistItemRoutes } from './playlist-items.ts'
import { playlistUserRoutes, toPermissions } from './playlist-users.ts'
import { unknownPlaylist } from './unknown-item.ts'

export function playlistRoutes(serverId: string): readonly DocumentRoute[] {
  return [
    ...listRoutes(serverId),
    ...changeRoutes,
    ...entryRoutes,
    ...playlistUserRoutes,
    ...playlistItemRoutes,
  ]
}

function listRoutes(serverId: string): readonly DocumentRoute[] {
  return [
    documentRoute({
      method: 'GET',
      path: '/Playlists',
      access: 'self',
      document: ItemsDocument,
      variables: ({ query }) => ({
        filter: { recursive: true, kinds: ['PLAYLIST' as const] },
        ...readPage(query),
      }),
      answer: ({ items }, { query }) => toPage(items, readDtoOptions(query, serverId)),
    }),
    documentRoute({
      method: 'GET',
      path: '/Playlists/:playlistId/Items',
      access: 'self',
      document: PlaylistTitlesDocument,
      variables: ({ params, query }) => ({ id: params['playlistId']!, ...readPage(query) }),
      answer({ playlist }, { query }) {
        if (!playlist) throw unknownPlaylist()
        return toPage(playlist.titles, readDtoOptions(query, serverId))
      },
    }),
  ]
}

const changeRoutes: readonly DocumentRoute[] = [
  documentRoute({
    method: 'POST',
    path: '/Playlists',
    access: 'self',
    document: CreatePlaylistDocument,
    // In the body or, in older apps, the query.
    variables: ({ query, body }) => ({
      userId: namedUser(body),
      name: query.text('name') ?? body.text('Name') ?? '',
      itemIds: query.list('ids') ?? body.list('Ids') ?? [],
      open: body.flag('IsPublic') ?? false,
      users: usersOf(body) ?? [],
    }),
    answer: ({ createPlaylist }) => ({ Id: createPlaylist.id }),
  }),
  documentRoute({
    method: 'GET',
    path: '/Playlists/:playlistId',
    access: 'signedIn',
    document: PlaylistDocument,
    variables: ({ params }) => ({ id: params['playlistId']! }),
    answer({ playlist }) {
      if (!playlist) throw unknownPlaylist()
      return {
        OpenAccess: playlist.open,
        Shares: playlist.users.map(toPermissions),
        ItemIds: playlist.titles.nodes.map(({ id }) => id),
      }
    },
  }),
  documentRoute({
    method: 'POST',
    path: '/Playlists/:playlistId',
    access: 'signedIn',
    document: UpdatePlaylistDocument,
    variables: ({ params, body }) => ({
      playlistId: params['playlistId']!,
      name: body.text('Name'),
      // An empty list removes everything; a missing one changes nothing.
      itemIds: Array.isArray(body.raw('Ids')) ? (body.list('Ids') ?? []) : null,
      open: body.flag('IsPublic'),
      users: usersOf(body),
    }),
    answer: () => undefined,
  }),
]

const entryRoutes: readonly DocumentRoute[] = [
  documentRoute({
    method: 'POST',
    path: '/Playlists/:playlistId/Items',
    access: 'self',
    document: AddToPlaylistDocument,
    variables: ({ params, query, body }) => ({
      userId: namedUser(body),
      playlistId: params['playlistId']!,
      itemIds: required('ids', query.list('ids') ?? body.list('Ids')),
    }),
    answer: () => undefined,
  }),
  documentRoute({
    method: 'DELETE',
    path: '/Playlists/:playlistId/Items',
    access: 'signedIn',
    document: RemoveFromPlaylistDocument,
    variables: ({ params, query }) => ({
      playlistId: params['playlistId']!,
      entryIds: required('entryIds', query.list('entryIds')),
    }),
    answer: () => undefined,
  }),
  documentRoute({
    method: 'POST',
    path: '/Playlists/:playlistId/Items/:entryId/Move/:newIndex',
    access: 'signedIn',
    document: MovePlaylistEntryDocument,
    variables: ({ params }) => ({
      playlistId: params['playlistId']!,
      entryId: params['entryId']!,
      position: positionOf(params),
    }),
    answer: () => undefined,
  }),
]

function namedUser(body: Fields): string | null {
  const named = body.text('UserId')
  return named && plainId(named)
}

function positionOf(params: MediaRequest['params']): number {
  const position = Number(params['newIndex'])
  if (Number.isInteger(position) && Math.abs(position) < 2 ** 31) return Math.max(0, position)
  throw new AppError('BAD_REQUEST', 'newIndex must be a whole number.')
}

/** Null if nobody is named; entries without an id are ignored. */
function usersOf(body: Fields): PlaylistUserInput[] | null {
  const given = body.raw('Users')
  if (!Array.isArray(given)) return null
  return given.flatMap((entry): PlaylistUserInput[] => {
    const user = bodyFields(entry)
    const userId = user.text('UserId')
    return userId === null
      ? []
      : [{ userId: plainId(userId), canEdit: user.flag('CanEdit') ?? false }]
  })
}
